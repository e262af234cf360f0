/** Any parquet file, by hyparquet (MIT): what is not flat, and what flat.ts finds unusual. */
import { parquetMetadataAsync, parquetScan, parquetSchema, type AsyncBuffer, type DecodedArray, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { brokenParquet } from './broken.js';
import type { Column, Table } from './table.js';

/** Magic at both ends, and the footer's length. */
const SHORTEST = 12;

export async function parquetInfo(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (cause) {
    if (file.byteLength === 0) throw brokenParquet(name, cause, 'the file is empty');
    throw file.byteLength < SHORTEST ? brokenParquet(name, cause, 'it is too short to be one') : brokenParquet(name, cause);
  }
}

/**
 * Flat columns; nested ones are left out.
 *
 * @param only these columns, where the file has them; all without it
 * @throws TurnrigError 'input' that names the file
 */
export async function readByHyparquet(file: AsyncBuffer, name: string, only?: readonly string[]): Promise<Table> {
  const metadata = await parquetInfo(file, name);
  const rows = Number(metadata.num_rows);
  const flat = parquetSchema(metadata).children.filter(
    ({ children, element }) => children.length === 0 && (only?.includes(element.name) ?? true),
  );
  try {
    const scan = await parquetScan({ file, metadata, columns: flat.map(({ element }) => element.name), compressors });
    const columns: [string, Column][] = [];
    for (const { element } of flat) {
      const parts: DecodedArray[] = [];
      for (const { rowStart, rowEnd } of scan.ranges) parts.push(await scan.readColumn({ column: element.name, rowStart, rowEnd }));
      columns.push([element.name, toColumn(parts, rows, element.type)]);
    }
    return { rows, columns: new Map(columns) };
  } catch (cause) {
    throw brokenParquet(name, cause);
  }
}

function toColumn(parts: readonly DecodedArray[], rows: number, physical: string | undefined): Column {
  if (physical === 'BYTE_ARRAY' || physical === 'FIXED_LEN_BYTE_ARRAY')
    return { type: 'string', values: each(parts, rows, (value) => (typeof value === 'string' ? value : null)) };
  if (physical === 'BOOLEAN') return { type: 'bool', values: each(parts, rows, (value) => value === true) };
  const values = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Float64Array) values.set(part, at);
    else for (let i = 0; i < part.length; i++) values[at + i] = asNumber((part as readonly unknown[])[i]);
    at += part.length;
  }
  return { type: physical === 'INT32' || physical === 'INT64' ? 'int64' : 'double', values };
}

function each<T>(parts: readonly DecodedArray[], rows: number, of: (value: unknown) => T): T[] {
  const values = new Array<T>(rows);
  let at = 0;
  for (const part of parts as readonly (readonly unknown[])[]) for (let i = 0; i < part.length; i++) values[at++] = of(part[i]);
  return values;
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return Number.NaN;
}
