/**
 * Two agents on the same scenes (statistics.md): each scene's repeats are collapsed to one difference, and the signs of the differences are
 * permuted; McNemar's exact test where every scene gave one window on both. Holm over everything that is compared in a suite.
 */
import { holm } from '../../stats/multiplicity.js';
import { mcnemar } from '../../stats/mcnemar.js';
import { pairsMissing } from '../../stats/power.js';
import { signFlip } from '../../stats/sign-flip.js';
import { MEASURES } from '../model.js';
import { isDiagnostic } from '../diagnostics.js';
import type { Compared, Comparison } from './model.js';
import type { RateCounts } from './rates.js';
import { round6 } from './rounding.js';
import type { WaitCounts } from './waits.js';

/** Seed of the drawn sign patterns (above 20 scenes that differ); a constant, so that scoring again gives the same bytes. */
const FLIP_SEED = 1;

type Raw = Omit<Comparison, 'adjusted' | 'more'> & { readonly differences: readonly number[] };

export function comparisons(
  agents: readonly string[],
  suites: readonly string[],
  rates: RateCounts,
  waits: WaitCounts,
  level: number,
): Comparison[] {
  const pairs = agents.flatMap((a, i) => agents.slice(i + 1).map((b) => [a, b] as const));
  return suites.flatMap((suite) => {
    const family = pairs.flatMap(([a, b]) => [
      ...MEASURES.filter((measure) => !isDiagnostic(measure)).flatMap(
        (measure) =>
          compare(suite, a, b, measure, (agent) => new Map(rates.clusters(agent, measure, suite).map((one) => [one.cluster, one]))) ?? [],
      ),
      ...(compare(suite, a, b, 'wait', (agent) => asShares(waits.medians(agent, suite))) ?? []),
    ]);
    const adjusted = holm(family.map(({ pValue }) => pValue));
    return family.map(({ differences, ...one }, i): Comparison => {
      const p = adjusted[i] ?? 1;
      const missing = p < 1 - level ? undefined : pairsMissing(differences);
      return { ...one, adjusted: round6(p), ...(missing === undefined ? {} : { more: missing }) };
    });
  });
}

/** What a scene comes to: `successes` of `windows`, or a plain value over one window. */
interface Share {
  readonly successes: number;
  readonly windows: number;
}

const asShares = (values: ReadonlyMap<string, number>): ReadonlyMap<string, Share> =>
  new Map([...values].map(([cluster, value]) => [cluster, { successes: value, windows: 1 }]));

function compare(
  suite: string,
  a: string,
  b: string,
  what: Compared,
  of: (agent: string) => ReadonlyMap<string, Share>,
): readonly Raw[] | undefined {
  const [left, right] = [of(a), of(b)];
  const both = [...left].flatMap(([pair, one]) => {
    const other = right.get(pair);
    return other === undefined ? [] : [{ pair, one, other }];
  });
  const differences = both.map(({ one, other }) => other.successes / other.windows - one.successes / one.windows);
  const flipped = signFlip(differences, FLIP_SEED);
  if (flipped === undefined) return undefined;
  const single = what !== 'wait' && both.every(({ one, other }) => one.windows === 1 && other.windows === 1);
  const exact = single
    ? mcnemar(both.map(({ pair, one, other }) => ({ pair, a: one.successes === 1, b: other.successes === 1 })))
    : undefined;
  const mcnemarP = exact !== undefined && 'pValue' in exact ? exact.pValue : undefined;
  return [
    {
      suite,
      a,
      b,
      what,
      scenes: flipped.pairs,
      difference: round6(flipped.meanDifference),
      test: mcnemarP === undefined ? 'sign-flip' : 'mcnemar',
      pValue: round6(mcnemarP ?? flipped.pValue),
      smallestPValue: round6(flipped.smallestPValue),
      differences,
    },
  ];
}
