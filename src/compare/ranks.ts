/** Orders of systems: by silence at several limits, and by new initiation against presence (selective-participation.md, Statistics). */
import { SELECTIVE_CONDITIONS, SILENCE_LIMITS_MS, type SelectiveScores } from '../score/selective/model.js';
import { round6 } from '../score/statistics/rounding.js';
import { spearman } from '../stats/spearman.js';
import type { Ranking, SystemRanks } from './model.js';

/** A system's scores in one condition. */
export interface RankedScores {
  readonly system: string;
  readonly scores: Omit<SelectiveScores, 'agent'>;
}

/** One entry a condition in which two systems or more were scored. */
export function ranksOf(all: readonly RankedScores[]): SystemRanks[] {
  return SELECTIVE_CONDITIONS.flatMap((condition): SystemRanks[] => {
    const own = all.filter(({ scores }) => scores.condition === condition);
    if (own.length < 2) return [];
    const points = own.flatMap(({ system, scores: { newInitiation, responsePresence } }) =>
      newInitiation.rate === undefined || responsePresence.rate === undefined
        ? []
        : [{ system, newInitiation: newInitiation.rate, presence: responsePresence.rate }],
    );
    const found = spearman(
      points.map(({ newInitiation }) => newInitiation),
      points.map(({ presence }) => presence),
    );
    const scored = ranking(
      own.flatMap(({ system, scores: { silence } }) => (silence.rate === undefined ? [] : [{ system, rate: silence.rate }])),
    );
    const byDuration = SILENCE_LIMITS_MS.map((limitMs) => ({
      limitMs,
      ...ranking(
        own.flatMap(({ system, scores }) => {
          const row = scores.silenceByDuration.find((one) => one.limitMs === limitMs);
          return row === undefined || row.of === 0 ? [] : [{ system, rate: round6(row.pass / row.of) }];
        }),
      ),
    }));
    const orders = [scored, ...byDuration].map(orderWords);
    return [
      {
        condition,
        ...(found === undefined ? {} : { spearman: { rho: round6(found.rho), pValue: round6(found.pValue), points } }),
        silence: { scored, byDuration, changes: new Set(orders).size > 1 },
      },
    ];
  });
}

/** Best first; ties share the better rank, in the order given. */
export function ranking(rates: readonly { readonly system: string; readonly rate: number }[]): Ranking {
  const sorted = [...rates].sort((a, b) => b.rate - a.rate);
  return { order: sorted.map((one) => ({ ...one, rank: 1 + sorted.filter(({ rate }) => rate > one.rate).length })) };
}

/** "a > b = c": ties in the order of their names, so that equal orders read the same. */
export function orderWords({ order }: Ranking): string {
  const ranks = [...new Set(order.map(({ rank }) => rank))].sort((a, b) => a - b);
  return ranks
    .map((rank) =>
      order
        .filter((one) => one.rank === rank)
        .map(({ system }) => system)
        .sort()
        .join(' = '),
    )
    .join(' > ');
}
