/** Files named on the command line, "LABEL=FILE" or "FILE", read whole; a folder stands for its .jsonl files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TurnrigError, messageOf } from '../error.js';

export interface NamedFile {
  /** As the user named it. */
  readonly file: string;
  readonly label: string | undefined;
  readonly bytes: Uint8Array;
}

/** A label holds no path: "en=x.jsonl" has one, "./a=b.jsonl" none. */
const LABELLED = /^([\w-]{1,60})=(.+)$/s;

export function splitLabel(given: string): { readonly label: string | undefined; readonly path: string } {
  const [, label, path = given] = LABELLED.exec(given) ?? [];
  return { label, path };
}

/** @param flag for the messages. @throws TurnrigError for what cannot be read. */
export async function readFiles(given: readonly string[], flag: string): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const one of given) {
    const { label, path } = splitLabel(one);
    for (const file of await expand(path, flag)) files.push({ file, label, bytes: await readNamed(file, flag) });
  }
  return files;
}

async function expand(path: string, flag: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => unreadable(path, flag, cause));
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.jsonl')).sort();
  if (names.length > 0) return names.map((name) => join(path, name));
  throw new TurnrigError('input', `the folder ${path} holds no .jsonl file`, { hint: `Name the files after ${flag}.` });
}

/** One file, whole. @param flag what stands before it, for the message. @throws TurnrigError `input`. */
export async function readNamed(file: string, flag: string): Promise<Uint8Array> {
  return await readFile(file).catch((cause: unknown) => unreadable(file, flag, cause));
}

function unreadable(file: string, flag: string, cause: unknown): never {
  throw new TurnrigError('input', `the file ${file} cannot be read: ${messageOf(cause)}`, { hint: `Check the path after ${flag}.`, cause });
}
