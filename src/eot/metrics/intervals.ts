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
  // Holds and ends of turn, then cutoffs and latency under each policy.
  const pairs = [
    [column(first, ({ holds }) => holds), column(first, ({ eots }) => eots)] as const,
    ...points.map((outcomes) => [column(outcomes, ({ cutoffs: cut }) => cut), column(outcomes, ({ latency }) => latency)] as const),
  ];
  const values = points.map(() => [[], []] as readonly [cutoffRate: number[], meanLatency: number[]]);
  const random = mulberry32(seed);
  const drawn = new Int32Array(turns);
  for (let replicate = 0; replicate < replicates; replicate++) {
    for (let draw = 0; draw < turns; draw++) drawn[draw] = Math.floor(random() * turns);
    const [counts = [0, 0], ...sums] = pairs.map(([a, b]) => drawnSums(drawn, a, b));
    sums.forEach((sum, point) =>
      sum.forEach((above, i) => {
        const below = counts[i] ?? 0;
        if (below !== 0) values[point]?.[i]?.push(above / below);
      }),
    );
  }
  return values.map((ofPoint) => {
    const [cutoffRate, meanLatency] = ofPoint.map((rates) => percentileInterval(rates));
    return cutoffRate === undefined || meanLatency === undefined ? undefined : { turns, cutoffRate, meanLatency };
  });
}

/** Sums of two columns over the drawn turns; side by side, for one sum alone waits for each of its additions. */
function drawnSums(drawn: Int32Array, a: Float64Array, b: Float64Array): [number, number] {
  let [x, y] = [0, 0];
  for (let draw = 0; draw < drawn.length; draw++) {
    const turn = drawn[draw] as number;
    x += a[turn] as number;
    y += b[turn] as number;
  }
  return [x, y];
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
