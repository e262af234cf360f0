/** Every two systems of different runs on the same scenes: paired tests as within a run (score/statistics), and the bootstrap over scenes beside them. */
import type { PrimaryMeasure } from '../scenario/model.js';
import { separate } from '../score/counted.js';
import type { SelectiveCondition } from '../score/selective/model.js';
import { compareRow, type SidePlay } from '../score/statistics/compare.js';
import { COMPARED, corrected, type Row } from '../score/statistics/comparisons.js';
import type { Compared } from '../score/statistics/model.js';
import { round6 } from '../score/statistics/rounding.js';
import { FEWEST_CLUSTERS } from '../stats/clusters.js';
import { differenceInterval, REPLICATES, type SceneCounts } from '../stats/ratio-bootstrap.js';
import type { SystemComparison } from './model.js';
import { metByScene, type SystemPlays } from './system.js';

/** Seed of every bootstrap: all draw the same scenes, and the same runs give the same bytes. */
const SEED = 1;

/** One agent in one run. */
export interface Contestant {
  readonly plays: SystemPlays;
  /** Place of its run. */
  readonly run: number;
}

/**
 * Row by row, so that a caller can show how far it is: each suite and condition is one family of tests. Two agents of one run are no pair
 * here: their run has compared them, and Holm's method would make every row that was asked for pay for rows that were not.
 */
export function* compareSystems(
  systems: readonly Contestant[],
  primaries: ReadonlyMap<string, PrimaryMeasure>,
  replicates = REPLICATES,
): Generator<SystemComparison> {
  const families = new Map(
    systems.flatMap(({ plays: { suites } }) => suites).map((one) => [JSON.stringify([one.suite, one.condition]), one]),
  );
  for (const { suite, condition } of families.values()) {
    const rows = pairsOf(systems).flatMap(([a, b]) => (a.run === b.run ? [] : rowsOf(a.plays, b.plays, suite, condition)));
    const sides = new Map(systems.map(({ plays }) => [plays.name, plays.of(suite, condition)]));
    for (const one of corrected(rows, primaries.get(suite))) {
      const bootstrap = bootstrapOf(sides.get(one.a) ?? [], sides.get(one.b) ?? [], one.what, replicates);
      // The windows behind its counts are listed by cell there (model.ts, CellWindow).
      yield separate<SystemComparison>({ condition, ...one, ...(bootstrap === undefined ? {} : { bootstrap }) }).value;
    }
  }
}

const pairsOf = <T>(all: readonly T[]): (readonly [T, T])[] => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));

function rowsOf(a: SystemPlays, b: SystemPlays, suite: string, condition: SelectiveCondition): Row[] {
  return COMPARED.flatMap((what): Row[] => {
    const row = compareRow(a.of(suite, condition), b.of(suite, condition), what, 'windows');
    return row === undefined ? [] : [{ suite, a: a.name, b: b.name, ...row }];
  });
}

function bootstrapOf(
  a: readonly SidePlay[],
  b: readonly SidePlay[],
  what: Compared,
  replicates: number,
): SystemComparison['bootstrap'] | undefined {
  if (what === 'wait') return undefined;
  const [x, y] = [metByScene(a, what), metByScene(b, what)];
  // Those that the row compares: in the others one side has nothing to be held against.
  const scenes = [...x.keys()].filter((scene) => y.has(scene));
  if (scenes.length < FEWEST_CLUSTERS) return undefined;
  const counts = (side: ReadonlyMap<string, { readonly met: number; readonly of: number }>): SceneCounts => ({
    hits: scenes.map((scene) => side.get(scene)?.met ?? 0),
    windows: scenes.map((scene) => side.get(scene)?.of ?? 0),
  });
  const [left, right] = [counts(x), counts(y)];
  const interval = differenceInterval(left, right, { seed: SEED, replicates });
  if (interval === undefined) return undefined;
  const rate = ({ hits, windows }: SceneCounts): number => sum(hits) / sum(windows);
  return { difference: round6(rate(right) - rate(left)), low: round6(interval.low), high: round6(interval.high), replicates };
}

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);
