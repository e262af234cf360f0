/** Tables into parquet as pandas writes them: snappy, every column optional, NaN as null, a dictionary where values repeat. */
import { encode } from './encode.js';
import { CODEC, MAGIC, PHYSICAL, REPETITION, UTF8 } from './footer.js';
import { hybridBytes, onesBytes } from './hybrid.js';
import { snap } from './snappy.js';
import type { Column, Table } from './table.js';
import { thriftBytes, type ThriftField } from './thrift.js';

const CREATED_BY = 'turnrig';
const FORMAT_VERSION = 1;
/** Rows a row group, as many as pandas puts in one. */
const GROUP_ROWS = 1 << 20;
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2];
const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8];

const PHYSICAL_OF = { string: PHYSICAL.BYTE_ARRAY, bool: PHYSICAL.BOOLEAN, int64: PHYSICAL.INT64, double: PHYSICAL.DOUBLE } as const;

/** Bytes of the file under construction. */
class Output {
  readonly parts: Uint8Array[] = [];
  length = 0;
  add(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.length += bytes.length;
  }
  whole(): Uint8Array {
    const bytes = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}

/** Bytes of the file. Nothing in them tells when or where they were written: the same table gives the same bytes. */
export function writeTable(from: Table): Uint8Array {
  const out = new Output();
  const magic = new TextEncoder().encode(MAGIC);
  out.add(magic);
  const groups: ThriftField[][] = [];
  for (let start = 0; start < from.rows; start += GROUP_ROWS) {
    const end = Math.min(from.rows, start + GROUP_ROWS);
    const began = out.length;
    const columns = [...from.columns].map(([name, column]) => writeChunk(out, name, column, start, end));
    const chunks = columns.map(({ offset, metadata }): ThriftField[] => [
      [2, 'i64', offset],
      [3, 'struct', metadata],
    ]);
    const unpacked = columns.reduce((sum, { size }) => sum + size, 0);
    groups.push([
      [1, 'structs', chunks],
      [2, 'i64', unpacked],
      [3, 'i64', end - start],
      [5, 'i64', began],
      [6, 'i64', out.length - began],
    ]);
  }
  const footer = thriftBytes([
    [1, 'i32', FORMAT_VERSION],
    [2, 'structs', [rootElement(from), ...[...from.columns].map(([name, column]) => element(name, column))]],
    [3, 'i64', from.rows],
    [4, 'structs', groups],
    [6, 'text', CREATED_BY],
  ]);
  out.add(footer);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  out.add(length);
  out.add(magic);
  return out.whole();
}

const rootElement = (from: Table): ThriftField[] => [
  [4, 'text', 'schema'],
  [5, 'i32', from.columns.size],
];

function element(name: string, { type }: Column): ThriftField[] {
  const common: ThriftField[] = [
    [1, 'i32', PHYSICAL_OF[type]],
    [3, 'i32', REPETITION.OPTIONAL],
    [4, 'text', name],
  ];
  // A text is one by the old mark and by the new.
  return type === 'string' ? [...common, [6, 'i32', UTF8], [10, 'struct', [[1, 'struct', []]]]] : common;
}

interface WrittenChunk {
  readonly offset: number;
  /** Bytes before compression, headers with them. */
  readonly size: number;
  readonly metadata: ThriftField[];
}

function writeChunk(out: Output, name: string, column: Column, from: number, to: number): WrittenChunk {
  const { dictionary, values, present } = encode(column, from, to);
  const offset = out.length;
  let size = 0;
  const page = (type: number, body: Uint8Array, head: ThriftField): void => {
    const packed = snap(body);
    const header = thriftBytes([[1, 'i32', type], [2, 'i32', body.length], [3, 'i32', packed.length], head]);
    out.add(header);
    out.add(packed);
    size += header.length + body.length;
  };
  if (dictionary !== undefined)
    page(DICTIONARY_PAGE, dictionary.bytes, [
      7,
      'struct',
      [
        [1, 'i32', dictionary.values],
        [2, 'i32', PLAIN],
      ],
    ]);
  const dataOffset = out.length;
  const encoding = dictionary === undefined ? PLAIN : RLE_DICTIONARY;
  const rows = to - from;
  const head: ThriftField[] = [
    [1, 'i32', rows],
    [2, 'i32', encoding],
    [3, 'i32', RLE],
    [4, 'i32', RLE],
  ];
  page(DATA_PAGE, withLevels(present === undefined ? onesBytes(rows) : hybridBytes(present, 1), values), [5, 'struct', head]);
  const metadata: ThriftField[] = [
    [1, 'i32', PHYSICAL_OF[column.type]],
    [2, 'integers', dictionary === undefined ? [PLAIN, RLE] : [PLAIN, RLE, RLE_DICTIONARY]],
    [3, 'texts', [name]],
    [4, 'i32', CODEC.SNAPPY],
    [5, 'i64', rows],
    [6, 'i64', size],
    [7, 'i64', out.length - offset],
    [9, 'i64', dataOffset],
    ...(dictionary === undefined ? [] : ([[11, 'i64', offset]] satisfies ThriftField[])),
  ];
  return { offset, size, metadata };
}

/** Which rows have a value, behind their length, then the values. */
function withLevels(levels: Uint8Array, values: Uint8Array): Uint8Array {
  const body = new Uint8Array(4 + levels.length + values.length);
  new DataView(body.buffer).setUint32(0, levels.length, true);
  body.set(levels, 4);
  body.set(values, 4 + levels.length);
  return body;
}
