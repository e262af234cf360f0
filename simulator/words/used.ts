/** RUN/words/used.json: with what a run's words were judged, so that scoring it again without any flag gives the same bytes. */
import { join } from 'node:path';
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import type { Asr } from '../../src/speech/asr.js';
import { HEURISTIC_VERSION, heuristicJudge } from '../../src/words/heuristic/judge.js';
import type { Judge } from '../../src/words/model.js';
import type { WordsUsed } from '../../src/words/summary.js';
import { writeAtomic } from '../store/atomic.js';
import { nodeFileSystem, systemCode, type FileSystem } from '../store/file-system.js';
import { wordsFolder } from './outputs.js';

const usedFile = (run: string): string => join(wordsFolder(run), 'used.json');

const counts = z.object({ right: z.int().nonnegative(), of: z.int().nonnegative() });
const check = z.object({ sensitivity: counts, specificity: counts });
const schema: z.ZodType<WordsUsed> = z.object({
  asr: z.object({ name: z.string(), version: z.string() }),
  judge: z.object({ name: z.string(), kind: z.enum(['heuristic', 'chat']), version: z.string() }),
  checked: z
    .object({ judge: z.string(), version: z.string(), asr: z.string(), set: z.string(), answer: check, intrusion: check })
    .exactOptional(),
});

/** @throws TurnrigError `store`. */
export async function writeUsed(run: string, used: WordsUsed, fs: FileSystem = nodeFileSystem): Promise<void> {
  await writeAtomic(fs, usedFile(run), `${JSON.stringify(used, null, 2)}\n`);
}

/** Undefined where words were never judged. @throws TurnrigError `run-folder` when the file is damaged. */
export async function readUsed(run: string, fs: FileSystem = nodeFileSystem): Promise<WordsUsed | undefined> {
  const path = usedFile(run);
  let bytes: Uint8Array;
  try {
    bytes = await fs.read(path);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return undefined;
    throw new TurnrigError('run-folder', `cannot read ${path}`, { cause });
  }
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new TurnrigError('run-folder', `${path} is damaged`, { hint: 'Remove it, and score with --asr and --judge again.', cause });
  }
}

/** Stands for an ASR whose outputs are stored, and says so where one is not. */
export function storedAsr({ name, version }: WordsUsed['asr']): Asr {
  return { name, version, transcribe: () => Promise.reject(notStored('transcript')) };
}

/** The heuristic judge needs nobody; a chat model's verdicts are stored. */
export function storedJudge({ name, kind, version }: WordsUsed['judge']): Judge {
  if (kind === 'heuristic' && version === HEURISTIC_VERSION) return heuristicJudge();
  return { name, kind, version, ask: () => Promise.reject(notStored('verdict')) };
}

const notStored = (what: string): TurnrigError =>
  new TurnrigError('missing', `its ${what} is not stored: score with --asr and --judge again`);
