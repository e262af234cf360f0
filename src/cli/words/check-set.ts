/** The labelled set that ships with turnrig, and what the embedded judge reaches on it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { messageOf, TurnrigError } from '../../error.js';
import { parseLabelledSet, type LabelledSet } from '../../words/index.js';
import { packageRoot } from '../paths.js';

export interface ReadSet {
  readonly set: LabelledSet;
  readonly sha256: string;
}

export const ownSet = (): string => fileURLToPath(new URL('assets/judge-check/en.json', packageRoot()));

/** @throws TurnrigError `input` when it cannot be read or is none. */
export async function readSet(path: string = ownSet()): Promise<ReadSet> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new TurnrigError('input', `cannot read the labelled set ${path}: ${messageOf(cause)}`, { cause });
  }
  return { set: parseLabelledSet(new TextDecoder().decode(bytes), path), sha256: createHash('sha256').update(bytes).digest('hex') };
}
