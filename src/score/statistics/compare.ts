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
import { medianDifference, type BoundedDifference, type MedianDifference } from '../../stats/median-difference.js';
import { median } from '../../stats/median.js';
import { pairedShares } from '../../stats/paired-shares.js';
import { signFlip } from '../../stats/sign-flip.js';
import { count, type Counted, type WindowRef, type WithWindows } from '../counted.js';
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
export type CountedUnit = 'windows' | 'sessions';

export type ComparedRow = Omit<Comparison, 'suite' | 'a' | 'b' | 'adjusted' | 'more' | 'primary' | 'of' | 'onlyA' | 'onlyB'> & {
  readonly of: { readonly a: WithWindows<ComparedSide>; readonly b: WithWindows<ComparedSide> };
  readonly onlyA?: Counted<number>;
  readonly onlyB?: Counted<number>;
  readonly differences: readonly number[];
};

/** What one side of a pair came to. */
interface Cell {
  readonly value: number;
  /** For shares. */
  readonly met: readonly WindowRef[];
  readonly missed: readonly WindowRef[];
  /** For waits: as they count, at the end of their windows where they had no end; which windows; which of these had no reply. */
  readonly waits: readonly number[];
  readonly waited: readonly WindowRef[];
  readonly none: readonly WindowRef[];
  /** Lowest and highest that the value may be: the same unless the median is of waits that had no end. */
  readonly low: number;
  readonly high: number;
}

/** Undefined where no scene has a value on both sides. */
export function compareRow(a: readonly SidePlay[], b: readonly SidePlay[], what: Compared, counted: CountedUnit): ComparedRow | undefined {
  const cellOf = (plays: readonly SidePlay[]): Cell | undefined => (what === 'wait' ? waitCell(plays) : shareCell(plays, what, counted));
  const byScene = pairsOf(a, b, ({ scene }) => scene, cellOf);
  const scenes = byScene.length;
  const unit = scenes >= FEWEST_SCENES ? 'scene' : 'play';
  const pairs = unit === 'scene' ? byScene : pairsOf(a, b, ({ play }) => play, cellOf);
  const differences = pairs.map(({ left, right }) => right.value - left.value);
  const flipped = signFlip(differences, SEED);
  if (flipped === undefined) return undefined;
  const single = what !== 'wait' && pairs.every(({ left, right }) => decided(left) === 1 && decided(right) === 1);
  const exact = single
    ? mcnemar(pairs.map(({ pair, left, right }) => ({ pair, a: left.met.length === 1, b: right.met.length === 1 })))
    : undefined;
  const counts = exact !== undefined && 'pValue' in exact ? exact : undefined;
  const between = what === 'wait' ? boundedMedian(pairs) : undefined;
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
    ...(between === undefined ? {} : { median: { fromMs: finite(between.from), toMs: finite(between.to) } }),
    interval: intervalOf(differences, counts, unit, between),
    test: counts === undefined ? 'sign-flip' : 'mcnemar',
    // The window that was missed is the one to hear.
    ...(counts === undefined
      ? {}
      : {
          onlyA: count(pairs.flatMap(({ left, right }) => (left.met.length > right.met.length ? right.missed : []))),
          onlyB: count(pairs.flatMap(({ left, right }) => (right.met.length > left.met.length ? left.missed : []))),
        }),
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

const decided = ({ met, missed }: Cell): number => met.length + missed.length;

function shareCell(plays: readonly SidePlay[], what: Exclude<Compared, 'wait'>, counted: CountedUnit): Cell | undefined {
  const [met, missed]: [WindowRef[], WindowRef[]] = [[], []];
  for (const { at } of plays) {
    const found = at.decided.get(what);
    if (found === undefined) continue;
    if (counted === 'windows') {
      met.push(...found.met);
      missed.push(...found.missed);
    } else if (found.missed.length > 0) missed.push(...found.missed.slice(0, 1));
    else met.push(...found.met.slice(0, 1));
  }
  const of = met.length + missed.length;
  if (of === 0) return undefined;
  const value = met.length / of;
  return { value, met, missed, waits: [], waited: [], none: [], low: value, high: value };
}

/** The median of its waits; one that had no end stands at the end of its window, which makes a difference smaller. */
function waitCell(plays: readonly SidePlay[]): Cell | undefined {
  const all = plays.flatMap(({ at }) => at.waits);
  const waits = all.map(({ wait }) => (wait.kind === 'answered' ? wait.ms : wait.aboveMs));
  const value = median(waits);
  if (value === undefined) return undefined;
  const none = all.flatMap(({ wait, at }) => (wait.kind === 'censored' ? [at] : []));
  const high = median(all.map(({ wait }) => (wait.kind === 'answered' ? wait.ms : Infinity))) ?? value;
  return { value, met: [], missed: [], waits, waited: all.map(({ at }) => at), none, low: value, high };
}

function sideOf(cells: readonly Cell[], what: Compared, counted: CountedUnit): WithWindows<ComparedSide> {
  if (what !== 'wait') {
    const met = cells.flatMap((cell) => cell.met);
    return { kind: 'met', counted, met: count(met), of: count([...met, ...cells.flatMap(({ missed }) => missed)]) };
  }
  const waits = count(cells.flatMap(({ waited }) => waited));
  const medianMs = round6(median(cells.flatMap((cell) => cell.waits)) ?? 0);
  return { kind: 'waits', medianMs, waits, none: count(cells.flatMap(({ none }) => none)) };
}

/** Where a pair's difference is not known, since a wait had no end: the median of the differences, which a few of these do not move. */
function boundedMedian(pairs: readonly Pair[]): MedianDifference | undefined {
  const differences = pairs.map(({ left, right }): BoundedDifference => ({ low: right.low - left.high, high: right.high - left.low }));
  return differences.every(({ low, high }) => low === high) ? undefined : medianDifference(differences);
}

/** Null where there is no bound. */
const finite = (value: number): number | null => (Number.isFinite(value) ? round6(value) : null);

function intervalOf(
  differences: readonly number[],
  counts: { readonly onlyA: number; readonly onlyB: number } | undefined,
  unit: Comparison['unit'],
  between: MedianDifference | undefined,
): PairedInterval {
  const n = differences.length;
  if (n < FEWEST_CLUSTERS)
    return { kind: 'none', reason: `${n} ${unit}${n === 1 ? '' : 's'}: an interval needs ${FEWEST_CLUSTERS} or more on both sides` };
  if (between?.interval !== undefined) {
    const { low, high } = between.interval;
    return { kind: 'bounds', method: 'order-statistics', low: finite(low), high: finite(high) };
  }
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
