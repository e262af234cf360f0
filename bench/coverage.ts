/**
 * How often the 95% intervals of rates over scenes hold the truth, by simulation: node dist/bench/coverage.js [--runs N] [--seed S]
 * [--grid check|looked-at] [--method product,wilson-t,...]
 *
 * `looked-at` is the grid by which the method was chosen, `check` one that nobody had looked at before it was.
 */
import { parseArgs } from 'node:util';
import { mulberry32, seedOf } from '../src/stats/random.js';
import { coverageOf, expectedCarriers, METHODS, rarerKind, SHAPES, type Coverage, type Method, type Truth } from './clustered.js';

interface Grid {
  readonly clusters: readonly number[];
  /** 0: unequal, 1 to 20. */
  readonly repeats: readonly number[];
  readonly icc: readonly number[];
  readonly rate: readonly number[];
}

export const GRIDS = {
  'looked-at': { clusters: [10, 20, 40], repeats: [5, 20], icc: [0.1, 0.5], rate: [0.05, 0.1, 0.3, 0.5] },
  check: { clusters: [12, 25, 60], repeats: [3, 12, 0], icc: [0.05, 0.2, 0.4], rate: [0.15, 0.35, 0.75] },
} as const satisfies Readonly<Record<string, Grid>>;

export function truthsOf({ clusters, repeats, icc, rate }: Grid): Required<Truth>[] {
  return SHAPES.flatMap((shape) =>
    clusters.flatMap((c) =>
      repeats.flatMap((m) => icc.flatMap((r) => rate.map((p) => ({ clusters: c, repeats: m, icc: r, rate: p, shape })))),
    ),
  );
}

/**
 * Where coverage is claimed (docs/statistics.md): ten scenes or more, of which the rarer outcome is carried by five or more (Kish's count), and
 * where scenes are of kinds, five or more of the rarer kind; both as expected of the truth.
 */
export function inDomain(truth: Required<Truth>): boolean {
  const kind = rarerKind(truth);
  return truth.clusters >= 10 && expectedCarriers(truth) >= 5 && (kind === undefined || kind * truth.clusters >= 5);
}

/** A seed of its own for each cell, so that cells can be played alone. */
export function cell(method: Method, truth: Required<Truth>, runs: number, seed: number): Coverage {
  return coverageOf(method, truth, runs, mulberry32(seedOf(seed, JSON.stringify(truth))));
}

const percent = (share: number): string => (100 * share).toFixed(1);

/** Half-width of the 95% interval of a coverage, by chance of so many runs. */
function chance({ covered, given }: Coverage): number {
  return 1.96 * Math.sqrt((covered * (1 - covered)) / given);
}

function row(truth: Required<Truth>, found: readonly Coverage[]): string {
  const kind = rarerKind(truth);
  return [
    truth.shape.padEnd(10),
    String(truth.clusters).padStart(8),
    (truth.repeats === 0 ? '1-20' : String(truth.repeats)).padStart(7),
    String(truth.icc).padStart(5),
    String(truth.rate).padStart(5),
    expectedCarriers(truth).toFixed(1).padStart(8),
    (kind === undefined ? '-' : (kind * truth.clusters).toFixed(1)).padStart(5),
    inDomain(truth) ? 'yes' : ' no',
    ...found.map((one) =>
      [
        `${percent(one.covered)} ±${percent(chance(one))}`.padStart(13),
        `${percent(one.above)}/${percent(one.below)}`.padStart(10),
        one.meanWidth.toFixed(3).padStart(6),
        percent(one.sparse).padStart(6),
        (one.coveredUnlessSparse === undefined ? '-' : percent(one.coveredUnlessSparse)).padStart(6),
      ].join(' '),
    ),
  ].join(' ');
}

function main(): void {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      grid: { type: 'string', default: 'check' },
      method: { type: 'string', default: 'product' },
    },
  });
  const name = values.grid as keyof typeof GRIDS;
  const methods = values.method.split(',').map((one) => METHODS.find((known) => known === one));
  if (!(name in GRIDS) || methods.includes(undefined)) {
    console.error(`--grid is one of ${Object.keys(GRIDS).join(', ')}; --method is of ${METHODS.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const chosen = methods.filter((one) => one !== undefined);
  console.log(`95% intervals of a rate over scenes, ${values.runs} runs a cell, seed ${values.seed}, grid ${name}; in percent`);
  console.log(
    'carriers: scenes that hold the rarer outcome, as expected (Kish); kind: expected scenes of the rarer kind; in: in the stated domain',
  );
  console.log(
    [
      'shape     ',
      'clusters',
      'repeats',
      '  icc',
      ' rate',
      'carriers',
      ' kind',
      ...chosen.map((one) => `${one.padStart(13)} above/below  width sparse unless`),
    ].join(' '),
  );
  const all: { readonly truth: Required<Truth>; readonly found: readonly Coverage[] }[] = [];
  for (const truth of truthsOf(GRIDS[name])) {
    const found = chosen.map((method) => cell(method, truth, Number(values.runs), Number(values.seed)));
    all.push({ truth, found });
    console.log(row(truth, found));
  }
  for (const [i, method] of chosen.entries())
    for (const shape of SHAPES) {
      const own = all.filter(({ truth }) => truth.shape === shape);
      const total = (cells: typeof own): string => totals(cells.map(({ found }) => found[i]?.covered ?? 0));
      console.log(`${method}, ${shape}: ${total(own)}; in the domain ${total(own.filter(({ truth }) => inDomain(truth)))}`);
    }
}

/** "mean 95.3, from 92.4 to 98.4 (81 cells, 75 of them 92 to 97)". */
function totals(covered: readonly number[]): string {
  if (covered.length === 0) return 'no cell';
  const mean = covered.reduce((sum, one) => sum + one, 0) / covered.length;
  const within = covered.filter((one) => one >= 0.92 && one <= 0.97).length;
  return `mean ${percent(mean)}, from ${percent(Math.min(...covered))} to ${percent(Math.max(...covered))} (${covered.length} cells, ${within} of them 92 to 97)`;
}

if (process.argv[1]?.endsWith('coverage.js') === true) main();
