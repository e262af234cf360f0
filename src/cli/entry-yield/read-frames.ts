/** Frame tables of the command line, "SESSION=FILE" or "FILE", streamed: CSV by the chunk, so that long sessions fit. */
import { createReadStream } from 'node:fs';
import { TurnrigError, messageOf } from '../../error.js';
import { FrameCollector, type SessionFrames } from '../../entry-yield/frames.js';
import { FrameTable } from '../../entry-yield/frames-table.js';
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
    await readCsv(path, table, report);
    missing += table.missing;
  }
  return { sessions: collector.sessions(), missing };
}

async function readCsv(path: string, table: FrameTable, report: (problem: Problem) => void): Promise<void> {
  let [headed, useful] = [false, true];
  const reader = new CsvReader((cells, line) => {
    if (headed) table.row(cells, line);
    else [headed, useful] = [true, table.header(cells, line)];
  });
  const problem = (line: number, message: string, hint = ''): Problem => ({
    file: path,
    line,
    column: 1,
    path: '',
    value: undefined,
    message,
    hint,
  });
  try {
    for await (const chunk of createReadStream(path, 'utf8')) {
      reader.push(String(chunk));
      if (!useful) return;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof CsvError))
      throw new TurnrigError('input', `the file ${path} cannot be read: ${messageOf(error)}`, {
        hint: 'Check the path after --frames.',
        cause: error,
      });
    report(problem(error.line, `this is not valid CSV: ${error.message}`));
    return;
  }
  if (!headed) report(problem(1, 'the file is empty', 'A header is wanted, for example: session,t,p_wearer'));
  else if (useful && table.rows === 0) report(problem(1, 'the table has no row'));
}
