/** Two agents on the same call, block by block: each block has one fresh session of each, in an order drawn from the seed (statistics.md). */
import { groupBy } from '../tabular/group-by.js';
import { clusterMean } from '../stats/bootstrap-t.js';
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import { mcnemarExact } from '../stats/mcnemar.js';
import { holm } from '../stats/multiplicity.js';
import { pairedShares } from '../stats/paired-shares.js';
import { clustersMissing } from '../stats/power.js';
import { signFlip } from '../stats/sign-flip.js';
import type { SessionOutcome } from './outcome.js';
import type { ReplayPlan } from './plan.js';

/** A difference that "about N more repeats" is told for (issue 7, item 6: "to tell 5 points apart"). */
export const TOLD_APART = 0.05;
/** Of the permutation test beyond 20 differing blocks, and of the bootstrap: the same blocks give the same figures. */
const SEED = 1;

export interface PairInterval {
  readonly low: number;
  readonly high: number;
}

/** One judged turn, where there are several. */
export interface TurnPair {
  readonly turn: string;
  readonly label: string;
  readonly pairs: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** McNemar's exact test, and the same by Holm over the judged turns. */
  readonly pValue: number;
  readonly adjusted: number;
}

export interface PairResult {
  readonly a: string;
  readonly b: string;
  /** Blocks in which it could be told of both. */
  readonly pairs: number;
  readonly wrongA: number;
  readonly wrongB: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** Share of sessions of B that went wrong less that of A. */
  readonly difference: number | null;
  readonly interval: PairInterval | null;
  /** McNemar's exact test, two-sided; null where the results said when to stop (`--until-sure`): then it would err more often than it says. */
  readonly pValue: number | null;
  /** About so many repeats more of each until a difference of 5 points is seen nine times in ten; null: above 100,000, or no test. */
  readonly more: number | null;
  /**
   * The share of judged turns that were cut into, a difference a block, permutation of signs; null with one judged turn, where it is the same
   * again, and without a block in which both agents were scored.
   */
  readonly turnShare: {
    readonly blocks: number;
    readonly difference: number;
    readonly interval: PairInterval | null;
    readonly pValue: number;
  } | null;
  readonly turns: readonly TurnPair[];
}

interface Side {
  readonly agent: string;
  readonly sessions: readonly SessionOutcome[];
}

interface Block {
  readonly a: SessionOutcome;
  readonly b: SessionOutcome;
}

const round6 = (value: number): number => Math.round(value * 1e6) / 1e6;

export function pairResult(plan: ReplayPlan, a: Side, b: Side): PairResult {
  const others = new Map(b.sessions.map((one) => [one.repeat, one]));
  const blocks = a.sessions.flatMap((one): Block[] => {
    const other = others.get(one.repeat);
    return other === undefined ? [] : [{ a: one, b: other }];
  });
  const told = blocks.flatMap((block) => {
    const [left, right] = [wentWrong(block.a), wentWrong(block.b)];
    return left === undefined || right === undefined ? [] : [{ left, right }];
  });
  const n = told.length;
  const { onlyA, onlyB } = discordant(told);
  const wrongA = told.filter(({ left }) => left).length;
  const wrongB = told.filter(({ right }) => right).length;
  const interval = n < FEWEST_CLUSTERS ? undefined : pairedShares(onlyA, onlyB, n);
  // Half a success and half a failure more: of 3 of 3 nobody knows that it is always.
  const lower = (Math.min(wrongA, wrongB) + 0.5) / (n + 1);
  const more = n === 0 ? undefined : clustersMissing({ clusters: n, repeats: 1, icc: 0 }, Math.min(lower, 1 - TOLD_APART), TOLD_APART);
  const judged = plan.turns.filter((turn) => turn.judged);
  const difference = n === 0 ? null : round6((wrongB - wrongA) / n);
  const counts = { a: a.agent, b: b.agent, pairs: n, wrongA, wrongB, onlyA, onlyB, difference };
  if (plan.sequential !== undefined) return { ...counts, interval: null, pValue: null, more: null, turnShare: null, turns: [] };
  return {
    ...counts,
    interval: interval === undefined ? null : { low: round6(interval.low), high: round6(interval.high) },
    pValue: round6(mcnemarExact(onlyA, onlyB)),
    more: more ?? null,
    turnShare: judged.length > 1 ? turnShare(blocks) : null,
    turns: judged.length > 1 ? turnPairs(plan, blocks) : [],
  };
}

/** Undefined where it cannot be told, or counts for nobody. */
function wentWrong({ state }: SessionOutcome): boolean | undefined {
  if (state === 'cut' || state === 'agent-failure') return true;
  return state === 'held' ? false : undefined;
}

interface Told {
  readonly left: boolean;
  readonly right: boolean;
}

function discordant(told: readonly Told[]): { readonly onlyA: number; readonly onlyB: number } {
  return {
    onlyA: told.filter(({ left, right }) => left && !right).length,
    onlyB: told.filter(({ left, right }) => right && !left).length,
  };
}

/** Turns of one session are not independent: a block is one difference (statistics.md, "Pairs with repeats"). */
function turnShare(blocks: readonly Block[]): PairResult['turnShare'] {
  const share = ({ turns }: SessionOutcome): number | undefined => {
    const decided = turns.filter(({ state }) => state !== 'unclear');
    return decided.length === 0 ? undefined : decided.filter(({ state }) => state === 'cut').length / decided.length;
  };
  const differences = blocks.flatMap(({ a, b }) => {
    const [left, right] = [share(a), share(b)];
    return left === undefined || right === undefined ? [] : [right - left];
  });
  const flipped = signFlip(differences, SEED);
  if (flipped === undefined) return null;
  const found = clusterMean(
    differences.map((one, i) => ({ cluster: String(i), values: [one] })),
    { seed: SEED },
  );
  const interval = found.kind === 'none' ? null : { low: round6(found.low), high: round6(found.high) };
  return { blocks: differences.length, difference: round6(flipped.meanDifference), interval, pValue: round6(flipped.pValue) };
}

function turnPairs(plan: ReplayPlan, blocks: readonly Block[]): TurnPair[] {
  const cuts = blocks.flatMap(({ a, b }) =>
    a.turns.flatMap((left) => {
      const right = b.turns.find(({ turn }) => turn === left.turn);
      if (right === undefined || left.state === 'unclear' || right.state === 'unclear') return [];
      return [{ turn: left.turn, left: left.state === 'cut', right: right.state === 'cut' }];
    }),
  );
  const byTurn = groupBy(cuts, ({ turn }) => turn);
  const rows = plan.turns
    .filter(({ judged }) => judged)
    .map(({ id, label }) => {
      const own = byTurn.get(id) ?? [];
      const { onlyA, onlyB } = discordant(own);
      return { turn: id, label, pairs: own.length, onlyA, onlyB, pValue: mcnemarExact(onlyA, onlyB) };
    });
  const adjusted = holm(rows.map(({ pValue }) => pValue));
  return rows.map((row, i) => ({ ...row, pValue: round6(row.pValue), adjusted: round6(adjusted[i] ?? 1) }));
}
