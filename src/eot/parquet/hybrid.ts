/** Parquet's hybrid of runs and bit-packed groups of eight, for levels and places in a dictionary (parquet-format, Encodings.md, "RLE"). */
import { BrokenParquet } from './broken.js';

const GROUP = 8;
/** Wider numbers do not fit the 32 bits that are shifted here; levels and dictionaries stay far below. */
const WIDEST = 24;
/** So many numbers at once, whole groups: places of their bits stay below 2^31. */
const PART = 1 << 20;

/**
 * @param width bits a number
 * @param limit numbers are below it
 * @throws BrokenParquet where bytes are missing, the width is none, or a number is too large
 */
export function readHybrid(bytes: Uint8Array, width: number, count: number, limit = 2 ** WIDEST): Int32Array {
  if (width > WIDEST) throw new BrokenParquet(`numbers of ${width} bits`);
  const values = new Int32Array(count);
  let [at, done] = [0, 0];
  while (done < count) {
    const head = runHead(bytes, at);
    at = head.at;
    let largest = 0;
    if (!head.packed) {
      const size = Math.min(head.size, count - done);
      for (let shift = 0; shift < width; shift += 8) largest |= (bytes[at++] ?? 0) << shift;
      if (at > bytes.length || size === 0) throw new BrokenParquet('a run is cut off');
      values.fill(largest, done, done + size);
      done += size;
    } else {
      const size = Math.min(head.size * GROUP, count - done);
      if (size === 0 || at + Math.ceil((size * width) / 8) > bytes.length) throw new BrokenParquet('a bit-packed group is cut off');
      for (let part = 0; part < size; part += PART) {
        const most = unpack(bytes, at + (part / GROUP) * width, width, values, done + part, Math.min(PART, size - part));
        largest = Math.max(largest, most);
      }
      at += head.size * width;
      done += size;
    }
    if (largest >= limit) throw new BrokenParquet('a number is too large');
  }
  return values;
}

/** Whether all numbers of one bit are 1, as one run: the usual case for levels. */
export function allOnes(bytes: Uint8Array, count: number): boolean {
  const { packed, size, at } = runHead(bytes, 0);
  return !packed && size >= count && bytes[at] === 1;
}

/** `size` numbers in a run, or packed groups. */
function runHead(bytes: Uint8Array, from: number): { readonly packed: boolean; readonly size: number; readonly at: number } {
  let [head, scale, at] = [0, 1, from];
  for (;;) {
    const byte = bytes[at++];
    if (byte === undefined || scale > 2 ** 31) throw new BrokenParquet('a run is cut off');
    head += (byte & 127) * scale;
    if (byte < 128) return { packed: head % 2 === 1, size: Math.floor(head / 2), at };
    scale *= 128;
  }
}

/** A number of so many bits lies within two bytes, wherever it begins; one of up to WIDEST within four. */
const TWO_BYTES = 9;

/** @returns the largest */
function unpack(bytes: Uint8Array, from: number, width: number, values: Int32Array, to: number, size: number): number {
  const mask = 2 ** width - 1;
  const reach = width <= TWO_BYTES ? 1 : 3;
  // Of the last numbers some of these bytes are not there.
  const inside = width === 0 ? 0 : Math.max(0, Math.min(size, Math.floor(((bytes.length - reach - from) * 8 - 1) / width)));
  let [largest, i, bit] = [0, 0, 0];
  if (reach === 1)
    for (; i < inside; i++, bit += width) {
      const at = from + (bit >> 3);
      const value = (((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) >> (bit & 7)) & mask;
      values[to + i] = value;
      if (value > largest) largest = value;
    }
  else
    for (; i < inside; i++, bit += width) {
      const at = from + (bit >> 3);
      const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
      const value = ((low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> (bit & 7)) & mask;
      values[to + i] = value;
      if (value > largest) largest = value;
    }
  for (; i < size; i++, bit += width) {
    let word = 0;
    for (let byte = 3; byte >= 0; byte--) word = (word << 8) | (bytes[from + (bit >> 3) + byte] ?? 0);
    const value = (word >>> (bit & 7)) & mask;
    values[to + i] = value;
    if (value > largest) largest = value;
  }
  return largest;
}

/** Runs of eight and more as runs, all else packed. @param width bits that hold every value */
export function hybridBytes(values: Int32Array, width: number): Uint8Array {
  // Heads take up to five bytes, and there is at most one of each kind to eight values.
  const out = new Output((values.length / GROUP + 2) * (width + 13));
  // Begin of the values that are not written yet; packed ones are whole groups, but for the very last.
  let [from, at] = [0, 0];
  while (at < values.length) {
    const value = values[at] as number;
    let end = at + 1;
    while (end < values.length && values[end] === value) end++;
    // A run begins where the group before it is full.
    const start = at + ((GROUP - ((at - from) % GROUP)) % GROUP);
    if (end - start >= GROUP) {
      out.pack(values, from, start, width);
      out.run(value, end - start, width);
      from = end;
    }
    at = end;
  }
  out.pack(values, from, values.length, width);
  return out.bytes.subarray(0, out.length);
}

/** `hybridBytes` of so many ones, each of one bit. */
export function onesBytes(count: number): Uint8Array {
  if (count < GROUP) return hybridBytes(new Int32Array(count).fill(1), 1);
  const out = new Output(16);
  out.run(1, count, 1);
  return out.bytes.subarray(0, out.length);
}

class Output {
  readonly bytes: Uint8Array;
  length = 0;
  constructor(most: number) {
    this.bytes = new Uint8Array(Math.ceil(most));
  }

  run(value: number, times: number, width: number): void {
    this.#varint(2 * times);
    for (let shift = 0; shift < width; shift += 8) this.bytes[this.length++] = (value >> shift) & 255;
  }

  pack(values: Int32Array, from: number, to: number, width: number): void {
    if (from === to) return;
    const groups = Math.ceil((to - from) / GROUP);
    this.#varint(2 * groups + 1);
    let [held, bits] = [0, 0];
    for (let i = from; i < from + groups * GROUP; i++) {
      held |= (i < to ? (values[i] as number) : 0) << bits;
      bits += width;
      while (bits >= 8) {
        this.bytes[this.length++] = held & 255;
        held >>>= 8;
        bits -= 8;
      }
    }
  }

  #varint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes[this.length++] = (rest % 128) | 128;
    this.bytes[this.length++] = rest;
  }
}
