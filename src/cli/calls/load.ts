/** A folder of labelled calls that is in order, for the verbs that compute. */
import { DRAFT_SOURCES } from '../../calls/companion.js';
import { readCallFolder, type CallFolder, type ReadOptions } from '../../../simulator/calls/folder.js';
import { readPredictions, type Prediction } from '../../calls/predictions.js';
import type { Problem } from '../../scenario/problem.js';
import type { Console } from '../console.js';
import { Progress } from '../progress.js';
import { refuse } from '../refuse.js';
import { readNamed } from '../table-files.js';

/** Progress is told in percent of the recordings' bytes. */
const STEPS = 1_000;

/** Reads a folder with a progress line: recordings are read through. @throws TurnrigError `input` when there is nothing to read. */
export async function readFolder(dir: string, console: Console, options: Omit<ReadOptions, 'onProgress'> = {}): Promise<CallFolder> {
  const progress = new Progress(console, 'reading recordings', STEPS, () => performance.now() / 1000, undefined, true);
  try {
    return await readCallFolder(dir, { ...options, onProgress: (share) => progress.update(Math.floor(STEPS * share), '') });
  } finally {
    progress.clear();
  }
}

/** @throws TurnrigError that names everything that is wrong with its files. */
export async function soundFolder(dir: string, console: Console, signal?: AbortSignal): Promise<CallFolder> {
  const folder = await readFolder(dir, console, signal === undefined ? {} : { signal });
  refuse(folder.problems, 'turnrig calls validate tells them too.');
  return folder;
}

/** @throws TurnrigError that names everything that is wrong with the file. */
export async function soundPredictions(file: string): Promise<Prediction[]> {
  const bytes = await readNamed(file, '--predictions');
  const problems: Problem[] = [];
  const predictions = readPredictions(bytes, file, (problem) => void problems.push(problem));
  refuse(problems, 'CSV or JSON lines with call_id, decision_ms and allow or score.');
  return predictions;
}

/** Whether nobody has listened to a call's points. */
export const isDraft =
  ({ companion }: CallFolder) =>
  (callId: string): boolean => {
    const call = companion.calls.get(callId);
    return call !== undefined && DRAFT_SOURCES.has(call.points);
  };
