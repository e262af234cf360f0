/** Checks of the statistics against reference vectors: a sample of them by `npm test`, all by `npm run verify`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { percentileInterval, sceneBootstrap } from '../../src/stats/bootstrap.js';
import { mcnemarExact } from '../../src/stats/mcnemar.js';
import { normalCdf } from '../../src/stats/normal.js';
import { percentile } from '../../src/stats/percentile.js';
import { mulberry32 } from '../../src/stats/random.js';
import { spearman } from '../../src/stats/spearman.js';
import { IndependentCounts, wilson } from '../../src/stats/wilson.js';

const read = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

export const close = (found: number | undefined, wanted: number, relative = 1e-9): void => {
  expect(Math.abs((found ?? NaN) - wanted), `${found} against ${wanted}`).toBeLessThanOrEqual(
    relative * Math.max(1e-300, Math.abs(wanted)),
  );
};

interface McNemarCase {
  readonly both: number;
  readonly only_a: number;
  readonly only_b: number;
  readonly neither: number;
  readonly p_exact: number;
  readonly p_chi2_cc: number;
}

export function checkMcNemar(folder: string): void {
  const cases = read(folder, 'mcnemar_exact') as McNemarCase[];
  expect(cases.length).toBeGreaterThan(0);
  for (const { only_a, only_b, p_exact, p_chi2_cc } of cases) {
    close(mcnemarExact(only_a, only_b), p_exact);
    // The vectors' approximate p, by way of the normal distribution: checks that one too.
    if (only_a !== only_b) close(2 * normalCdf(-(Math.abs(only_a - only_b) - 1) / Math.sqrt(only_a + only_b)), p_chi2_cc);
  }
}

export function checkPercentilesAndWilson(folder: string): void {
  const vectors = read(folder, 'percentile_wilson') as {
    values: number[];
    linear: Record<string, number>;
    wilson95: { k: number; n: number; ci: [number, number] }[];
  };
  for (const [percent, value] of Object.entries(vectors.linear)) close(percentile(vectors.values, Number(percent) / 100), value, 1e-12);
  for (const { k, n, ci } of vectors.wilson95) {
    const found = wilson(IndependentCounts.ofOneScene('scene', 'agent', k, n));
    close(found?.low, ci[0], 1e-9);
    close(found?.high, ci[1], 1e-9);
  }
}

export function checkBootstrap(folder: string): void {
  const vectors = read(folder, 'scene_bootstrap') as {
    seed: number;
    B: number;
    first5_u: number[];
    scenes: { n: number; a: number; b: number }[];
    ci95_linear_percentile: Record<'a' | 'b' | 'diff', [number, number]>;
    replicate_first10_diff: number[];
    numpy_20000_diff_ci95_statistical_check: [number, number];
    tolerance_statistical: number;
  };
  const random = mulberry32(vectors.seed);
  for (const u of vectors.first5_u) expect(random()).toBe(u);
  const { scenes } = vectors;
  const rate = (draw: readonly number[], key: 'a' | 'b'): number | undefined => {
    const n = draw.reduce((sum, i) => sum + scenes[i]!.n, 0);
    return n === 0 ? undefined : draw.reduce((sum, i) => sum + scenes[i]![key], 0) / n;
  };
  const diff = (draw: readonly number[]): number | undefined => {
    const [a, b] = [rate(draw, 'a'), rate(draw, 'b')];
    return a === undefined || b === undefined ? undefined : a - b;
  };
  const options = { seed: vectors.seed, replicates: vectors.B };
  const figures = { a: (d: readonly number[]) => rate(d, 'a'), b: (d: readonly number[]) => rate(d, 'b'), diff } as const;
  for (const name of ['a', 'b', 'diff'] as const) {
    const found = percentileInterval(sceneBootstrap(scenes.length, figures[name], options));
    close(found?.low, vectors.ci95_linear_percentile[name][0]);
    close(found?.high, vectors.ci95_linear_percentile[name][1]);
  }
  const first = sceneBootstrap(scenes.length, diff, { ...options, replicates: 10 });
  first.forEach((value, i) => close(value, vectors.replicate_first10_diff[i]!, 1e-9));
  const many = percentileInterval(sceneBootstrap(scenes.length, diff, { seed: 1, replicates: 20_000 }));
  expect(Math.abs(many!.low - vectors.numpy_20000_diff_ci95_statistical_check[0])).toBeLessThan(vectors.tolerance_statistical);
  expect(Math.abs(many!.high - vectors.numpy_20000_diff_ci95_statistical_check[1])).toBeLessThan(vectors.tolerance_statistical);
}

export function checkSpearman(folder: string): void {
  const cases = read(folder, 'spearman') as { x: number[]; y: number[]; spearman_rho: number | null; spearman_p?: number }[];
  expect(cases.length).toBeGreaterThan(0);
  for (const { x, y, spearman_rho, spearman_p } of cases) {
    const found = spearman(x, y, 't');
    if (spearman_rho === null) {
      expect(found).toBeUndefined();
      continue;
    }
    close(found?.rho, spearman_rho);
    if (spearman_p !== undefined) close(found?.pValue, spearman_p, 1e-8);
  }
}
