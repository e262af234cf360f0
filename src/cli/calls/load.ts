/** A folder of labelled calls that is in order, for the verbs that compute. */
import { readFile } from 'node:fs/promises';
import { readCallFolder, type CallFolder } from '../../../simulator/calls/folder.js';
import { readPredictions, type Prediction } from '../../calls/predictions.js';
import { TurnrigError, messageOf } from '../../error.js';
import type { Problem } from '../../scenario/problem.js';
import { refuse } from '../refuse.js';

/** @throws TurnrigError that names everything that is wrong with its files. */
export async function soundFolder(dir: string): Promise<CallFolder> {
  const folder = await readCallFolder(dir);
  refuse(folder.problems, 'turnrig calls validate tells them too.');
  return folder;
}

/** @throws TurnrigError that names everything that is wrong with the file. */
export async function soundPredictions(file: string): Promise<Prediction[]> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new TurnrigError('input', `the file ${file} cannot be read: ${messageOf(cause)}`, {
      hint: 'Check the path after --predictions.',
      cause,
    });
  });
  const problems: Problem[] = [];
  const predictions = readPredictions(bytes, file, (problem) => void problems.push(problem));
  refuse(problems, 'CSV or JSON lines with call_id, decision_ms and allow or score.');
  return predictions;
}

/** Whether nobody has listened to a call's points. */
export const isDraft =
  ({ companion }: CallFolder) =>
  (callId: string): boolean =>
    companion.calls.get(callId)?.points === 'xlsx_draft';
