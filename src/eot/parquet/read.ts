/** Parquet into tables, by hyparquet (MIT). Bytes come from whoever holds them: a buffer, or a file that is read piece by piece. */
import { parquetMetadataAsync, parquetScan, parquetSchema, type AsyncBuffer, type DecodedArray, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { TurnrigError, messageOf } from '../../error.js';
import { type Column, type Table } from './table.js';

/** A file as hyparquet wants it. Copied only where the bytes are a part of a larger buffer. */
export function bufferFile(bytes: Uint8Array): AsyncBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const own = (
    byteOffset === 0 && byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  ) as ArrayBuffer;
  return { byteLength, slice: (start, end) => own.slice(start, end) };
}

/** Whatever a damaged file makes the reader throw becomes one sentence. */
export function brokenParquet(name: string, cause: unknown, why = messageOf(cause)): TurnrigError {
  return new TurnrigError('input', `${name} cannot be read as parquet: ${why}`, {
    hint: 'Is it whole? A parquet file begins and ends with PAR1.',
    cause,
  });
}

export async function parquetInfo(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (cause) {
    throw file.byteLength === 0 ? brokenParquet(name, cause, 'the file is empty') : brokenParquet(name, cause);
  }
}

/**
 * Reads flat columns; nested ones are left out. Decimals of a file's integers fit doubles here: counts and indices.
 *
 * @param only these columns, where the file has them; all without it
 * @throws TurnrigError 'input' that names the file
 */
export async function readTable(file: AsyncBuffer, name: string, only?: readonly string[]): Promise<Table> {
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
