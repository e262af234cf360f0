/**
 * Outputs of ASR and judge as files of one folder (RUN/words), named by the hash of what decided them. What is there is not asked for again. A model
 * that failed so often in a row is not asked any more: a run of 2,000 sessions would wait for hours for a server that is gone.
 */
import { join } from 'node:path';
import { messageOf, TurnrigError } from '../../src/error.js';
import { outputName, readOutput, writeOutput, type OutputKey } from '../../src/words/outputs.js';
import type { Outputs } from '../../src/words/opinion.js';
import { writeAtomic } from '../store/atomic.js';
import { nodeFileSystem, systemCode, type FileSystem } from '../store/file-system.js';

/** Folder of them in a run folder. */
export const wordsFolder = (run: string): string => join(run, 'words');

/** Failures of one model in a row after which it is not asked any more. Each has had its bounded tries before. Chosen. */
const GIVE_UP_AFTER = 5;

export class KeptOutputs implements Outputs {
  readonly #folder: string | undefined;
  readonly #fs: FileSystem;
  /** What is being made, by name: asked for twice at one time, it is made and written once. */
  readonly #underWay = new Map<string, Promise<string>>();
  /** Failures in a row, by model. */
  readonly #failures = new Map<string, number>();

  /** @param folder where they are kept; undefined: nowhere. */
  constructor(folder: string | undefined, fs: FileSystem = nodeFileSystem) {
    this.#folder = folder;
    this.#fs = fs;
  }

  /** @throws TurnrigError what `make` throws; `store` when the output cannot be written; `run-folder` when one is there and cannot be read. */
  of(key: OutputKey, make: () => Promise<string>): Promise<string> {
    const name = outputName(key);
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const made = this.#of(key, name, make).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, made);
    return made;
  }

  async #of(key: OutputKey, name: string, make: () => Promise<string>): Promise<string> {
    const path = this.#folder && join(this.#folder, `${name}.json`);
    const stored = path === undefined ? undefined : await this.#stored(path);
    const known = stored && readOutput(stored, key);
    if (known !== undefined) return known;
    if ((this.#failures.get(key.model) ?? 0) >= GIVE_UP_AFTER)
      throw new TurnrigError('speech-service', `${key.model} failed ${GIVE_UP_AFTER} times in a row and is not asked any more`);
    let text: string;
    try {
      text = await make();
    } catch (error) {
      if (error instanceof TurnrigError && error.code === 'speech-service')
        this.#failures.set(key.model, (this.#failures.get(key.model) ?? 0) + 1);
      throw error;
    }
    this.#failures.set(key.model, 0);
    const written = writeOutput(key, text);
    if (path !== undefined) await writeAtomic(this.#fs, path, written);
    // As it will be read the next time: cut where it was too long.
    return readOutput(new TextEncoder().encode(written), key) ?? text;
  }

  async #stored(path: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#fs.read(path);
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return undefined;
      throw new TurnrigError('run-folder', `cannot read ${path}: ${messageOf(cause)}`, { cause });
    }
  }
}
