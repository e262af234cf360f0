/** Making a run folder and going on with one: the side of the store that holds the lock. */
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import { encodeRunManifest, parseRunManifest } from '../../src/recording/manifests.js';
import type { LatencyBasis, RunManifest } from '../../src/recording/model.js';
import { RUN_VERSION } from '../../src/recording/model.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import { writeAtomic } from './atomic.js';
import { clipHash } from './clip-hash.js';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import { clipFile, runFile } from './layout.js';
import { lockRun } from './lock.js';
import { RunReader } from './run-reader.js';
import type { SessionStart, WriterOptions } from './session-writer.js';
import { SessionWriter } from './session-writer.js';

export class RunStore {
  readonly dir: string;
  #manifest: RunManifest;
  readonly #fs: FileSystem;
  readonly #release: () => Promise<void>;

  constructor(dir: string, manifest: RunManifest, fs: FileSystem, release: () => Promise<void>) {
    this.dir = dir;
    this.#manifest = manifest;
    this.#fs = fs;
    this.#release = release;
  }

  get manifest(): RunManifest {
    return this.#manifest;
  }

  /** Notes what the run's latencies are judged by; known once the room is there. @throws TurnrigError `store`. */
  async putLatency(latency: LatencyBasis): Promise<void> {
    const manifest = { ...this.#manifest, version: RUN_VERSION, latency };
    await writeAtomic(this.#fs, runFile(this.dir), encodeRunManifest(manifest));
    this.#manifest = manifest;
  }

  /**
   * Keeps a clip under its hash, once; 48 kHz mono s16.
   * @throws TurnrigError `internal` when the samples do not have that hash: a report would play something else than was played.
   */
  async putClip(hash: string, samples: Float32Array): Promise<void> {
    const wav = writeWav([samples], SAMPLE_RATE);
    if (clipHash(wav) !== hash) throw new TurnrigError('internal', `a clip's samples do not have the hash ${hash}`);
    const path = clipFile(this.dir, hash);
    try {
      await this.#fs.read(path);
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT') throw storeFailure(path, cause);
      await writeAtomic(this.#fs, path, wav);
    }
  }

  /** Starts an attempt; a media worker does the same with `SessionWriter.open`. */
  openSession(start: SessionStart, options: WriterOptions = {}): Promise<SessionWriter> {
    return SessionWriter.open(this.dir, start, { fs: this.#fs, ...options });
  }

  reader(): RunReader {
    return new RunReader(this.dir, this.#manifest, this.#fs);
  }

  /** Gives the lock back. */
  async close(): Promise<void> {
    await this.#release();
  }
}

const NO_CLIPS: ReadonlyMap<string, Float32Array> = new Map();

/** What a run that was broken off before its manifest stood may have left, and a recording has before it: it may be made in that folder. */
const OWN_BEFORE_RUN = ['lock.json', 'run.json', 'clips', 'sessions'];

/**
 * Makes a run folder (or uses an empty one) and locks it. Clips first, run.json last: a folder that was cut off on the way, by a kill
 * or a full disk, is no run yet and may be made again, and one with a run.json has all that its sessions play.
 * @throws TurnrigError `run-folder` when a run lies there already, `store` when it cannot be written.
 */
export async function createRun(
  dir: string,
  manifest: RunManifest,
  fs: FileSystem = nodeFileSystem,
  clips: ReadonlyMap<string, Float32Array> = NO_CLIPS,
): Promise<RunStore> {
  try {
    await fs.makeFolder(dir);
  } catch (cause) {
    throw storeFailure(dir, cause);
  }
  const release = await lockRun(dir, fs);
  try {
    const names = await fs.list(dir);
    if (names.includes('run.json')) {
      throw new TurnrigError('run-folder', `${dir} already holds a run`, { hint: 'choose another folder, or go on with it by --resume' });
    }
    if (!names.every((name) => OWN_BEFORE_RUN.some((own) => name.startsWith(own))))
      throw new TurnrigError('run-folder', `${dir} is there already and is not empty`, { hint: 'choose another folder' });
    const store = new RunStore(dir, manifest, fs, release);
    for (const [hash, samples] of clips) await store.putClip(hash, samples);
    await writeAtomic(fs, runFile(dir), encodeRunManifest(manifest));
    return store;
  } catch (cause) {
    await release();
    throw notMade(dir, cause);
  }
}

/** There is no run yet that could be gone on with. */
function notMade(dir: string, cause: unknown): TurnrigError {
  const failure = storeFailure(dir, cause);
  if (failure.code !== 'store') return failure;
  return new TurnrigError('store', failure.message, { hint: 'free some space, or choose another folder, and start the run again', cause });
}

/** Locks a run folder to go on with it (--resume). @throws TurnrigError `run-folder`. */
export async function reopenRun(dir: string, fs: FileSystem = nodeFileSystem): Promise<RunStore> {
  const manifest = await readRunManifest(dir, fs);
  if (manifest.redacted !== undefined)
    throw new TurnrigError('run-folder', `${dir} is a redacted run: sessions of it cannot be played on`, {
      hint: 'go on with the run that it was made of',
    });
  return new RunStore(dir, manifest, fs, await lockRun(dir, fs));
}

/** Opens a run folder for reading. @throws TurnrigError `run-folder`. */
export async function openRun(dir: string, fs: FileSystem = nodeFileSystem): Promise<RunReader> {
  return new RunReader(dir, await readRunManifest(dir, fs), fs);
}

async function readRunManifest(dir: string, fs: FileSystem): Promise<RunManifest> {
  let text: string;
  try {
    text = new TextDecoder().decode(await fs.read(runFile(dir)));
  } catch (cause) {
    throw new TurnrigError('run-folder', `${dir} is not a run folder: its run.json cannot be read`, {
      hint: 'name the folder that `turnrig run` printed',
      cause,
    });
  }
  return parseRunManifest(text, runFile(dir));
}
