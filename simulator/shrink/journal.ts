/**
 * What came of each session that was played, a line each, written before the search goes on: a search that is begun again with it asks the same
 * questions, is answered from here, and plays nothing twice. A last line that was cut off by a kill is dropped.
 */
import { dirname } from 'node:path';
import { TurnrigError } from '../../src/error.js';
import type { Built } from '../../src/shrink/document.js';
import type { Shown } from '../../src/shrink/fault.js';
import type { Fault, FaultKind } from '../../src/shrink/model.js';
import { Stopped, type Player, type Purpose } from '../../src/shrink/player.js';
import { writeAtomic } from '../store/atomic.js';
import { storeFailure } from '../store/failures.js';
import { nodeFileSystem, systemCode, type AppendFile, type FileSystem } from '../store/file-system.js';

export const JOURNAL_FORMAT = 'turnrig-shrink-journal';
export const JOURNAL_VERSION = 1;

/** What the answers hang on: a journal of something else answers nothing. */
export type JournalHead = Readonly<Record<string, string | number | boolean | null>>;

type Entry =
  | { readonly key: string; readonly purpose: 'search' | 'confirm'; readonly n: number; readonly shown: Shown }
  | { readonly key: string; readonly purpose: 'find'; readonly n: number; readonly faults: readonly Fault[] | 'spoiled' };

export class Journal {
  readonly #entries: Map<string, Entry>;
  readonly #file: AppendFile;

  private constructor(entries: Map<string, Entry>, file: AppendFile) {
    this.#entries = entries;
    this.#file = file;
  }

  /** Sessions that are in it. */
  get sessions(): number {
    return this.#entries.size;
  }

  /** @throws TurnrigError `input` when it is of another search, `store` when it cannot be read or written. */
  static async open(path: string, head: JournalHead, fs: FileSystem = nodeFileSystem): Promise<Journal> {
    try {
      const kept = await readLines(path, fs);
      const first = JSON.stringify({ format: JOURNAL_FORMAT, version: JOURNAL_VERSION, ...head });
      if (kept.length > 0 && kept[0] !== first)
        throw new TurnrigError('input', `the folder ${dirname(path)} holds a search of another input, agent or rate`, {
          hint: 'Give the options that it was begun with, or choose another folder.',
        });
      const entries = new Map<string, Entry>();
      for (const line of kept.slice(1)) {
        const entry = JSON.parse(line) as Entry;
        entries.set(nameOf(entry.key, entry.purpose, entry.n), entry);
      }
      // Written anew: a cut last line would spoil the first one that is added.
      await writeAtomic(fs, path, encode([first, ...kept.slice(1)]));
      return new Journal(entries, await fs.openFile(path, 'append'));
    } catch (cause) {
      throw cause instanceof TurnrigError ? cause : storeFailure(path, cause);
    }
  }

  get(key: string, purpose: Purpose, n: number): Entry | undefined {
    return this.#entries.get(nameOf(key, purpose, n));
  }

  async add(entry: Entry): Promise<void> {
    this.#entries.set(nameOf(entry.key, entry.purpose, entry.n), entry);
    await this.#file.write(encode([JSON.stringify(entry)]));
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const nameOf = (key: string, purpose: Purpose, n: number): string => `${key} ${purpose} ${n}`;
const encode = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));

async function readLines(path: string, fs: FileSystem): Promise<string[]> {
  try {
    const text = new TextDecoder().decode(await fs.read(path));
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '' && isJson(line));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

export interface Budget {
  /** Sessions that may be played in all, those in the journal counted. */
  readonly sessions?: number;
  /** Whether the time is up. */
  readonly over?: () => boolean;
}

/** A player that looks into the journal first, and plays within a budget. */
export class JournaledPlayer implements Player {
  #asked = 0;
  #spoiled = 0;

  constructor(
    private readonly player: Player,
    private readonly journal: Journal,
    private readonly budget: Budget,
  ) {}

  /** Sessions of this search so far, whether played now or before. */
  get asked(): number {
    return this.#asked;
  }

  /** Those of them that the rig spoiled. */
  get spoiled(): number {
    return this.#spoiled;
  }

  valid(built: Built): Promise<boolean> {
    return this.player.valid(built);
  }

  async session(built: Built, fault: Fault, purpose: Purpose, n: number): Promise<Shown> {
    const known = this.journal.get(built.key, purpose, n);
    this.#count();
    if (known !== undefined && known.purpose !== 'find') return this.#note(known.shown);
    this.#mayPlay();
    const shown = await this.player.session(built, fault, purpose, n);
    if (purpose !== 'find') await this.journal.add({ key: built.key, purpose, n, shown });
    return this.#note(shown);
  }

  async faults(built: Built, kind: FaultKind, n: number): Promise<readonly Fault[] | 'spoiled'> {
    const known = this.journal.get(built.key, 'find', n);
    this.#count();
    if (known?.purpose === 'find') return this.#note(known.faults);
    this.#mayPlay();
    const faults = await this.player.faults(built, kind, n);
    await this.journal.add({ key: built.key, purpose: 'find', n, faults });
    return this.#note(faults);
  }

  #note<T>(came: T | 'spoiled'): T | 'spoiled' {
    if (came === 'spoiled') this.#spoiled += 1;
    return came;
  }

  /** By what was asked and not by what was played: a search that was gone on with ends where one in one go does. */
  #count(): void {
    if (this.budget.sessions !== undefined && this.#asked >= this.budget.sessions) throw new Stopped('budget');
    this.#asked += 1;
  }

  #mayPlay(): void {
    if (this.budget.over?.() === true) throw new Stopped('budget');
  }
}
