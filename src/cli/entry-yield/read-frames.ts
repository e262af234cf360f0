/** Frame tables of the command line, "SESSION=FILE" or "FILE": parquet, or CSV by the chunk, so that long sessions fit. */
import { createReadStream } from 'node:fs';
import { asyncBufferFromFile } from 'hyparquet';
import { numbersOf, textsOf } from '../../eot/parquet/table.js';
import { readTable } from '../../eot/parquet/read.js';
import { TurnrigError, messageOf } from '../../error.js';
import { FrameCollector, type SessionFrames } from '../../entry-yield/frames.js';
import { FRAME_COLUMN_NAMES, FrameTable } from '../../entry-yield/frames-table.js';
import { UNNAMED_SESSION } from '../../entry-yield/reviews.js';
import type { Problem } from '../../scenario/problem.js';
import { CsvError, CsvReader } from '../../tabular/csv.js';
import { splitLabel } from '../table-files.js';

export interface FramesRead {
  readonly sessions: ReadonlyMap<string, SessionFrames>;
  /** Rows without a probability: frames that are missing. */
  readonly missing: number;
}

/** @throws TurnrigError for what cannot be read; what is wrong in a file is reported. */
export async function readFrames(
  given: readonly string[],
  fps: number | undefined,
  report: (problem: Problem) => void,
): Promise<FramesRead> {
  const collector = new FrameCollector();
  let missing = 0;
  for (const one of given) {
    const { label, path } = splitLabel(one);
    const table = new FrameTable({ file: path, session: label ?? UNNAMED_SESSION, fps }, collector, report);
    await (path.endsWith('.parquet') ? readParquet(path, table, report) : readCsv(path, table, report));
    missing += table.missing;
  }
  return { sessions: collector.sessions(), missing };
}

const problemAt = (file: string, line: number, message: string, hint = ''): Problem => ({
  file,
  line,
  column: 1,
  path: '',
  value: undefined,
  message,
  hint,
});
const EMPTY = 'A header is wanted, for example: session,t,p_wearer';

function unreadable(path: string, cause: unknown): TurnrigError {
  return new TurnrigError('input', `the file ${path} cannot be read: ${messageOf(cause)}`, {
    hint: 'Check the path after --frames.',
    cause,
  });
}

/** Rows are numbered from 1, the names of the columns standing in none. */
async function readParquet(path: string, table: FrameTable, report: (problem: Problem) => void): Promise<void> {
  const file = await asyncBufferFromFile(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const read = await readTable(file, path, FRAME_COLUMN_NAMES);
  const names = [...read.columns.keys()];
  if (!table.header(names)) return;
  const columns = names.map((name) => numbersOf(read, name) ?? textsOf(read, name) ?? []);
  // NaN stands for null there.
  const cell = (value: string | number | undefined): string | number | undefined => (Number.isNaN(value) ? undefined : value);
  for (let row = 0; row < read.rows; row++)
    table.row(
      columns.map((column) => cell(column[row])),
      row + 1,
    );
  if (read.rows === 0) report(problemAt(path, 1, 'the table has no row'));
}

async function readCsv(path: string, table: FrameTable, report: (problem: Problem) => void): Promise<void> {
  let [headed, useful] = [false, true];
  const reader = new CsvReader((cells, line) => {
    if (headed) table.row(cells, line);
    else [headed, useful] = [true, table.header(cells, line)];
  });
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      reader.push(String(chunk));
      if (!useful) return;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof CsvError)) throw unreadable(path, error);
    report(problemAt(path, error.line, `this is not valid CSV: ${error.message}`));
    return;
  }
  if (!headed) report(problemAt(path, 1, 'the file is empty', EMPTY));
  else if (useful && table.rows === 0) report(problemAt(path, 1, 'the table has no row'));
}
