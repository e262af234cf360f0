/** Metrics of a stored run against the reference's files: order and flags exactly, values within 1e-9, mean latency to the last bit. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { computeMetrics, type MetricsOptions } from '../../src/eot/metrics/compute.js';
import { tradeoffTable, type Tradeoff } from '../../src/eot/metrics/tradeoff.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import type { Table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { indentedJson } from '../../src/eot/python-json.js';

export const VALUE_TOLERANCE = 1e-9;

export function expectTable(own: Table, reference: Table, exact: readonly string[] = []): void {
  expect([...own.columns.keys()]).toEqual([...reference.columns.keys()]);
  expect(own.rows).toBe(reference.rows);
  for (const [name, column] of reference.columns) {
    const mine = own.columns.get(name)!;
    expect([name, mine.type]).toEqual([name, column.type]);
    if (column.type === 'string' || column.type === 'bool') expect(mine.values).toEqual(column.values);
    else if (exact.includes(name)) expect(Array.from(mine.values as Float64Array)).toEqual(Array.from(column.values));
    else {
      const worst = column.values.reduce((most, value, row) => {
        const other = mine.values[row] as number;
        return Number.isNaN(value) && Number.isNaN(other) ? most : Math.max(most, Math.abs(value - other));
      }, 0);
      expect([name, worst <= VALUE_TOLERANCE]).toEqual([name, true]);
    }
  }
}

export interface Folder {
  readonly name: string;
  readonly options: MetricsOptions;
}

/** The variants that the reference was computed with. */
export const VARIANTS: readonly Folder[] = [
  { name: 'metrics', options: {} },
  { name: 'metrics_alt_minhold0_max2', options: { hold: { min: 0, max: 2 } } },
  { name: 'metrics_alt_sp01_lo01', options: { scorePoint: 0.1, hold: { min: 0.1, max: 5 } } },
  { name: 'metrics_alt_sp05', options: { scorePoint: 0.5 } },
];

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @returns how many tables were compared */
export async function checkRun(run: string): Promise<number> {
  const manifest = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')) as { readonly score_point?: number };
  const predictions = await readTable(bufferFile(readFileSync(join(run, 'predictions.parquet'))), run);
  let compared = 0;
  for (const { name, options } of VARIANTS) {
    const folder = join(run, name);
    if (!existsSync(folder)) continue;
    const given = { ...options, scorePoint: options.scorePoint ?? manifest.score_point };
    if (existsSync(join(folder, 'error.json'))) {
      const { error } = JSON.parse(readFileSync(join(folder, 'error.json'), 'utf8')) as { readonly error: string };
      expect(messageOf(() => computeMetrics(predictions, given))).toBe(error);
      continue;
    }
    const { tradeoff, summary } = computeMetrics(predictions, given);
    const reference = await readTable(bufferFile(readFileSync(join(folder, 'tradeoff.parquet'))), folder);
    const written = await readTable(bufferFile(writeTable(tradeoffTable(tradeoff))), 'ours');
    expectTable(written, reference, ['mean_latency', 'cutoff_rate', 'timeout_rate', 'threshold', 'action_delay', 'timeout']);
    expect(JSON.parse(indentedJson(summary))).toEqual(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')));
    compared++;
  }
  return compared;
}

/** Rows as the reference lists them. */
export function rowsOf(tradeoff: Tradeoff): Record<string, unknown>[] {
  const table = tradeoffTable(tradeoff);
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries([...table.columns].map(([name, { values }]) => [name, Number.isNaN(values[row]) ? null : values[row]])),
  );
}
