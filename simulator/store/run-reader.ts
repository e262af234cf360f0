/** Reading a run folder, one session at a time: 2,000 sessions are never in memory together (design.md, rule 3). */
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import { parseSessionEnd, parseSessionManifest } from '../../src/recording/manifests.js';
import type { RunManifest, SessionEnd, SessionManifest } from '../../src/recording/model.js';
import type { PacketFile } from '../../src/recording/packets.js';
import { decodePacketFile } from '../../src/recording/packets.js';
import type { Timeline } from '../../src/recording/timeline.js';
import { parseTimeline } from '../../src/recording/timeline.js';
import type { CompiledScene, PlannedSession } from '../../src/scenario/model.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import { writeAtomic } from './atomic.js';
import { clipHash } from './clip-hash.js';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import {
  clipFile,
  derivedFile,
  endFile,
  runDerivedFile,
  sessionFile,
  sessionsFolder,
  timelineFile,
  trackFile,
  tracksFolder,
} from './layout.js';

/** An attempt as a list shows it. */
export interface AttemptInfo {
  readonly attempt: string;
  /** Undefined when the attempt was cut off before its session.json, or that is damaged (`problem` says so). */
  readonly manifest: SessionManifest | undefined;
  /** Undefined: the attempt was cut off, and is kept as evidence only. */
  readonly end: SessionEnd | undefined;
  readonly problem: string;
}

export class RunReader {
  readonly dir: string;
  readonly manifest: RunManifest;
  readonly #fs: FileSystem;

  constructor(dir: string, manifest: RunManifest, fs: FileSystem = nodeFileSystem) {
    this.dir = dir;
    this.manifest = manifest;
    this.#fs = fs;
  }

  /** Every attempt in order of name, one after another. Damaged ones are told, not thrown. */
  async *sessions(): AsyncGenerator<AttemptInfo> {
    for (const attempt of await this.attempts()) yield await this.info(attempt);
  }

  /** Names of the attempts, sorted: "s2-a1" before "s10-a1". */
  async attempts(): Promise<string[]> {
    const names = (await this.#list(sessionsFolder(this.dir))) ?? [];
    return names.filter((name) => !name.startsWith('.')).sort(naturally);
  }

  async info(attempt: string): Promise<AttemptInfo> {
    try {
      const manifestText = await this.#text(sessionFile(this.dir, attempt));
      const endText = await this.#text(endFile(this.dir, attempt));
      const manifest = manifestText === undefined ? undefined : parseSessionManifest(manifestText, sessionFile(this.dir, attempt));
      const end = endText === undefined ? undefined : parseSessionEnd(endText, endFile(this.dir, attempt));
      return { attempt, manifest, end, problem: '' };
    } catch (error) {
      if (!(error instanceof TurnrigError)) throw error;
      return { attempt, manifest: undefined, end: undefined, problem: error.message };
    }
  }

  /** What a planned session plays. Scene ids are unique in their suite only. */
  scene(session: Pick<PlannedSession, 'suite' | 'scene'>): CompiledScene | undefined {
    return this.manifest.scenes.find((scene) => scene.suite === session.suite && scene.id === session.scene);
  }

  session(attempt: string): SessionReader {
    return new SessionReader(this.dir, attempt, this.#fs);
  }

  /** Samples of a clip: 48 kHz mono. @throws TurnrigError `run-folder` when it is missing or not what was played, `audio` when it is no audio. */
  async clip(hash: string): Promise<Float32Array> {
    const path = clipFile(this.dir, hash);
    const bytes = await this.#bytes(path);
    if (!bytes) throw new TurnrigError('run-folder', `clip ${path} is missing`, { hint: 'restore it from a copy of the run' });
    const { rate, channels } = await readAudio(bytes, path);
    const [samples] = channels;
    if (rate !== SAMPLE_RATE || !samples) throw new TurnrigError('run-folder', `clip ${path} is not 48 kHz audio`);
    if (clipHash(bytes) !== hash)
      throw new TurnrigError('run-folder', `clip ${path} is damaged: it is not what was played`, {
        hint: 'restore it from a copy of the run',
      });
    return samples;
  }

  async readDerived(name: string): Promise<Uint8Array | undefined> {
    return this.#bytes(runDerivedFile(this.dir, name));
  }
  /** @throws TurnrigError `store`. */
  async writeDerived(name: string, bytes: Uint8Array | string): Promise<void> {
    await writeAtomic(this.#fs, runDerivedFile(this.dir, name), bytes);
  }
  /** Nothing happens where it is not. @throws TurnrigError `store`. */
  async removeDerived(name: string): Promise<void> {
    const path = runDerivedFile(this.dir, name);
    try {
      await this.#fs.remove(path);
    } catch (cause) {
      if (!ABSENT.has(systemCode(cause))) throw storeFailure(path, cause);
    }
  }

  async #text(path: string): Promise<string | undefined> {
    const bytes = await this.#bytes(path);
    return bytes && new TextDecoder().decode(bytes);
  }
  #bytes(path: string): Promise<Uint8Array | undefined> {
    return readIfThere(this.#fs, path);
  }
  async #list(path: string): Promise<string[] | undefined> {
    return listIfThere(this.#fs, path);
  }
}

export class SessionReader {
  readonly attempt: string;
  readonly #run: string;
  readonly #fs: FileSystem;

  constructor(run: string, attempt: string, fs: FileSystem) {
    this.#run = run;
    this.attempt = attempt;
    this.#fs = fs;
  }

  /** The log; an attempt that was cut off before its first line has an empty one. */
  async timeline(): Promise<Timeline> {
    const bytes = await readIfThere(this.#fs, timelineFile(this.#run, this.attempt));
    return parseTimeline(bytes ? new TextDecoder().decode(bytes) : '');
  }

  /** Ids of the tracks that were recorded, sorted. */
  async tracks(): Promise<string[]> {
    const names = (await listIfThere(this.#fs, tracksFolder(this.#run, this.attempt))) ?? [];
    return names
      .filter((name) => name.endsWith('.pkt'))
      .map((name) => name.slice(0, -'.pkt'.length))
      .sort(naturally);
  }

  /** A track's packets; undefined when its file was cut off before its header was whole. @throws TurnrigError `run-folder`. */
  async packets(track: string): Promise<PacketFile | undefined> {
    const path = trackFile(this.#run, this.attempt, track);
    const bytes = await readIfThere(this.#fs, path);
    return bytes && decodePacketFile(bytes, path);
  }

  async readDerived(name: string): Promise<Uint8Array | undefined> {
    return readIfThere(this.#fs, derivedFile(this.#run, this.attempt, name));
  }
  /** @throws TurnrigError `store`. */
  async writeDerived(name: string, bytes: Uint8Array | string): Promise<void> {
    await writeAtomic(this.#fs, derivedFile(this.#run, this.attempt, name), bytes);
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

async function readIfThere(fs: FileSystem, path: string): Promise<Uint8Array | undefined> {
  try {
    return await fs.read(path);
  } catch (cause) {
    if (ABSENT.has(systemCode(cause))) return undefined;
    throw unreadable(path, cause);
  }
}

async function listIfThere(fs: FileSystem, path: string): Promise<string[] | undefined> {
  try {
    return await fs.list(path);
  } catch (cause) {
    if (ABSENT.has(systemCode(cause))) return undefined;
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): TurnrigError {
  return new TurnrigError('run-folder', `cannot read ${path}`, { hint: 'check the permissions of the run folder', cause });
}

const collator = new Intl.Collator('en', { numeric: true });
const naturally = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : 1);
