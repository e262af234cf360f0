/**
 * How often the 95% intervals of means, paired differences, paired shares and percentiles hold the truth, by simulation:
 *
 *   node dist/bench/coverage-means.js [--runs N] [--seed S] [--save]
 *
 * `npm run bench -- coverage` does the same for rates over scenes.
 */
import { parseArgs } from 'node:util';
import { normalQuantile } from '../src/stats/normal.js';
import { mulberry32, seedOf } from '../src/stats/random.js';
import { saveFigures } from './figures.js';
import {
  coverageOfMeans,
  coverageOfPercentiles,
  coverageOfShares,
  VALUE_SHAPES,
  type Held,
  type MeanTruth,
  type PercentileTruth,
} from './paired.js';

/** Ten clusters are the fewest that get an interval. */
export const CLUSTERS = [10, 20, 50] as const;
const REPEATS = [1, 5, 0] as const;
const ICC = [0.1, 0.5] as const;

export function meanTruths(what: MeanTruth['what']): MeanTruth[] {
  return VALUE_SHAPES.flatMap((shape) =>
    CLUSTERS.flatMap((clusters) => REPEATS.flatMap((repeats) => ICC.map((icc) => ({ what, shape, clusters, repeats, icc })))),
  );
}

/** A seed of its own for each cell, so that cells can be played alone. */
export function meanCell(truth: MeanTruth, runs: number, seed: number): Held {
  return coverageOfMeans(truth, runs, mulberry32(seedOf(seed, JSON.stringify(truth))));
}

/** Chances of "only A", chances of "only B", pairs. */
const SHARES = [0, 0.05, 0.2].flatMap((a) => [0.05, 0.2, 0.4].flatMap((b) => [10, 20, 50].map((n) => [a, b, n] as const)));

const percent = (share: number): string => (100 * share).toFixed(1);

interface Line {
  readonly what: string;
  readonly held: Held;
}

function print(title: string, lines: readonly Line[]): string {
  console.log(`\n${title}`);
  for (const { what, held } of lines) {
    const chance = 1.96 * Math.sqrt((held.covered * (1 - held.covered)) / held.given);
    const none = held.given === held.runs ? '' : `, none in ${percent(1 - held.given / held.runs)}`;
    console.log(
      `  ${what.padEnd(52)} ${percent(held.covered).padStart(5)} ±${percent(chance)}  above/below ${percent(held.above)}/${percent(held.below)}  width ${held.meanWidth.toFixed(3)}${none}`,
    );
  }
  const covered = lines.map(({ held }) => held.covered);
  const within = covered.filter((one) => one >= 0.92 && one <= 0.97).length;
  const all = covered.reduce((sum, one) => sum + one, 0) / covered.length;
  const words = `mean ${percent(all)}, from ${percent(Math.min(...covered))} to ${percent(Math.max(...covered))}; ${within} of ${covered.length} cells within 92 to 97`;
  console.log(`  ${words}`);
  return words;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      save: { type: 'boolean', default: false },
    },
  });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  console.log(`95% intervals, ${runs} runs a cell, seed ${seed}; in percent`);
  const rows: { what: string; figure: string; n: number }[] = [];
  const add = (what: string, lines: readonly Line[]): void => {
    rows.push({ what, figure: `held by ${print(what, lines)}`, n: lines.reduce((sum, { held }) => sum + held.given, 0) });
  };
  for (const what of ['mean', 'difference'] as const)
    for (const shape of VALUE_SHAPES)
      add(
        `bootstrap-t of a ${what === 'mean' ? 'mean over clusters' : 'mean paired difference'}, ${shape}`,
        meanTruths(what)
          .filter((truth) => truth.shape === shape)
          .map((truth) => ({
            what: `${truth.clusters} clusters x ${truth.repeats === 0 ? '1-20' : truth.repeats}, correlation ${truth.icc}`,
            held: meanCell(truth, runs, seed),
          })),
      );
  add(
    'score interval of paired shares',
    SHARES.map(([a, b, n]) => ({
      what: `${n} pairs, only A ${percent(a)}, only B ${percent(b)}`,
      held: coverageOfShares(a, b, n, runs, mulberry32(seedOf(seed, JSON.stringify([a, b, n])))),
    })),
  );
  for (const share of [0.5, 0.95]) rows.push(percentiles(share, runs, seed));
  if (values.save)
    await saveFigures({ name: 'coverage-means', topic: 'sure', command: `npm run bench -- coverage-means --runs ${runs} --save` }, rows);
}

/** One-sided bounds: each is meant to keep its side in 95 of 100. */
function percentiles(share: number, runs: number, seed: number): { what: string; figure: string; n: number } {
  const what = `one-sided 95% bounds of the ${share === 0.5 ? 'median' : 'p95'} of waits, with censored ones`;
  console.log(`\n${what}: lower / upper`);
  const found = VALUE_SHAPES.flatMap((shape) =>
    [10, 20, 60].flatMap((clusters) =>
      [1, 5].flatMap((repeats) =>
        ICC.filter((icc) => repeats > 1 || icc === ICC[0]).map((icc) => {
          const truth: PercentileTruth = { share, shape, clusters, repeats, icc };
          const held = coverageOfPercentiles(truth, normalQuantile(share), runs, mulberry32(seedOf(seed, JSON.stringify(truth))));
          const upper = held.given === 0 ? 'none given' : `${percent(held.upper)} (given in ${percent(held.given / held.runs)})`;
          console.log(
            `  ${`${shape}, ${clusters} scenes x ${repeats}, correlation ${icc}`.padEnd(52)} ${percent(held.lower).padStart(5)} / ${upper}`,
          );
          return held;
        }),
      ),
    ),
  );
  // A bound that is given only now and then is given where the sample happens to be large enough: its share says little.
  const shares = found.flatMap(({ lower, upper, given }) => [lower, ...(given > runs / 2 ? [upper] : [])]);
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const figure = `kept by mean ${percent(mean)}, from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} of ${shares.length} cells`;
  console.log(`  ${figure}`);
  return { what, figure, n: found.reduce((sum, { runs: n }) => sum + n, 0) };
}

if (process.argv[1]?.endsWith('coverage-means.js') === true) await main();
