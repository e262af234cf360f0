/** Snappy without a frame, parquet's usual compression (github.com/google/snappy, format_description.txt). */
import { BrokenParquet } from './broken.js';

/** Matches are looked for in blocks of this size, so that offsets fit 16 bits. */
const BLOCK = 1 << 16;
const HASH_BITS = 14;
const MULTIPLIER = 0x1e35a7bd;
/** Shorter than this nothing is saved. */
const LEAST_MATCH = 4;
/** So few bytes are moved faster one by one than by a call. */
const SHORT = 64;
/** Every so many misses the search goes on a byte faster. */
const SKIP_SHIFT = 5;

/** @param size of what comes out. @throws BrokenParquet for what is not snappy of that size */
export function unsnap(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  // Where eight bytes at once lie within both arrays.
  const [lastIn, lastOut] = [input.length - STEP, size - STEP];
  let [at, to] = [0, 0];
  while ((input[at++] as number) >= 128);
  while (at < input.length) {
    const tag = input[at++] as number;
    if ((tag & 3) === 0) {
      let length = (tag >> 2) + 1;
      if (length > 60) {
        const bytes = length - 60;
        length = 1;
        for (let i = 0; i < bytes; i++) length += (input[at++] as number) * 2 ** (8 * i);
      }
      if (!(at + length <= input.length && to + length <= size)) throw new BrokenParquet('a snappy literal is cut off');
      if (length <= STEP && at <= lastIn && to <= lastOut) step(input, at, output, to);
      else if (length <= SHORT) for (let i = 0; i < length; i++) output[to + i] = input[at + i] as number;
      else output.set(input.subarray(at, at + length), to);
      at += length;
      to += length;
      continue;
    }
    let [length, offset] = [(tag >> 2) + 1, 0];
    if ((tag & 3) === 1) {
      length = ((tag >> 2) & 7) + 4;
      offset = ((tag >> 5) << 8) | (input[at++] as number);
    } else {
      const bytes = (tag & 3) === 2 ? 2 : 4;
      for (let i = 0; i < bytes; i++) offset += (input[at++] as number) * 2 ** (8 * i);
    }
    const from = to - offset;
    if (!(offset > 0 && from >= 0 && to + length <= size)) throw new BrokenParquet('a snappy copy leads nowhere');
    // Source and target may overlap: a short offset repeats a pattern.
    if (length <= STEP && offset >= STEP && to <= lastOut) step(output, from, output, to);
    else if (offset >= length && length > SHORT) output.copyWithin(to, from, from + length);
    else for (let i = 0; i < length; i++) output[to + i] = output[from + i] as number;
    to += length;
  }
  if (to !== size) throw new BrokenParquet('snappy data is cut off');
  return output;
}

const STEP = 8;

/** Eight bytes where fewer are wanted: those behind are written over next. A loop of an unknown number of rounds is guessed wrong each time. */
function step(source: Uint8Array, from: number, target: Uint8Array, to: number): void {
  target[to] = source[from] as number;
  target[to + 1] = source[from + 1] as number;
  target[to + 2] = source[from + 2] as number;
  target[to + 3] = source[from + 3] as number;
  target[to + 4] = source[from + 4] as number;
  target[to + 5] = source[from + 5] as number;
  target[to + 6] = source[from + 6] as number;
  target[to + 7] = source[from + 7] as number;
}

/** A share of the bytes from which on compression saves too little. */
const LITTLE = 7 / 8;
/** Places of the last words by their hash; of the block that is compressed. */
const TABLE = new Uint16Array(1 << HASH_BITS);

/** Greedy, as Google's own: what repeats within 64 KB is copied. */
export function snap(input: Uint8Array): Uint8Array {
  const out = new Output(32 + input.length + Math.ceil(input.length / 6));
  let rest = input.length;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.byte((rest % 128) | 128);
  out.byte(rest);
  const begin = out.length;
  for (let from = 0; from < input.length; from += BLOCK) compressBlock(input.subarray(from, from + BLOCK), TABLE.fill(0), out);
  if (out.length - begin > LITTLE * input.length) {
    // Numbers that differ in most of their bits: many short copies that save next to nothing, and cost every reader its time.
    out.length = begin;
    for (let from = 0; from < input.length; from += BLOCK) out.literal(input, from, Math.min(from + BLOCK, input.length));
  }
  return out.bytes.subarray(0, out.length);
}

class Output {
  readonly bytes: Uint8Array;
  length = 0;
  constructor(most: number) {
    this.bytes = new Uint8Array(most);
  }
  byte(value: number): void {
    this.bytes[this.length++] = value;
  }
  literal(block: Uint8Array, from: number, to: number): void {
    const size = to - from - 1;
    if (size < 0) return;
    if (size < 60) this.byte(size << 2);
    else if (size < 256) {
      this.byte(60 << 2);
      this.byte(size);
    } else {
      this.byte(61 << 2);
      this.byte(size & 255);
      this.byte(size >> 8);
    }
    this.bytes.set(block.subarray(from, to), this.length);
    this.length += size + 1;
  }
  copy(offset: number, length: number): void {
    let rest = length;
    while (rest > 0) {
      // What is left behind 64 must be long enough for a copy of its own.
      const piece = rest > 64 ? Math.min(64, rest - LEAST_MATCH) : rest;
      if (piece >= 4 && piece < 12 && offset < 2048) {
        this.byte(1 | ((piece - 4) << 2) | ((offset >> 8) << 5));
        this.byte(offset & 255);
      } else {
        this.byte(2 | ((piece - 1) << 2));
        this.byte(offset & 255);
        this.byte(offset >> 8);
      }
      rest -= piece;
    }
  }
}

function compressBlock(block: Uint8Array, table: Uint16Array, out: Output): void {
  const end = block.length;
  const view = new DataView(block.buffer, block.byteOffset, end);
  const last = end - LEAST_MATCH;
  let [at, done, misses] = [1, 0, 1 << SKIP_SHIFT];
  while (at <= last) {
    const word = view.getUint32(at, true);
    const slot = Math.imul(word, MULTIPLIER) >>> (32 - HASH_BITS);
    const before = table[slot] as number;
    table[slot] = at;
    if (view.getUint32(before, true) !== word || before >= at) {
      at += misses++ >> SKIP_SHIFT;
      continue;
    }
    let length = LEAST_MATCH;
    while (at + length < end && block[before + length] === block[at + length]) length++;
    out.literal(block, done, at);
    out.copy(at - before, length);
    at += length;
    done = at;
    misses = 1 << SKIP_SHIFT;
  }
  out.literal(block, done, end);
}
