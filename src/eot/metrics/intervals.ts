/**
 * Intervals over turns, which the public tool lacks. Spans of one turn are not independent, so whole turns are drawn with replacement
 * (statistics.md); every model's policy meets the same draws, so that differences between models are paired by turn.
 *
 * A policy was chosen on the very turns it is judged on. The interval is that of the chosen policy on other turns of the kind; that the
 * choice itself flatters is not in it.
 */
import { percentileInterval, sceneBootstrap } from '../../stats/bootstrap.js';
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

type Rate = (draw: Iterable<number>) => number | undefined;

function ratio(above: Float64Array, below: Float64Array): Rate {
  return (draw) => {
    let [sum, count] = [0, 0];
    for (const turn of draw) {
      sum += above[turn] as number;
      count += below[turn] as number;
    }
    return count === 0 ? undefined : sum / count;
  };
}

const column = (turns: readonly TurnOutcome[], of: (turn: TurnOutcome) => number): Float64Array => Float64Array.from(turns, of);

const cutoffs = (turns: readonly TurnOutcome[]): Rate =>
  ratio(
    column(turns, (turn) => turn.cutoffs),
    column(turns, (turn) => turn.holds),
  );

const latencies = (turns: readonly TurnOutcome[]): Rate =>
  ratio(
    column(turns, (turn) => turn.latency),
    column(turns, (turn) => turn.eots),
  );

function intervalOf(
  turns: number,
  rate: Rate,
  { seed = BOOTSTRAP_SEED, replicates = BOOTSTRAP_REPLICATES }: BootstrapOptions,
): Interval | undefined {
  return percentileInterval(sceneBootstrap(turns, rate, { seed, replicates }));
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
  const width = 2 + 2 * points.length;
  const lines = linesOf(first, points, Math.ceil(width / SIDE) * SIDE);
  const values = points.map(() => [[], []] as readonly [cutoffRate: number[], meanLatency: number[]]);
  const random = mulberry32(seed);
  const drawn = new Int32Array(turns);
  const sums = new Float64Array(lines.length / turns);
  for (let replicate = 0; replicate < replicates; replicate++) {
    for (let draw = 0; draw < turns; draw++) drawn[draw] = Math.floor(random() * turns) * sums.length;
    for (let from = 0; from < sums.length; from += SIDE) drawnSums(drawn, lines, from, sums);
    const [holds, eots] = [sums[0] as number, sums[1] as number];
    for (const [point, [cutoffRates, meanLatencies]] of values.entries()) {
      if (holds !== 0) cutoffRates.push((sums[2 + 2 * point] as number) / holds);
      if (eots !== 0) meanLatencies.push((sums[3 + 2 * point] as number) / eots);
    }
  }
  return values.map((ofPoint) => {
    const [cutoffRate, meanLatency] = ofPoint.map((rates) => percentileInterval(rates));
    return cutoffRate === undefined || meanLatency === undefined ? undefined : { turns, cutoffRate, meanLatency };
  });
}

/** Columns that are summed side by side: one sum alone waits for each of its additions. */
const SIDE = 4;

/** A line a turn, for what is drawn together lies together: holds and ends of turn, then cutoffs and latency under each policy, then zeros. */
function linesOf(first: readonly TurnOutcome[], points: readonly (readonly TurnOutcome[])[], width: number): Float64Array {
  const lines = new Float64Array(first.length * width);
  first.forEach(({ holds, eots }, turn) => lines.set([holds, eots], turn * width));
  points.forEach((outcomes, point) =>
    outcomes.forEach(({ cutoffs: cut, latency }, turn) => lines.set([cut, latency], turn * width + 2 + 2 * point)),
  );
  return lines;
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
  options: BootstrapOptions = {},
): Difference | undefined {
  const second = new Map(b.map((turn) => [turn.id, turn]));
  const common = a.flatMap((turn) => {
    const other = second.get(turn.id);
    return other === undefined ? [] : [[turn, other] as const];
  });
  if (common.length < FEWEST_CLUSTERS) return undefined;
  const [left, right] = [common.map(([one]) => one), common.map(([, other]) => other)];
  const all = Array.from(common.keys());
  const difference = (of: (turns: readonly TurnOutcome[]) => Rate): { readonly value: number; readonly interval: Interval } | undefined => {
    const [first, other] = [of(left), of(right)];
    const between: Rate = (draw) => {
      const drawn = [...draw];
      const [x, y] = [first(drawn), other(drawn)];
      return x === undefined || y === undefined ? undefined : x - y;
    };
    const value = between(all);
    const interval = intervalOf(common.length, between, options);
    return value === undefined || interval === undefined ? undefined : { value, interval };
  };
  const [cutoffRate, meanLatency] = [difference(cutoffs), difference(latencies)];
  return cutoffRate === undefined || meanLatency === undefined ? undefined : { cutoffRate, meanLatency, turns: common.length };
}
