/** Tables into parquet as pandas writes them: snappy, every column optional, NaN as null. By hyparquet-writer (MIT). */
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import type { Column, Table } from './table.js';

function source(name: string, column: Column): ColumnSource {
  switch (column.type) {
    case 'string':
      return { name, type: 'STRING', data: column.values as (string | null)[], nullable: true };
    case 'bool':
      return { name, type: 'BOOLEAN', data: column.values as boolean[], nullable: true };
    case 'int64':
      return { name, type: 'INT64', data: BigInt64Array.from(column.values, (value) => BigInt(value)), nullable: true };
    case 'double':
      return { name, type: 'DOUBLE', data: withNulls(column.values), nullable: true };
  }
}

function withNulls(values: Float64Array): Float64Array | (number | null)[] {
  return values.some(Number.isNaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values;
}

/** Bytes of the file. Nothing in them tells when or where they were written: the same table gives the same bytes. */
export function writeTable(from: Table): Uint8Array {
  const columnData = [...from.columns].map(([name, column]) => source(name, column));
  return new Uint8Array(
    parquetWriteBuffer({ columnData, codec: 'SNAPPY', statistics: false, createdBy: 'turnrig', rowGroupSize: 1_000_000 }),
  );
}
