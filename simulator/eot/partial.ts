/** Turns of a run that is not finished, a JSON line each as they come: what a stopped run goes on from. */
import { appendFile, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Prediction, ScoreEvent } from '../../src/eot/adapter.js';
import type { TurnResult } from '../../src/eot/run-files.js';
import type { SpanLabel } from '../../src/eot/turn.js';
import { storeFailure } from '../store/failures.js';
import { makeFolder } from '../store/make-folder.js';
import { systemCode } from '../store/system-code.js';

export interface Partial {
  /** Whether what lies there is of this very data set and model. */
  canGoOn(): Promise<boolean>;
  add(result: TurnResult): Promise<void>;
  read(): Promise<Map<string, TurnResult>>;
  remove(): Promise<void>;
}

type Line = readonly [
  id: string,
  language: string,
  skipped: string | null,
  audioSec: number,
  rows: readonly RowLine[],
  events: readonly EventLine[],
];
type RowLine = readonly [span: number, timestamp: number, silence: number, p: number | null, label: SpanLabel];
type EventLine = readonly [timestamp: number, p: number, more: ScoreEvent['more'] | null];

const toLine = ({ id, language, skipped, audioSec, rows, events }: TurnResult): Line => [
  id,
  language,
  skipped ?? null,
  audioSec,
  rows.map(({ spanIndex, timestamp, silenceDur, pEot, label }) => [
    spanIndex,
    timestamp,
    silenceDur,
    Number.isNaN(pEot) ? null : pEot,
    label,
  ]),
  events.map(({ timestamp, p, more }) => [timestamp, p, more ?? null]),
];

function fromLine([id, language, skipped, audioSec, rows, events]: Line): TurnResult {
  return {
    id,
    language,
    audioSec,
    ...(skipped === null ? {} : { skipped }),
    rows: rows.map(([spanIndex, timestamp, silenceDur, p, label]): Prediction => ({
      spanIndex,
      timestamp,
      silenceDur,
      pEot: p ?? Number.NaN,
      label,
    })),
    events: events.map(([timestamp, p, more]): ScoreEvent => ({ timestamp, p, ...(more === null ? {} : { more }) })),
  };
}

/** @param key what the run is of; the first line of the file */
export function openPartial(path: string, key: string): Partial {
  const lines = async (): Promise<string[]> => {
    try {
      return (await readFile(path, 'utf8')).split('\n');
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') return [];
      throw storeFailure(path, cause);
    }
  };
  let begun = false;
  return {
    canGoOn: async () => (await lines())[0] === key,
    async add(result) {
      try {
        if (!begun && (await lines())[0] !== key) {
          await makeFolder(dirname(path));
          await rm(path, { force: true });
          await appendFile(path, `${key}\n`);
        }
        // A cut last line of a killed run must not swallow this one.
        await appendFile(path, `${begun ? '' : '\n'}${JSON.stringify(toLine(result))}\n`);
        begun = true;
      } catch (cause) {
        throw storeFailure(path, cause);
      }
    },
    async read() {
      const found = new Map<string, TurnResult>();
      for (const line of (await lines()).slice(1)) {
        try {
          const result = fromLine(JSON.parse(line) as Line);
          found.set(result.id, result);
        } catch {
          // Empty, or cut off by a kill: that turn is predicted again.
        }
      }
      return found;
    },
    remove: () => rm(path, { force: true }),
  };
}
