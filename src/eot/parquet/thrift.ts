/** Thrift's compact protocol, as much as parquet's headers are made of (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md). */
import { BrokenParquet } from './broken.js';

/** Fields by number; integers of 64 bits as doubles, which hold every size and count of a file that fits this machine. */
export type ThriftStruct = readonly (ThriftValue | undefined)[];
export type ThriftValue = number | boolean | Uint8Array | ThriftList | ThriftFields;
export interface ThriftList {
  readonly items: readonly ThriftValue[];
}
export interface ThriftFields {
  readonly fields: ThriftStruct;
}

const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, STRUCT] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];
/** Headers of parquet are three deep: what nests deeper is damaged. */
const DEEPEST = 32;

/** Reads one struct after another. @throws BrokenParquet at the end of the bytes, or for what is no header */
export class ThriftReader {
  constructor(
    private readonly bytes: Uint8Array,
    public offset = 0,
  ) {}

  struct(depth = 0): ThriftStruct {
    if (depth > DEEPEST) throw new BrokenParquet('a header that nests without end');
    const fields: (ThriftValue | undefined)[] = [];
    let id = 0;
    for (let head = this.#byte(); head !== 0; head = this.#byte()) {
      id = head >> 4 === 0 ? this.#zigzag() : id + (head >> 4);
      if (id < 0 || id > 0x7fff) throw new BrokenParquet('a field that is none');
      fields[id] = this.#value(head & 15, depth);
    }
    return fields;
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case TRUE:
        return true;
      case FALSE:
        return false;
      case BYTE:
        return (this.#byte() << 24) >> 24;
      case I16:
      case I32:
      case I64:
        return this.#zigzag();
      case DOUBLE:
        return new DataView(this.#take(8).slice().buffer).getFloat64(0, true);
      case BINARY:
        return this.#take(this.#varint());
      case LIST:
      case SET:
        return { items: this.#list(depth) };
      case STRUCT:
        return { fields: this.struct(depth + 1) };
      default:
        throw new BrokenParquet(`a field of the unknown type ${type}`);
    }
  }

  #list(depth: number): ThriftValue[] {
    const head = this.#byte();
    const size = head >> 4 === 15 ? this.#varint() : head >> 4;
    if (size > this.bytes.length) throw new BrokenParquet('a list longer than the file');
    const type = head & 15;
    const items: ThriftValue[] = [];
    // Booleans of a list are a byte each.
    for (let i = 0; i < size; i++) items.push(type === TRUE || type === FALSE ? this.#byte() === TRUE : this.#value(type, depth));
    return items;
  }

  #byte(): number {
    const byte = this.bytes[this.offset++];
    if (byte === undefined) throw new BrokenParquet('a header is cut off');
    return byte;
  }

  #take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.bytes.length) throw new BrokenParquet('a header is cut off');
    return this.bytes.subarray(this.offset, (this.offset = end));
  }

  #varint(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 63) throw new BrokenParquet('a number without end');
    }
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** A field to be written: its number and how. Integers are of 32 bits unless said otherwise. */
export type ThriftField =
  | readonly [id: number, type: 'i32' | 'i64', value: number]
  | readonly [id: number, type: 'text', value: string]
  | readonly [id: number, type: 'integers', value: readonly number[]]
  | readonly [id: number, type: 'texts', value: readonly string[]]
  | readonly [id: number, type: 'struct', value: readonly ThriftField[]]
  | readonly [id: number, type: 'structs', value: readonly (readonly ThriftField[])[]];

/** Bytes of one struct; fields in ascending order of their numbers. */
export function thriftBytes(fields: readonly ThriftField[]): Uint8Array {
  const out: number[] = [];
  writeStruct(out, fields);
  return new Uint8Array(out);
}

function writeStruct(out: number[], fields: readonly ThriftField[]): void {
  let before = 0;
  for (const field of fields) {
    const type = { i32: I32, i64: I64, text: BINARY, integers: LIST, texts: LIST, struct: STRUCT, structs: LIST }[field[1]];
    // All numbers of parquet's fields are less than 16 apart.
    out.push(((field[0] - before) << 4) | type);
    before = field[0];
    writeValue(out, field);
  }
  out.push(0);
}

function writeValue(out: number[], field: ThriftField): void {
  switch (field[1]) {
    case 'i32':
    case 'i64': {
      writeVarint(out, field[2] < 0 ? -2 * field[2] - 1 : 2 * field[2]);
      return;
    }
    case 'text': {
      writeText(out, field[2]);
      return;
    }
    case 'struct': {
      writeStruct(out, field[2]);
      return;
    }
    case 'integers':
      writeListHead(out, field[2].length, I32);
      {
        field[2].forEach((value) => writeVarint(out, 2 * value));
        return;
      }
    case 'texts':
      writeListHead(out, field[2].length, BINARY);
      {
        field[2].forEach((value) => writeText(out, value));
        return;
      }
    case 'structs':
      writeListHead(out, field[2].length, STRUCT);
      {
        field[2].forEach((value) => writeStruct(out, value));
        return;
      }
  }
}

function writeListHead(out: number[], size: number, type: number): void {
  if (size < 15) out.push((size << 4) | type);
  else {
    out.push(0xf0 | type);
    writeVarint(out, size);
  }
}

function writeText(out: number[], value: string): void {
  const bytes = new TextEncoder().encode(value);
  writeVarint(out, bytes.length);
  for (const byte of bytes) out.push(byte);
}

function writeVarint(out: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    out.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}
