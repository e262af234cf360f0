/** Small parquet files byte by byte, whose headers say what a test wants them to say. */
import { PHYSICAL, REPETITION } from '../../src/eot/parquet/footer.js';
import { thriftBytes, type ThriftField } from '../../src/eot/parquet/thrift.js';

export interface Made {
  readonly physical?: number;
  readonly codec?: number;
  /** DATE and the like make a column unusual: hyparquet's. */
  readonly converted?: number;
  readonly names?: readonly string[];
  /** What the footer, the row group and the column say, where it differs from `rows`. */
  readonly rows: number;
  readonly footerRows?: number;
  readonly values?: number;
  readonly pages: readonly Uint8Array[];
}

const PLAIN = 0;
const RLE = 3;
export const bytesOf = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const MAGIC = new TextEncoder().encode('PAR1');

/** One row group; every column is the same chunk. */
export function made({
  physical = PHYSICAL.DOUBLE,
  codec = 0,
  converted,
  names = ['p'],
  rows,
  footerRows = rows,
  values = rows,
  pages,
}: Made) {
  const body = bytesOf(...pages);
  const chunk = (name: string): ThriftField[] => [
    [2, 'i64', MAGIC.length],
    [
      3,
      'struct',
      [
        [1, 'i32', physical],
        [2, 'integers', [PLAIN]],
        [3, 'texts', [name]],
        [4, 'i32', codec],
        [5, 'i64', values],
        [6, 'i64', body.length],
        [7, 'i64', body.length],
        [9, 'i64', MAGIC.length],
      ],
    ],
  ];
  const element = (name: string): ThriftField[] => [
    [1, 'i32', physical],
    [3, 'i32', REPETITION.OPTIONAL],
    [4, 'text', name],
    ...(converted === undefined ? [] : ([[6, 'i32', converted]] satisfies ThriftField[])),
  ];
  const root: ThriftField[] = [
    [4, 'text', 'schema'],
    [5, 'i32', names.length],
  ];
  const group: ThriftField[] = [
    [1, 'structs', names.map(chunk)],
    [2, 'i64', body.length],
    [3, 'i64', rows],
  ];
  const footer = thriftBytes([
    [1, 'i32', 1],
    [2, 'structs', [root, ...names.map(element)]],
    [3, 'i64', footerRows],
    [4, 'structs', [group]],
  ]);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  return bytesOf(MAGIC, body, footer, length, MAGIC);
}

/** A data page: its header says `count` values and `size` bytes before compression. */
export function page(count: number, body: Uint8Array, { size = body.length, packed = body.length } = {}): Uint8Array {
  const values: ThriftField[] = [
    [1, 'i32', count],
    [2, 'i32', PLAIN],
    [3, 'i32', RLE],
    [4, 'i32', RLE],
  ];
  return bytesOf(
    thriftBytes([
      [1, 'i32', 0],
      [2, 'i32', size],
      [3, 'i32', packed],
      [5, 'struct', values],
    ]),
    body,
  );
}

export function pageV2(count: number, nulls: number, levels: number, body: Uint8Array): Uint8Array {
  const values: ThriftField[] = [
    [1, 'i32', count],
    [2, 'i32', nulls],
    [3, 'i32', count],
    [4, 'i32', PLAIN],
    [5, 'i32', levels],
    [6, 'i32', 0],
  ];
  return bytesOf(
    thriftBytes([
      [1, 'i32', 3],
      [2, 'i32', body.length],
      [3, 'i32', body.length],
      [8, 'struct', values],
    ]),
    body,
  );
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** One run of levels behind its length. */
export function levels(count: number, level: 0 | 1): Uint8Array {
  const run = [...varint(2 * count), level];
  return bytesOf([run.length, 0, 0, 0], run);
}

/** A dictionary of no value, one byte where compressed. */
export const NO_DICTIONARY = bytesOf(
  thriftBytes([
    [1, 'i32', 2],
    [2, 'i32', 0],
    [3, 'i32', 1],
    [
      7,
      'struct',
      [
        [1, 'i32', 0],
        [2, 'i32', PLAIN],
      ],
    ],
  ]),
  [0],
);
