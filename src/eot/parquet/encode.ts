/** Values of a column as parquet's pages hold them: plain, or as places in a dictionary where that is shorter. */
import { hybridBytes } from './hybrid.js';
import type { Column } from './table.js';

/** A larger dictionary saves little, and its places no longer fit 16 bits. */
const LARGEST_DICTIONARY = 1 << 15;
/** A dictionary is worth its page where values come this often. */
const LEAST_REPEATS = 2;

/** In a column shorter than this no dictionary of numbers is looked for: finding it takes longer than it saves. */
const WORTH_A_DICTIONARY = 1 << 14;

export interface Encoded {
  /** Plain values of the dictionary page; undefined where the values are plain themselves. */
  readonly dictionary: { readonly bytes: Uint8Array; readonly values: number } | undefined;
  /** Values of the data page, or their places in the dictionary. */
  readonly values: Uint8Array;
  /** Which rows have a value; undefined where all have one. */
  readonly present: Int32Array | undefined;
}

/** Rows `from` to `to` of a column. @throws RangeError for an integer that is none */
export function encode(column: Column, from: number, to: number): Encoded {
  switch (column.type) {
    case 'bool':
      return { dictionary: undefined, values: flags(column.values, from, to), present: undefined };
    case 'string':
      return encodeTexts(column.values.slice(from, to));
    case 'int64':
    case 'double':
      return encodeNumbers(column.values.subarray(from, to), column.type);
  }
}

function flags(values: readonly boolean[], from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((to - from) / 8));
  for (let i = from; i < to; i++)
    if (values[i] === true) bytes[(i - from) >> 3] = (bytes[(i - from) >> 3] as number) | (1 << ((i - from) & 7));
  return bytes;
}

/** The largest dictionary that is tried for so many values. */
const limitOf = (count: number): number => Math.min(LARGEST_DICTIONARY, Math.max(1, Math.floor(count / LEAST_REPEATS)));

/** One bit at least: some readers want it for a dictionary of one. */
const widthOf = (values: number): number => Math.max(1, 32 - Math.clz32(values - 1));

function placesBytes(places: Int32Array, values: number): Uint8Array {
  const width = widthOf(values);
  const packed = hybridBytes(places, width);
  const bytes = new Uint8Array(1 + packed.length);
  bytes[0] = width;
  bytes.set(packed, 1);
  return bytes;
}

function encodeTexts(all: readonly (string | null)[]): Encoded {
  const texts = all.filter((value) => value !== null);
  const present = texts.length === all.length ? undefined : Int32Array.from(all, (value) => (value === null ? 0 : 1));
  const limit = limitOf(texts.length);
  const known = new Map<string, number>();
  const places = new Int32Array(texts.length);
  for (let i = 0; i < texts.length && known.size <= limit; i++) {
    const value = texts[i] as string;
    let place = i > 0 && texts[i - 1] === value ? places[i - 1] : known.get(value);
    if (place === undefined) known.set(value, (place = known.size));
    places[i] = place;
  }
  if (known.size === 0 || known.size > limit) return { dictionary: undefined, values: textBytes(texts), present };
  const dictionary = { bytes: textBytes([...known.keys()]), values: known.size };
  return { dictionary, values: placesBytes(places, known.size), present };
}

function textBytes(texts: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = texts.map((value) => encoder.encode(value));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

function encodeNumbers(all: Float64Array, type: 'int64' | 'double'): Encoded {
  const { numbers, present } = withoutNulls(all);
  const found = numbers.length < WORTH_A_DICTIONARY ? undefined : distinct(numbers);
  const bytesOf = type === 'double' ? doubleBytes : integerBytes;
  if (found === undefined) return { dictionary: undefined, values: bytesOf(numbers), present };
  const dictionary = { bytes: bytesOf(found.values), values: found.values.length };
  return { dictionary, values: placesBytes(found.places, found.values.length), present };
}

/** NaN stands for null. */
function withoutNulls(all: Float64Array): { readonly numbers: Float64Array; readonly present: Int32Array | undefined } {
  let nulls = 0;
  for (let i = 0; i < all.length; i++) if (Number.isNaN(all[i])) nulls++;
  if (nulls === 0) return { numbers: all, present: undefined };
  const [numbers, present] = [new Float64Array(all.length - nulls), new Int32Array(all.length)];
  for (let i = 0, at = 0; i < all.length; i++) {
    const value = all[i] as number;
    if (Number.isNaN(value)) continue;
    numbers[at++] = value;
    present[i] = 1;
  }
  return { numbers, present };
}

/** Values that differ in any bit, as they come first, and the place of each number among them. Undefined where there are too many. */
function distinct(numbers: Float64Array): { readonly values: Float64Array; readonly places: Int32Array } | undefined {
  const limit = limitOf(numbers.length);
  const slots = 4 << (32 - Math.clz32(limit));
  const table = new Int32Array(slots).fill(-1);
  const words = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  // Rows in which the values stand first.
  const first = new Int32Array(limit);
  const places = new Int32Array(numbers.length);
  let size = 0;
  for (let i = 0; i < numbers.length; i++) {
    const [low, high] = [words[2 * i] as number, words[2 * i + 1] as number];
    let slot = (Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b) >>> 7) & (slots - 1);
    for (;;) {
      const place = table[slot] as number;
      if (place < 0) {
        if (size === limit) return undefined;
        table[slot] = size;
        first[size] = i;
        places[i] = size++;
        break;
      }
      const row = first[place] as number;
      if (words[2 * row] === low && words[2 * row + 1] === high) {
        places[i] = place;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  if (size === 0) return undefined;
  const values = new Float64Array(size);
  for (let place = 0; place < size; place++) values[place] = numbers[first[place] as number] as number;
  return { values, places };
}

function doubleBytes(values: Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function integerBytes(values: Float64Array): Uint8Array {
  const words = new Int32Array(2 * values.length);
  values.forEach((value, i) => {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no integer`);
    words[2 * i] = (value % 2 ** 32) | 0;
    words[2 * i + 1] = Math.floor(value / 2 ** 32);
  });
  return new Uint8Array(words.buffer);
}
