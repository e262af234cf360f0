/** Labelled calls as a data set in the layout of eot-bench: rows as JSON lines, a WAV each, and what leads back. Whole, or not there. */
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Export, ExportedTurn, ExportOptions } from '../../src/calls/export.js';
import { groupBy } from '../../src/tabular/group-by.js';
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import { storeFailure } from '../store/failures.js';
import { systemCode } from '../store/file-system.js';
import { makeFolder } from '../store/make-folder.js';
import type { CallFolder } from './folder.js';
import { EXPORT_RATE, userSound } from './user-sound.js';

export const ROWS_FILE = 'validation.jsonl';
/** Where each row came from, by its id, and by which rules: the way back (src/calls/import.ts). */
export const PLACES_FILE = 'calls-export.json';

export interface ExportRequest {
  readonly folder: CallFolder;
  readonly made: Export;
  readonly options: ExportOptions;
  /** A folder that is not there yet. */
  readonly out: string;
  readonly signal?: AbortSignal;
  /** How many turns are cut. */
  readonly onTurns?: (done: number) => void;
}

/** @throws TurnrigError `input` when there is something already, `store`, `audio`; the signal's reason. Then nothing is left of it. */
export async function exportDataset({ folder, made, options, out, signal, onTurns }: ExportRequest): Promise<void> {
  if (await isThere(out)) throw new TurnrigError('input', `${out} is there already`, { hint: 'Name a folder that is not.' });
  const part = `${out}.part-${process.pid}`;
  try {
    await makeFolder(join(part, 'audio'));
    let done = 0;
    for (const [callId, turns] of groupBy(made.turns, ({ callId }) => callId)) {
      const call = folder.companion.calls.get(callId);
      if (call === undefined) continue;
      for (const [id, samples] of await userSound(folder.dir, call, turns, signal))
        await writeFile(join(part, audioOf(id)), writeWav([samples], EXPORT_RATE));
      onTurns?.((done += turns.length));
    }
    await writeFile(join(part, ROWS_FILE), made.turns.map((turn) => `${JSON.stringify(rowOf(turn))}\n`).join(''));
    await writeFile(join(part, PLACES_FILE), `${JSON.stringify(placesOf(made, options), null, 2)}\n`);
    signal?.throwIfAborted();
    await rename(part, out);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (error instanceof TurnrigError || signal?.aborted === true) throw error;
    throw storeFailure(out, error);
  }
}

const audioOf = (id: string): string => `audio/${id}.wav`;

function rowOf({ id, language, silenceSpans, messages, words }: ExportedTurn): object {
  return { id, language, audio: audioOf(id), silence_spans: silenceSpans, messages, ...(words.length === 0 ? {} : { words }) };
}

function placesOf({ turns, excluded }: Export, { scorePointMs, tail }: ExportOptions): object {
  return {
    format: 'turnrig-calls-export',
    version: 1,
    scorePointMs,
    tail,
    rows: Object.fromEntries(turns.map(({ id, callId, cropStartMs, cropEndMs, padMs }) => [id, { callId, cropStartMs, cropEndMs, padMs }])),
    excluded: Object.fromEntries(excluded),
  };
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw storeFailure(path, error);
  }
}
