/** `--text-reference FILE` of report and compare: a result of `turnrig text-reference`, held against the run that it stands beside. */
import { TurnrigError } from '../../error.js';
import type { RunManifest } from '../../recording/model.js';
import { differsFromRun, parseTextReference, type ReferenceRow } from '../../text-reference/index.js';
import { readNamed } from '../table-files.js';

export const TEXT_REFERENCE_OPTION = [
  '--text-reference <file>',
  'a result of `turnrig text-reference` on the same scenes: a row of its own in the tables of selective participation',
] as const;

/** @throws TurnrigError `input` when it cannot be read, is none, or is of other scenes. */
export async function givenReference(file: string, manifest: Pick<RunManifest, 'plan' | 'scenes'>, run: string): Promise<ReferenceRow> {
  const text = new TextDecoder().decode(await readNamed(file, '--text-reference'));
  const row = parseTextReference(text, file);
  const difference = differsFromRun(row, manifest);
  if (difference === undefined) return row;
  throw new TurnrigError('input', `${file} cannot stand beside ${run}: ${difference}`, {
    hint: 'Let the model read the same suites and the same --scene as were played: turnrig text-reference --help',
  });
}
