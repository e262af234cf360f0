/** What a parquet file's footer says of its flat columns (parquet-format, parquet.thrift). */
import { showValue } from '../../scenario/problem.js';
import { BrokenParquet, RefusedParquet } from './broken.js';
import { ThriftReader, type ThriftStruct, type ThriftValue } from './thrift.js';

/** Of parquet.thrift. */
export const MAGIC = 'PAR1';
export const PHYSICAL = { BOOLEAN: 0, INT32: 1, INT64: 2, INT96: 3, FLOAT: 4, DOUBLE: 5, BYTE_ARRAY: 6, FIXED_LEN_BYTE_ARRAY: 7 } as const;
export const REPETITION = { REQUIRED: 0, OPTIONAL: 1, REPEATED: 2 } as const;
export const CODEC = { UNCOMPRESSED: 0, SNAPPY: 1, GZIP: 2, BROTLI: 4, LZ4: 5, ZSTD: 6, LZ4_RAW: 7 } as const;
export const UTF8 = 0;
/** INT_8, INT_16, INT_32, INT_64: whole numbers as they are. */
const SIGNED = [15, 16, 17, 18];
const [LOGICAL_STRING, LOGICAL_INTEGER] = [1, 10];

/** Raised for files that are well, but not of the plain kind that is decoded here: hyparquet reads them. */
export class UnusualParquet extends Error {}

export interface Chunk {
  readonly codec: number;
  readonly values: number;
  /** First byte in the file, of the dictionary where there is one; and how many. */
  readonly start: number;
  readonly length: number;
}

export interface FlatColumn {
  readonly name: string;
  readonly physical: number;
  readonly optional: boolean;
  /** Why it is not decoded here, if so. */
  readonly unusual: string | undefined;
  /** One a row group. */
  readonly chunks: readonly Chunk[];
}

export interface Footer {
  readonly rows: number;
  readonly groupRows: readonly number[];
  /** Columns without children that are no lists, in order. Their names differ. */
  readonly columns: readonly FlatColumn[];
}

export const integer = (value: ThriftValue | undefined): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new BrokenParquet('a header lacks a number');
  return value;
};
export const struct = (value: ThriftValue | undefined): ThriftStruct => {
  if (typeof value !== 'object' || !('fields' in value)) throw new BrokenParquet('a header lacks a part');
  return value.fields;
};
const list = (value: ThriftValue | undefined): readonly ThriftValue[] => {
  if (typeof value !== 'object' || !('items' in value)) throw new BrokenParquet('a header lacks a list');
  return value.items;
};
const text = (value: ThriftValue | undefined): string => {
  if (!(value instanceof Uint8Array)) throw new BrokenParquet('a header lacks a name');
  return new TextDecoder().decode(value);
};

/** @param bytes of the footer. @throws BrokenParquet for damaged ones, RefusedParquet for columns that nobody can tell apart */
export function readFooter(bytes: Uint8Array): Footer {
  const file = new ThriftReader(bytes).struct();
  const schema = list(file[2]).map(struct);
  const groups = list(file[4]).map(struct);
  const chunks = groups.map((group) => {
    const byName = new Map<string, Chunk>();
    for (const entry of list(group[1]).map(struct)) {
      if (entry[1] !== undefined) throw new RefusedParquet('its columns are in other files');
      const data = struct(entry[3]);
      const path = list(data[3]).map(text);
      // Columns within others are not read; those of one name would be taken for each other.
      if (path.length !== 1) continue;
      const [name = ''] = path;
      if (byName.has(name)) refuseDouble(name);
      byName.set(name, chunkOf(data));
    }
    return byName;
  });
  const columns: FlatColumn[] = [];
  const names = new Set<string>();
  for (let at = 1; at < schema.length; at = behind(schema, at)) {
    const element = schema[at] ?? [];
    const name = text(element[4]);
    if (names.has(name)) refuseDouble(name);
    names.add(name);
    // Groups, and lists without a group around them.
    if (element[1] === undefined || element[3] === REPETITION.REPEATED || (element[5] !== undefined && integer(element[5]) > 0)) continue;
    columns.push({
      name,
      physical: integer(element[1]),
      optional: element[3] === REPETITION.OPTIONAL,
      unusual: unusual(element),
      chunks: chunks.map((byName) => {
        const chunk = byName.get(name);
        if (chunk === undefined) throw new BrokenParquet(`a row group lacks the column ${showValue(name)}`);
        return chunk;
      }),
    });
  }
  return { rows: integer(file[3]), groupRows: groups.map((group) => integer(group[3])), columns };
}

function refuseDouble(name: string): never {
  throw new RefusedParquet(`it has two columns of the name ${showValue(name)}`);
}

/** Place behind an element and all its children. */
function behind(schema: readonly ThriftStruct[], at: number): number {
  const children = schema[at]?.[5];
  let next = at + 1;
  for (let i = 0; i < (children === undefined ? 0 : integer(children)) && next < schema.length; i++) next = behind(schema, next);
  return next;
}

function chunkOf(data: ThriftStruct): Chunk {
  const first = integer(data[9]);
  const dictionary = data[11] === undefined ? 0 : integer(data[11]);
  return {
    codec: integer(data[4]),
    values: integer(data[5]),
    start: dictionary > 0 && dictionary < first ? dictionary : first,
    length: integer(data[7]),
  };
}

function unusual(element: ThriftStruct): string | undefined {
  const [, physical, , , , , converted, , , , logical] = element;
  if (physical === PHYSICAL.INT96 || physical === PHYSICAL.FIXED_LEN_BYTE_ARRAY) return 'its type';
  const known = logical === undefined ? [] : Object.keys(struct(logical)).map(Number);
  const byteArray = physical === PHYSICAL.BYTE_ARRAY;
  if (byteArray) return (converted ?? UTF8) === UTF8 && known.every((id) => id === LOGICAL_STRING) ? undefined : 'its meaning';
  if (!known.every((id) => id === LOGICAL_INTEGER)) return 'its meaning';
  if (known.length > 0 && struct(struct(logical)[LOGICAL_INTEGER])[2] !== true) return 'numbers without a sign';
  return converted === undefined || SIGNED.includes(integer(converted)) ? undefined : 'its meaning';
}
