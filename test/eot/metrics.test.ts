import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EotError } from '../../src/eot/error.js';
import { classify } from '../../src/eot/metrics/classification.js';
import { computeMetrics, type MetricsOptions } from '../../src/eot/metrics/compute.js';
import { pairwiseSum } from '../../src/eot/metrics/pairwise-sum.js';
import { doubles, integers, strings, table, type Table } from '../../src/eot/parquet/table.js';
import { checkRun, rowsOf } from './metrics-check.js';
import { DATASET_FOLDER, VECTORS, vector } from './vectors.js';

interface EdgeRow {
  readonly id: string;
  readonly span_index: number;
  readonly timestamp: number;
  readonly silence_dur: number;
  readonly p_eot: number | null;
  readonly label?: string;
}

interface EdgeCase {
  readonly name: string;
  readonly predictions: readonly EdgeRow[];
  readonly params: {
    readonly score_point_s?: number | null;
    readonly thresholds?: readonly (number | null)[];
    readonly action_delays?: readonly number[];
    readonly timeouts?: readonly number[];
    readonly delay_values?: readonly number[];
    readonly min_hold_span_duration?: number;
    readonly max_hold_span_duration?: number;
  };
  readonly expected_error?: { readonly type: string; readonly message_prefix: string };
  readonly expected?: {
    readonly summary: unknown;
    readonly n_tradeoff_rows: number;
    readonly tradeoff: readonly unknown[] | null;
    readonly tradeoff_first5: readonly unknown[];
    readonly pareto: readonly unknown[];
  };
}

function predictionsTable(rows: readonly EdgeRow[]): Table {
  const labels = rows.map(({ label }) => label).filter((label) => label !== undefined);
  return table([
    ['id', strings(rows.map(({ id }) => id))],
    ['span_index', integers(rows.map(({ span_index }) => span_index))],
    ['timestamp', doubles(rows.map(({ timestamp }) => timestamp))],
    ['silence_dur', doubles(rows.map(({ silence_dur }) => silence_dur))],
    ['p_eot', doubles(rows.map(({ p_eot }) => p_eot ?? Number.NaN))],
    ...(labels.length === rows.length ? ([['label', strings(labels)]] as const) : []),
  ]);
}

function optionsOf({ params }: EdgeCase): MetricsOptions {
  return {
    scorePoint: params.score_point_s ?? undefined,
    thresholds: params.thresholds?.map((value) => value ?? Number.NaN),
    actionDelays: params.action_delays,
    timeouts: params.timeouts,
    delayValues: params.delay_values,
    hold: { min: params.min_hold_span_duration ?? 0.2, max: params.max_hold_span_duration ?? 5 },
  };
}

const cases = vector('edge_cases.json') as readonly EdgeCase[];

describe('edge cases of the reference', () => {
  it('are 36, 17 of them errors', () => {
    expect([cases.length, cases.filter(({ expected_error }) => expected_error !== undefined).length]).toEqual([36, 17]);
  });
  it.each(cases)('$name', (one) => {
    const run = () => computeMetrics(predictionsTable(one.predictions), optionsOf(one));
    if (one.expected_error !== undefined) {
      let thrown: unknown;
      try {
        run();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(EotError);
      const { type, message } = thrown as EotError;
      expect(type).toBe(one.expected_error.type);
      // The reference keeps about 120 characters: the first line and the head of its table.
      expect(message.slice(0, one.expected_error.message_prefix.length)).toBe(one.expected_error.message_prefix);
      return;
    }
    const { tradeoff, summary } = run();
    const expected = one.expected!;
    const rows = rowsOf(tradeoff);
    expect(JSON.parse(JSON.stringify(summary, (_, value: unknown) => (isFloat(value) ? value.value : value)))).toEqual(expected.summary);
    expect(rows.length).toBe(expected.n_tradeoff_rows);
    expect(rows.slice(0, 5)).toEqual(expected.tradeoff_first5);
    if (expected.tradeoff !== null) expect(rows).toEqual(expected.tradeoff);
    const pareto = rows.filter(({ is_pareto }) => is_pareto === true).sort((a, b) => Number(a['mean_latency']) - Number(b['mean_latency']));
    const wanted = (expected.pareto as Record<string, unknown>[]).toSorted((a, b) => Number(a['mean_latency']) - Number(b['mean_latency']));
    expect(pareto).toEqual(wanted);
  });
});

const isFloat = (value: unknown): value is { readonly value: number } =>
  typeof value === 'object' && value !== null && value.constructor.name === 'PyFloat';

describe('reference runs', { timeout: 120_000 }, () => {
  const english = join(VECTORS, 'output', DATASET_FOLDER, 'en');
  const runs = readdirSync(english).filter((name) => name.includes('_adapter__'));
  it.each(runs)('%s: every table and summary', async (run) => {
    expect(await checkRun(join(english, run))).toBe(3);
  });
});

const NUMPY_SUMS: readonly (readonly [number, number])[] = [
  [7, 2.1],
  [8, 2.8000000000000003],
  [20, 19.0],
  [128, 812.8000000000001],
  [129, 825.6],
  [300, 4485.0],
  [1000, 49950.0],
  [1027, 52685.1],
];

describe('sums and orders', { timeout: 120_000 }, () => {
  it('sums in NumPy order: pieces of 128 with eight lanes, halves cut at multiples of eight', () => {
    const naive = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 700 }), (values) => {
        const own = pairwiseSum(Float64Array.from(values));
        expect(Math.abs(own - naive(values))).toBeLessThanOrEqual(1e-9 * (1 + values.length));
        if (values.length < 8) expect(own).toBe(naive(values));
      }),
    );
    // Computed once with NumPy 2: numpy.sum(numpy.float64(0.1) * numpy.arange(n)).
    const tenths = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => 0.1 * i);
    for (const [n, sum] of NUMPY_SUMS) expect(pairwiseSum(tenths(n))).toBe(sum);
  });
  it('averages ties in AUC and average precision', () => {
    expect(classify(Float64Array.of(0.5, 0.5), [true, false])).toEqual({ auc: 0.5, ap: 0.5 });
    expect(classify(Float64Array.of(0.9, 0.1), [true, true])).toEqual({ auc: undefined, ap: undefined });
    expect(classify(Float64Array.of(0.9, 0.8, 0.1), [true, false, true]).auc).toBe(0.5);
  });
  it('does not depend on the order of rows', () => {
    const rows = cases.find(({ name }) => name === 'auc_ap_ties')!.predictions;
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows], { minLength: rows.length }), (shuffled) => {
        for (const scorePoint of [0.2, undefined]) {
          const [a, b] = [rows, shuffled].map((one) => computeMetrics(predictionsTable(one), { scorePoint }));
          expect(rowsOf(b!.tradeoff)).toEqual(rowsOf(a!.tradeoff));
        }
      }),
      { numRuns: 10 },
    );
  });
  it('a higher threshold never cuts off more, and a longer timeout never less late', () => {
    const score = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 6 }), (spans) => {
        const rows = spans.flatMap((scores, s) =>
          scores.map((p_eot, i) => ({
            id: `t${s}`,
            span_index: 0,
            timestamp: i / 10,
            silence_dur: i / 10,
            p_eot,
            label: s % 2 === 0 ? 'hold' : 'eot',
          })),
        );
        const { tradeoff } = computeMetrics(predictionsTable(rows), { thresholds: [0.2, 0.5, 0.8] });
        const at = new Map(
          rowsOf(tradeoff).map((row) => [`${String(row['threshold'])} ${String(row['action_delay'])} ${String(row['timeout'])}`, row]),
        );
        for (const row of at.values()) {
          if (row['policy_type'] !== 'model') continue;
          const higher = at.get(`${row['threshold'] === 0.2 ? 0.5 : 0.8} ${String(row['action_delay'])} ${String(row['timeout'])}`)!;
          expect(Number(higher['cutoff_rate'])).toBeLessThanOrEqual(Number(row['cutoff_rate']));
          expect(Number(higher['mean_latency'])).toBeGreaterThanOrEqual(Number(row['mean_latency']) - 1e-12);
        }
      }),
      { numRuns: 30 },
    );
  });
});
