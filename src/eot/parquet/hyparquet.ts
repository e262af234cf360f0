/** Any parquet file, by hyparquet (MIT): what is not flat, and what flat.ts finds unusual. */
import { parquetMetadataAsync, parquetScan, type AsyncBuffer, type DecodedArray, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { BrokenParquet, brokenParquet } from './broken.js';
import { PHYSICAL } from './footer.js';
import { rowsDoNotAddUp } from './limits.js';
import { checkPages } from './pages.js';
import { chunkBytes, openParquet } from './read.js';
import type { Column, Table } from './table.js';

/** The end of a file that holds nearly every footer: as much as hyparquet asks for. */
const TAIL_BYTES = 2 ** 19;

/**
 * The footer as hyparquet has it, after its counts and names are checked.
 *
 * @throws TurnrigError 'input' that names the file
 */
export async function parquetInfo(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  try {
    // Read once for both: the file may be on the hub.
    const from = Math.max(0, file.byteLength - TAIL_BYTES);
    const tail = await file.slice(from, file.byteLength);
    const slice: AsyncBuffer['slice'] = (start, end = file.byteLength) =>
      start < from ? file.slice(start, end) : tail.slice(start - from, end - from);
    const held = { byteLength: file.byteLength, slice };
    await openParquet(held);
    return await parquetMetadataAsync(held);
  } catch (cause) {
    throw brokenParquet(name, cause);
  }
}

/**
 * Flat columns; nested ones are left out. Footer and page headers are checked before hyparquet sees the file: it believes what they say.
 *
 * @param only these columns, where the file has them; all without it
 * @throws TurnrigError 'input' that names the file
 */
export async function readByHyparquet(file: AsyncBuffer, name: string, only?: readonly string[]): Promise<Table> {
  try {
    const { rows, columns: flat } = await openParquet(file, only);
    for (const { chunks } of flat) for (const chunk of chunks) checkPages(await chunkBytes(file, chunk), chunk);
    const metadata = await parquetInfo(file, name);
    // Without the pages' index, and with one chunk of a name in a group, every reading is one promise, which is awaited.
    const scan = await parquetScan({ file, metadata, columns: flat.map((column) => column.name), compressors, useOffsetIndex: false });
    const columns: [string, Column][] = [];
    for (const column of flat) {
      const parts: DecodedArray[] = [];
      for (const { rowStart, rowEnd } of scan.ranges) parts.push(await scan.readColumn({ column: column.name, rowStart, rowEnd }));
      const found = parts.reduce((sum, { length }) => sum + length, 0);
      if (found !== rows) rowsDoNotAddUp(`its footer says ${rows}, a column has ${found}`);
      columns.push([column.name, toColumn(parts, rows, column.physical)]);
    }
    return { rows, columns: new Map(columns) };
  } catch (cause) {
    throw brokenParquet(name, cause);
  }
}

/** @param rows of all parts together */
function toColumn(parts: readonly DecodedArray[], rows: number, physical: number): Column {
  if (physical === PHYSICAL.BYTE_ARRAY || physical === PHYSICAL.FIXED_LEN_BYTE_ARRAY)
    return { type: 'string', values: each(parts, rows, (value) => (typeof value === 'string' ? value : null)) };
  if (physical === PHYSICAL.BOOLEAN) return { type: 'bool', values: each(parts, rows, (value) => value === true) };
  const values = new Float64Array(rows);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Float64Array) values.set(part, at);
    else for (let i = 0; i < part.length; i++) values[at + i] = asNumber(there((part as readonly unknown[])[i]));
    at += part.length;
  }
  return { type: physical === PHYSICAL.INT32 || physical === PHYSICAL.INT64 ? 'int64' : 'double', values };
}

function each<T>(parts: readonly DecodedArray[], rows: number, of: (value: unknown) => T): T[] {
  const values = new Array<T>(rows);
  let at = 0;
  for (const part of parts as readonly (readonly unknown[])[]) for (let i = 0; i < part.length; i++) values[at++] = of(there(part[i]));
  return values;
}

/** Null is a value that the file leaves out; undefined one that it should have, as a place outside of a dictionary. */
function there(value: unknown): unknown {
  if (value === undefined) throw new BrokenParquet('values are missing');
  return value;
}

function asNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return Number.NaN;
}
