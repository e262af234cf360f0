/** The run that a copy is made of, and what is to be taken away, as options say it. */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { refuseLocked } from '../../../simulator/store/lock.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { TurnrigError } from '../../error.js';

/** @throws TurnrigError `run-folder` for what is no run, is being written to, or is a redacted copy itself. */
export async function sourceRun(dir: string): Promise<RunReader> {
  const reader = await openRun(resolve(dir));
  await refuseLocked(reader.dir);
  if (reader.manifest.redacted !== undefined)
    throw new TurnrigError('run-folder', `${dir} is a redacted copy already`, { hint: 'Copy the run that it was made of.' });
  return reader;
}

/** "t1,t3", again and again. */
export const ids = (value: string, before: readonly string[]): readonly string[] => {
  const found = value.split(',').map((one) => one.trim());
  if (found.some((one) => one === '')) throw new InvalidArgumentError('ids are wanted, separated by commas.');
  return [...before, ...found];
};

/** Bytes for a person: "14.2 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
