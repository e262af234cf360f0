/**
 * One row of a comparison: a measure, or the waits, of two sides on the same scenes (statistics.md). Values are paired, and the pairs'
 * differences tested: by McNemar's exact test where every pair has one window on either side, by flipping their signs otherwise.
 *
 * What a pair is, is decided by how many scenes there are and not by what came out:
 *   - six scenes or more: the scene, its repeats collapsed to one difference. That speaks of scenes like these.
 *   - fewer, of which no test over scenes can show anything: the play, that is a scene and a repeat, which stood in one randomised block
 *     ("permuted within the block"). Repeats are independent for a statement about just these scenes, and it is one.
 */
import { clusterMean } from '../../stats/bootstrap-t.js';
import { FEWEST_CLUSTERS } from '../../stats/clusters.js';
import { mcnemar } from '../../stats/mcnemar.js';
import { median } from '../../stats/median.js';
import { pairedShares } from '../../stats/paired-shares.js';
import { signFlip } from '../../stats/sign-flip.js';
import type { Compared, ComparedSide, Comparison, PairedInterval } from './model.js';
import type { Play } from './plays.js';
import { round6 } from './rounding.js';

/** Seed of the drawn sign patterns (above 20 pairs that differ) and of the bootstrap; a constant, so that scoring again gives the same bytes. */
const SEED = 1;

/** So many scenes can show something at 5%: all of six differing alike give p = 2 / 2^6. */
export const FEWEST_SCENES = 6;

/** A play and where it stands: pairs have one `scene`, and one `play`, on both sides. */
export interface SidePlay {
  readonly scene: string;
  readonly play: string;
  readonly at: Play;
}

/** Arms need not have as many windows a session as each other: there a session counts as met where nothing in it failed. */
export type Counted = 'windows' | 'sessions';

export type ComparedRow = Omit<Comparison, 'suite' | 'a' | 'b' | 'adjusted' | 'more' | 'primary'> & {
  readonly differences: readonly number[];
};

/** What one side of a pair came to. */
interface Cell {
  readonly value: number;
  /** For shares. */
  readonly met: number;
  readonly of: number;
  /** For waits. */
  readonly waits: readonly number[];
  readonly none: number;
}

/** Undefined where no scene has a value on both sides. */
export function compareRow(a: readonly SidePlay[], b: readonly SidePlay[], what: Compared, counted: Counted): ComparedRow | undefined {
  const cellOf = (plays: readonly SidePlay[]): Cell | undefined => (what === 'wait' ? waitCell(plays) : shareCell(plays, what, counted));
  const byScene = pairsOf(a, b, ({ scene }) => scene, cellOf);
  const scenes = byScene.length;
  const unit = scenes >= FEWEST_SCENES ? 'scene' : 'play';
  const pairs = unit === 'scene' ? byScene : pairsOf(a, b, ({ play }) => play, cellOf);
  const differences = pairs.map(({ left, right }) => right.value - left.value);
  const flipped = signFlip(differences, SEED);
  if (flipped === undefined) return undefined;
  const single = what !== 'wait' && pairs.every(({ left, right }) => left.of === 1 && right.of === 1);
  const exact = single ? mcnemar(pairs.map(({ pair, left, right }) => ({ pair, a: left.met === 1, b: right.met === 1 }))) : undefined;
  const counts = exact !== undefined && 'pValue' in exact ? exact : undefined;
  return {
    what,
    scenes,
    unit,
    pairs: pairs.length,
    of: {
      a: sideOf(
        pairs.map(({ left }) => left),
        what,
        counted,
      ),
      b: sideOf(
        pairs.map(({ right }) => right),
        what,
        counted,
      ),
    },
    difference: round6(flipped.meanDifference),
    interval: intervalOf(differences, counts, unit),
    test: counts === undefined ? 'sign-flip' : 'mcnemar',
    ...(counts === undefined ? {} : { onlyA: counts.onlyA, onlyB: counts.onlyB }),
    pValue: round6(counts?.pValue ?? flipped.pValue),
    smallestPValue: round6(flipped.smallestPValue),
    differences,
  };
}

interface Pair {
  readonly pair: string;
  readonly left: Cell;
  readonly right: Cell;
}

/** In the order of the first side's plays. */
function pairsOf(
  a: readonly SidePlay[],
  b: readonly SidePlay[],
  key: (play: SidePlay) => string,
  cellOf: (plays: readonly SidePlay[]) => Cell | undefined,
): Pair[] {
  const groups = (plays: readonly SidePlay[]): Map<string, SidePlay[]> => {
    const found = new Map<string, SidePlay[]>();
    for (const play of plays) {
      const group = found.get(key(play));
      if (group === undefined) found.set(key(play), [play]);
      else group.push(play);
    }
    return found;
  };
  const others = groups(b);
  return [...groups(a)].flatMap(([pair, own]): Pair[] => {
    const [left, right] = [cellOf(own), cellOf(others.get(pair) ?? [])];
    return left === undefined || right === undefined ? [] : [{ pair, left, right }];
  });
}

function shareCell(plays: readonly SidePlay[], what: Exclude<Compared, 'wait'>, counted: Counted): Cell | undefined {
  let [met, of] = [0, 0];
  for (const { at } of plays) {
    const found = at.met.get(what);
    if (found === undefined) continue;
    met += counted === 'windows' ? found.met : found.met === found.of ? 1 : 0;
    of += counted === 'windows' ? found.of : 1;
  }
  return of === 0 ? undefined : { value: met / of, met, of, waits: [], none: 0 };
}

/** The median of its waits; one that had no end stands at the end of its window, which makes a difference smaller. */
function waitCell(plays: readonly SidePlay[]): Cell | undefined {
  const all = plays.flatMap(({ at }) => at.waits);
  const waits = all.map((wait) => (wait.kind === 'answered' ? wait.ms : wait.aboveMs));
  const value = median(waits);
  return value === undefined ? undefined : { value, met: 0, of: 0, waits, none: all.filter(({ kind }) => kind === 'censored').length };
}

function sideOf(cells: readonly Cell[], what: Compared, counted: Counted): ComparedSide {
  const sum = (of: (cell: Cell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  if (what !== 'wait') return { kind: 'met', counted, met: sum(({ met }) => met), of: sum(({ of }) => of) };
  const waits = cells.flatMap((cell) => cell.waits);
  return { kind: 'waits', medianMs: round6(median(waits) ?? 0), waits: waits.length, none: sum(({ none }) => none) };
}

function intervalOf(
  differences: readonly number[],
  counts: { readonly onlyA: number; readonly onlyB: number } | undefined,
  unit: Comparison['unit'],
): PairedInterval {
  const n = differences.length;
  if (n < FEWEST_CLUSTERS)
    return { kind: 'none', reason: `${n} ${unit}${n === 1 ? '' : 's'}: an interval needs ${FEWEST_CLUSTERS} or more on both sides` };
  const shares = counts && pairedShares(counts.onlyA, counts.onlyB, n);
  if (shares !== undefined) return { kind: 'interval', method: 'paired-score', low: round6(shares.low), high: round6(shares.high) };
  // Whole pairs are drawn: the same scenes for both sides.
  const found = clusterMean(
    differences.map((one, i) => ({ cluster: String(i), values: [one] })),
    { seed: SEED },
  );
  if (found.kind === 'none') return { kind: 'none', reason: found.why === 'no-spread' ? 'all differ alike' : found.reason };
  return { kind: 'interval', method: 'bootstrap-t', low: round6(found.low), high: round6(found.high) };
}
