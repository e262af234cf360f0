/** Parquet into tables. Bytes come from whoever holds them: a buffer, or a file that is read piece by piece. */
import { BrokenParquet, RefusedParquet, brokenParquet } from './broken.js';
import { CODEC, MAGIC, readFooter, UnusualParquet, type Chunk, type Footer } from './footer.js';
import { flatColumn } from './flat.js';
import { checkCounts } from './limits.js';
import type { Decompress } from './pages.js';
import type { Column, Table } from './table.js';

/** A file, as hyparquet wants one too. */
export interface ParquetFile {
  readonly byteLength: number;
  slice(start: number, end?: number): ArrayBuffer | Promise<ArrayBuffer>;
}

/** Copied only where the bytes are a part of a larger buffer. */
export function bufferFile(bytes: Uint8Array): ParquetFile {
  const { buffer, byteOffset, byteLength } = bytes;
  const own = (
    byteOffset === 0 && byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  ) as ArrayBuffer;
  return { byteLength, slice: (start, end) => own.slice(start, end) };
}

/**
 * Reads flat columns; nested ones are left out. Integers become doubles, which hold the files' counts and indices.
 *
 * @param only these columns, where the file has them; all without it
 * @throws TurnrigError 'input' that names the file
 */
export async function readTable(file: ParquetFile, name: string, only?: readonly string[]): Promise<Table> {
  try {
    return await readFlat(file, only);
  } catch (cause) {
    if (!(cause instanceof UnusualParquet)) throw brokenParquet(name, cause);
  }
  const { readByHyparquet } = await import('./hyparquet.js');
  return readByHyparquet(file, name, only);
}

/** @throws BrokenParquet or RefusedParquet for what nobody should read, UnusualParquet for what is not plain */
export async function readFlat(file: ParquetFile, only?: readonly string[]): Promise<Table> {
  const { rows, columns: wanted } = await openParquet(file, only);
  const unusual = wanted.find((column) => column.unusual !== undefined);
  if (unusual !== undefined) throw new UnusualParquet(`${unusual.name}: ${unusual.unusual ?? ''}`);
  const decompress = await decompressor(wanted.flatMap(({ chunks }) => chunks.map(({ codec }) => codec)));
  const columns: [string, Column][] = [];
  for (const column of wanted) {
    const chunks: Uint8Array[] = [];
    for (const chunk of column.chunks) chunks.push(await chunkBytes(file, chunk));
    columns.push([column.name, flatColumn(column, chunks, rows, decompress)]);
  }
  return { rows, columns: new Map(columns) };
}

/**
 * The footer with the columns that are wanted, its counts checked.
 *
 * @throws BrokenParquet, RefusedParquet
 */
export async function openParquet(file: ParquetFile, only?: readonly string[]): Promise<Footer> {
  const footer = await footerOf(file);
  const columns = footer.columns.filter(({ name }) => only?.includes(name) ?? true);
  checkCounts(footer, columns, file.byteLength);
  let bytes = 0;
  for (const { start, length } of columns.flatMap(({ chunks }) => chunks)) {
    if (start < 0 || length < 0 || start + length > file.byteLength) throw new BrokenParquet('a column lies outside of the file');
    bytes += length;
  }
  // A small file could be read a thousand times over.
  if (bytes > file.byteLength) throw new BrokenParquet('its columns lie in each other');
  return { ...footer, columns };
}

/** @param chunk of a footer that is checked */
export async function chunkBytes(file: ParquetFile, { start, length }: Chunk): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + length));
}

/** Length of the footer's own length and the magic behind it. */
const TAIL = 8;
/** Magic at both ends, and the footer's length. */
const SHORTEST = 12;

async function footerOf(file: ParquetFile): Promise<Footer> {
  if (file.byteLength === 0) throw new RefusedParquet('the file is empty');
  if (file.byteLength < SHORTEST) throw new RefusedParquet('it is too short to be one');
  const tail = new DataView(await file.slice(file.byteLength - TAIL, file.byteLength));
  const magic = String.fromCharCode(...new Uint8Array(tail.buffer, 4, 4));
  const start = file.byteLength - TAIL - tail.getUint32(0, true);
  if (magic !== MAGIC) throw new BrokenParquet(`it does not end with ${MAGIC}`);
  if (start < MAGIC.length) throw new BrokenParquet('its footer is longer than the file');
  return readFooter(new Uint8Array(await file.slice(start, file.byteLength - TAIL)));
}

/** Codecs other than snappy are loaded when a file has them. */
async function decompressor(codecs: readonly number[]): Promise<Decompress> {
  const refuse: Decompress = () => {
    throw new UnusualParquet('its compression');
  };
  if (codecs.every((codec) => codec === CODEC.UNCOMPRESSED || codec === CODEC.SNAPPY)) return refuse;
  const { compressors } = await import('hyparquet-compressors');
  const named = [
    undefined,
    undefined,
    compressors.GZIP,
    undefined,
    compressors.BROTLI,
    compressors.LZ4,
    compressors.ZSTD,
    compressors.LZ4_RAW,
  ];
  return (codec, bytes, size) => named[codec]?.(bytes, size) ?? refuse(codec, bytes, size);
}
