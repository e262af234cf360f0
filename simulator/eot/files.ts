/** Reading and writing the benchmark's files. Written whole or not at all: a temporary file beside it, then renamed. */
import { readFile, stat } from 'node:fs/promises';
import { EotError } from '../../src/eot/error.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import type { Table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { indentedJson, readPythonJson, type PyJson } from '../../src/eot/python-json.js';
import { messageOf } from '../../src/error.js';
import { writeAtomic } from '../store/atomic.js';
import { storeFailure } from '../store/failures.js';
import { nodeFileSystem, systemCode } from '../store/file-system.js';

/** @throws EotError FileNotFoundError, or what else keeps it from being read */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') throw new EotError(`there is no file ${path}`, { type: 'FileNotFoundError', cause });
    if (systemCode(cause) === 'EISDIR') throw new EotError(`${path} is a folder: a file is wanted`, { cause });
    throw new EotError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

export async function readTableFile(path: string, only?: readonly string[]): Promise<Table> {
  return readTable(bufferFile(await readBytes(path)), path, only);
}

export async function readJsonFile(path: string): Promise<unknown> {
  return readPythonJson(new TextDecoder().decode(await readBytes(path)), path);
}

/** What lies at a path; undefined for nothing. */
export async function kindAt(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return undefined;
    throw new EotError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

/** @throws TurnrigError `store` */
export function writeFileWhole(path: string, content: Uint8Array | string): Promise<void> {
  return writeAtomic(nodeFileSystem, path, content);
}

export const writeTableFile = (path: string, content: Table): Promise<void> => writeFileWhole(path, writeTable(content));
export const writeJsonFile = (path: string, content: PyJson): Promise<void> => writeFileWhole(path, indentedJson(content));

/** One that is not there is fine. @throws TurnrigError `store` */
export async function removeFile(path: string): Promise<void> {
  await nodeFileSystem.remove(path).catch((cause: unknown) => {
    throw storeFailure(path, cause);
  });
}
