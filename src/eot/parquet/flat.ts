/**
 * Flat columns straight into arrays: what nearly every file of the benchmark is made of. A general reader makes an object of every value on
 * its way; here plain and dictionary-coded pages go to typed arrays at once. Anything else is refused as unusual, and hyparquet reads it.
 */
import { BrokenParquet } from './broken.js';
import { PHYSICAL, UnusualParquet, type FlatColumn } from './footer.js';
import { readHybrid } from './hybrid.js';
import { rowsDoNotAddUp } from './limits.js';
import { pagesOf, type DataPage, type Decompress } from './pages.js';
import type { Column } from './table.js';

const ENCODING = { PLAIN: 0, PLAIN_DICTIONARY: 2, RLE: 3, RLE_DICTIONARY: 8 } as const;

/** What a kind of column needs: how plain values are read, and where they go. */
interface Kind<V extends ArrayLike<unknown>> {
  /** @throws BrokenParquet where bytes are missing */
  plain(bytes: Uint8Array, count: number): V;
  /** Values of a page, or of places in a dictionary, to the rows from `at` on. */
  put(page: DataPage, values: V, places: Int32Array | undefined, at: number): void;
}

/**
 * @param chunks bytes of the column's chunks, one a row group
 * @param rows of the file
 * @throws BrokenParquet for damaged bytes, UnusualParquet for encodings that are not read here
 */
export function flatColumn(column: FlatColumn, chunks: readonly Uint8Array[], rows: number, decompress: Decompress): Column {
  const { physical } = column;
  if (physical === PHYSICAL.BYTE_ARRAY) {
    const values = new Array<string | null>(rows);
    fill(column, chunks, rows, decompress, textKind(values));
    return { type: 'string', values };
  }
  if (physical === PHYSICAL.BOOLEAN) {
    const values = new Array<boolean>(rows);
    fill(column, chunks, rows, decompress, flagKind(values));
    return { type: 'bool', values };
  }
  const values = new Float64Array(rows);
  fill(column, chunks, rows, decompress, numberKind(values, physical));
  return { type: physical === PHYSICAL.INT32 || physical === PHYSICAL.INT64 ? 'int64' : 'double', values };
}

function fill<V extends ArrayLike<unknown>>(
  column: FlatColumn,
  chunks: readonly Uint8Array[],
  rows: number,
  decompress: Decompress,
  kind: Kind<V>,
): void {
  let at = 0;
  column.chunks.forEach((chunk, group) => {
    let dictionary: V | undefined;
    for (const page of pagesOf(chunks[group] ?? new Uint8Array(0), chunk, column.optional, decompress)) {
      if (page.kind === 'dictionary') {
        dictionary = kind.plain(page.bytes, page.values);
        continue;
      }
      if (at + page.rows > rows) rowsDoNotAddUp('a column has more values than there are rows');
      putPage(page, dictionary, kind, column.physical, at);
      at += page.rows;
    }
  });
  if (at !== rows) rowsDoNotAddUp('a column has fewer values than there are rows');
}

function putPage<V extends ArrayLike<unknown>>(
  page: DataPage,
  dictionary: V | undefined,
  kind: Kind<V>,
  physical: number,
  at: number,
): void {
  switch (page.encoding) {
    case ENCODING.PLAIN: {
      kind.put(page, kind.plain(page.bytes, page.values), undefined, at);
      return;
    }
    case ENCODING.PLAIN_DICTIONARY:
    case ENCODING.RLE_DICTIONARY: {
      if (dictionary === undefined) throw new BrokenParquet('a page wants a dictionary and there is none');
      const places = readHybrid(page.bytes.subarray(1), page.bytes[0] ?? 0, page.values, dictionary.length);
      kind.put(page, dictionary, places, at);
      return;
    }
    case ENCODING.RLE:
      if (physical === PHYSICAL.BOOLEAN) {
        kind.put(page, flagsOf(page) as unknown as V, undefined, at);
        return;
      }
      break;
  }
  throw new UnusualParquet('its encoding');
}

/** Runs of booleans behind their length. */
function flagsOf({ bytes, values }: DataPage): boolean[] {
  return Array.from(readHybrid(bytes.subarray(4), 1, values), (flag) => flag === 1);
}

const whole = (bytes: Uint8Array, length: number): void => {
  if (length > bytes.length) throw new BrokenParquet('values are cut off');
};

function numberKind(target: Float64Array, physical: number): Kind<Float64Array> {
  return {
    plain(bytes, count) {
      whole(bytes, count * (physical === PHYSICAL.INT32 || physical === PHYSICAL.FLOAT ? 4 : 8));
      const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
      const { buffer, byteOffset } = aligned;
      if (physical === PHYSICAL.DOUBLE) return new Float64Array(buffer, byteOffset, count);
      if (physical === PHYSICAL.FLOAT) return new Float64Array(new Float32Array(buffer, byteOffset, count));
      if (physical === PHYSICAL.INT32) return new Float64Array(new Int32Array(buffer, byteOffset, count));
      const words = new Int32Array(buffer, byteOffset, 2 * count);
      const values = new Float64Array(count);
      for (let i = 0; i < count; i++) values[i] = (words[2 * i + 1] as number) * 2 ** 32 + ((words[2 * i] as number) >>> 0);
      return values;
    },
    put({ rows, present }, values, places, at) {
      if (present === undefined && places === undefined) {
        target.set(values, at);
        return;
      }
      if (present === undefined && places !== undefined) {
        for (let row = 0; row < rows; row++) target[at + row] = values[places[row] as number] as number;
        return;
      }
      for (let row = 0, i = 0; row < rows; row++)
        target[at + row] = present?.[row] === 0 ? Number.NaN : (values[places === undefined ? i++ : (places[i++] as number)] as number);
    },
  };
}

/** @param none stands where there is no value */
function listKind<T>(target: T[], none: T, plain: (bytes: Uint8Array, count: number) => T[]): Kind<T[]> {
  return {
    plain,
    put({ rows, present }, values, places, at) {
      if (present === undefined && places !== undefined) {
        for (let row = 0; row < rows; row++) target[at + row] = values[places[row] as number] as T;
        return;
      }
      for (let row = 0, i = 0; row < rows; row++)
        target[at + row] = present?.[row] === 0 ? none : (values[places === undefined ? i++ : (places[i++] as number)] as T);
    },
  };
}

function textKind(target: (string | null)[]): Kind<(string | null)[]> {
  const decoder = new TextDecoder();
  return listKind<string | null>(target, null, (bytes, count) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const values: string[] = [];
    let at = 0;
    // The same texts stand one after another where there is no dictionary: one object then serves for all.
    let [before, from, to] = ['', 0, 0];
    for (let i = 0; i < count; i++) {
      whole(bytes, at + 4);
      const length = view.getUint32(at, true);
      at += 4;
      whole(bytes, at + length);
      if (i === 0 || !sameBytes(bytes, from, to, at, at + length)) before = decoder.decode(bytes.subarray(at, at + length));
      [from, to] = [at, at + length];
      values.push(before);
      at += length;
    }
    return values;
  });
}

function sameBytes(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom) return false;
  for (let i = to - from - 1; i >= 0; i--) if (bytes[from + i] !== bytes[otherFrom + i]) return false;
  return true;
}

function flagKind(target: boolean[]): Kind<boolean[]> {
  return listKind(target, false, (bytes, count) => {
    whole(bytes, Math.ceil(count / 8));
    return Array.from({ length: count }, (_, i) => (((bytes[i >> 3] as number) >> (i & 7)) & 1) === 1);
  });
}
