/**
 * Intervals over turns, which the public tool lacks. Spans of one turn are not independent, so whole turns are drawn with replacement
 * (statistics.md); every model's policy meets the same draws, so that differences between models are paired by turn.
 *
 * A policy was chosen on the very turns it is judged on. The interval is that of the chosen policy on other turns of the kind; that the
 * choice itself flatters is not in it.
 */
import { percentileInterval } from '../../stats/bootstrap.js';
import { FEWEST_CLUSTERS } from '../../stats/clusters.js';
import type { Interval } from '../../stats/interval.js';
import { mulberry32 } from '../../stats/random.js';
import type { TurnOutcome } from './policy.js';

export const BOOTSTRAP_REPLICATES = 2000;
export const BOOTSTRAP_SEED = 1;

export interface PointIntervals {
  readonly turns: number;
  readonly cutoffRate: Interval;
  /** Seconds. */
  readonly meanLatency: Interval;
}

export interface Difference {
  /** First less second. */
  readonly cutoffRate: { readonly value: number; readonly interval: Interval };
  /** Seconds. */
  readonly meanLatency: { readonly value: number; readonly interval: Interval };
  /** Turns that both have. */
  readonly turns: number;
}

export interface BootstrapOptions {
  readonly seed?: number;
  readonly replicates?: number;
}

/** Undefined below ten turns: so few say nothing of others (statistics.md). */
export function pointIntervals(turns: readonly TurnOutcome[], options: BootstrapOptions = {}): PointIntervals | undefined {
  return intervalsOfPoints([turns], options)[0];
}

/**
 * Intervals of several policies on the same turns, each as `pointIntervals` gives it: every policy meets the same draws anyway, so that they
 * are drawn once.
 * @param points outcomes of each policy, of the same turns in the same order
 */
export function intervalsOfPoints(
  points: readonly (readonly TurnOutcome[])[],
  { seed = BOOTSTRAP_SEED, replicates = BOOTSTRAP_REPLICATES }: BootstrapOptions = {},
): (PointIntervals | undefined)[] {
  const [first] = points;
  if (first === undefined || first.length < FEWEST_CLUSTERS) return points.map(() => undefined);
  const turns = first.length;
  const lines = linesOf(turns, [...holdsAndEots(first), ...points.flatMap(cutoffsAndLatency)]);
  const values = points.map(() => [[], []] as readonly [cutoffRate: number[], meanLatency: number[]]);
  eachReplicate(turns, lines, { seed, replicates }, (sums) => {
    const [holds, eots] = [sums[0] as number, sums[1] as number];
    for (const [point, [cutoffRates, meanLatencies]] of values.entries()) {
      if (holds !== 0) cutoffRates.push((sums[2 + 2 * point] as number) / holds);
      if (eots !== 0) meanLatencies.push((sums[3 + 2 * point] as number) / eots);
    }
  });
  return values.map((ofPoint) => {
    const [cutoffRate, meanLatency] = ofPoint.map((rates) => percentileInterval(rates));
    return cutoffRate === undefined || meanLatency === undefined ? undefined : { turns, cutoffRate, meanLatency };
  });
}

/** Columns that are summed side by side: one sum alone waits for each of its additions. */
const SIDE = 4;

type Column = (line: number) => number;

const columnOf =
  (turns: readonly TurnOutcome[], of: (turn: TurnOutcome) => number): Column =>
  (line) => {
    const turn = turns[line];
    return turn === undefined ? 0 : of(turn);
  };
const holdsAndEots = (turns: readonly TurnOutcome[]): Column[] => [
  columnOf(turns, (turn) => turn.holds),
  columnOf(turns, (turn) => turn.eots),
];
const cutoffsAndLatency = (turns: readonly TurnOutcome[]): Column[] => [
  columnOf(turns, (turn) => turn.cutoffs),
  columnOf(turns, (turn) => turn.latency),
];

/** A line a turn, for what is drawn together lies together: the columns, then zeros up to a multiple of SIDE. */
function linesOf(turns: number, columns: readonly Column[]): Float64Array {
  const width = Math.ceil(columns.length / SIDE) * SIDE;
  const lines = new Float64Array(turns * width);
  for (let turn = 0; turn < turns; turn++) for (const [at, column] of columns.entries()) lines[turn * width + at] = column(turn);
  return lines;
}

/** The draws of `sceneBootstrap`: floor(u n) of one mulberry32 stream. @param use is given the sums of the drawn lines' columns, in draw order */
function eachReplicate(
  turns: number,
  lines: Float64Array,
  { seed, replicates }: Required<BootstrapOptions>,
  use: (sums: Float64Array) => void,
): void {
  const random = mulberry32(seed);
  const drawn = new Int32Array(turns);
  const sums = new Float64Array(lines.length / turns);
  for (let replicate = 0; replicate < replicates; replicate++) {
    for (let draw = 0; draw < turns; draw++) drawn[draw] = Math.floor(random() * turns) * sums.length;
    for (let from = 0; from < sums.length; from += SIDE) drawnSums(drawn, lines, from, sums);
    use(sums);
  }
}

/** @param drawn begins of the drawn turns' lines; sums of the columns `from` to `from` + SIDE go to `sums` */
function drawnSums(drawn: Int32Array, lines: Float64Array, from: number, sums: Float64Array): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let draw = 0; draw < drawn.length; draw++) {
    const at = (drawn[draw] as number) + from;
    a += lines[at] as number;
    b += lines[at + 1] as number;
    c += lines[at + 2] as number;
    d += lines[at + 3] as number;
  }
  sums[from] = a;
  sums[from + 1] = b;
  sums[from + 2] = c;
  sums[from + 3] = d;
}

/** Paired by turn id; turns of one side only are left out. Undefined below ten common turns. */
export function pairedDifference(
  a: readonly TurnOutcome[],
  b: readonly TurnOutcome[],
  { seed = BOOTSTRAP_SEED, replicates = BOOTSTRAP_REPLICATES }: BootstrapOptions = {},
): Difference | undefined {
  const second = new Map(b.map((turn) => [turn.id, turn]));
  const common = a.flatMap((turn) => {
    const other = second.get(turn.id);
    return other === undefined ? [] : [[turn, other] as const];
  });
  const turns = common.length;
  if (turns < FEWEST_CLUSTERS) return undefined;
  const sides = [common.map(([one]) => one), common.map(([, other]) => other)];
  const lines = linesOf(
    turns,
    sides.flatMap((side) => [...holdsAndEots(side), ...cutoffsAndLatency(side)]),
  );
  const all = new Float64Array(lines.length / turns);
  for (let from = 0; from < all.length; from += SIDE)
    drawnSums(
      Int32Array.from(common, (_, turn) => turn * all.length),
      lines,
      from,
      all,
    );
  const [cutoffRates, meanLatencies]: [number[], number[]] = [[], []];
  eachReplicate(turns, lines, { seed, replicates }, (sums) => {
    const [cutoffRate, meanLatency] = [between(sums, HOLDS), between(sums, EOTS)];
    if (cutoffRate !== undefined) cutoffRates.push(cutoffRate);
    if (meanLatency !== undefined) meanLatencies.push(meanLatency);
  });
  const cutoffRate = valueIn(between(all, HOLDS), cutoffRates);
  const meanLatency = valueIn(between(all, EOTS), meanLatencies);
  return cutoffRate === undefined || meanLatency === undefined ? undefined : { cutoffRate, meanLatency, turns };
}

/** Columns of a side of a pair: HOLDS, EOTS, and two behind each what is counted over it. */
const [HOLDS, EOTS, OF_A_SIDE] = [0, 1, 4];

/** Ratio of the first side less that of the second; undefined where one has none. */
function between(sums: Float64Array, below: number): number | undefined {
  const [x, y] = [sums[below] as number, sums[OF_A_SIDE + below] as number];
  return x === 0 || y === 0 ? undefined : (sums[below + 2] as number) / x - (sums[OF_A_SIDE + below + 2] as number) / y;
}

function valueIn(value: number | undefined, replicates: readonly number[]): Difference['cutoffRate'] | undefined {
  const interval = percentileInterval(replicates);
  return value === undefined || interval === undefined ? undefined : { value, interval };
}
