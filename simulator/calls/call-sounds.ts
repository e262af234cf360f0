/**
 * Any stretch of calls' recordings, at once: each is decoded into a temporary file that has no name, so that whatever ends the process, no voice is
 * left behind. Two calls at a time are kept.
 */
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallEntry } from '../../src/calls/companion.js';
import { TurnrigError } from '../../src/error.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import { RECORDING_DESIGN, Resampler } from '../../src/media/resample.js';
import { streamAudio } from '../../src/media/stream/audio.js';
import { mp3Frames } from '../analysis/mp3-wasm.js';
import { openRecording } from '../analysis/recording-file.js';
import { storeFailure } from '../store/failures.js';

/** Hz: speech has little above 8 kHz, and the page draws and plays it. */
export const SOUND_RATE = 16_000;
const BYTES_A_MS = (SOUND_RATE / 1000) * 2 * 2;
/** Of the call that is reviewed, and of the one before. */
const MOST_KEPT = 2;

export class CallSounds {
  readonly #kept = new Map<string, FileHandle>();
  #queue: Promise<unknown> = Promise.resolve();

  /** @param dir folder of calls.yaml. */
  constructor(
    private readonly dir: string,
    private readonly calls: ReadonlyMap<string, CallEntry>,
    private readonly signal?: AbortSignal,
  ) {}

  /** @returns s16le at SOUND_RATE, user and agent interleaved; shorter where the recording ends. @throws TurnrigError `audio`, `store`. */
  slice(callId: string, fromMs: number, toMs: number): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const file = await this.#file(callId);
      const bytes = new Uint8Array(Math.max(0, toMs - fromMs) * BYTES_A_MS);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, fromMs * BYTES_A_MS);
      return bytes.subarray(0, bytesRead);
    });
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      for (const file of this.#kept.values()) await file.close();
      this.#kept.clear();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #file(callId: string): Promise<FileHandle> {
    const known = this.#kept.get(callId);
    if (known !== undefined) return known;
    const call = this.calls.get(callId);
    if (call?.recording === undefined) throw new TurnrigError('audio', `the call ${callId} has no recording`);
    for (const [old, file] of this.#kept) {
      if (this.#kept.size < MOST_KEPT) break;
      this.#kept.delete(old);
      await file.close();
    }
    const file = await nameless();
    try {
      await this.#decode(join(this.dir, call.recording), call, file);
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#kept.set(callId, file);
    return file;
  }

  async #decode(path: string, { recording = '', userChannel, agentChannel }: CallEntry, into: FileHandle): Promise<void> {
    const opened = await openRecording(path);
    try {
      let resamplers: readonly [Resampler, Resampler] | undefined;
      for await (const { rate, channels } of (await streamAudio(opened.bytes, recording, mp3Frames)).blocks) {
        this.signal?.throwIfAborted();
        const [user, agent] = [channels[userChannel], channels[agentChannel]];
        if (user === undefined || agent === undefined)
          throw new TurnrigError('audio', `${recording} has not the channels ${userChannel} and ${agentChannel}`, {
            hint: 'Channels of calls.yaml count from 0.',
          });
        resamplers ??= [new Resampler(rate, SOUND_RATE, RECORDING_DESIGN), new Resampler(rate, SOUND_RATE, RECORDING_DESIGN)];
        await append(into, resamplers[0].push(user), resamplers[1].push(agent));
      }
      if (resamplers !== undefined) await append(into, resamplers[0].flush(), resamplers[1].flush());
    } finally {
      await opened.close();
    }
  }
}

async function append(file: FileHandle, user: Float32Array, agent: Float32Array): Promise<void> {
  const both = new Float32Array(2 * user.length);
  for (let i = 0; i < user.length; i++) {
    both[2 * i] = user[i] ?? 0;
    both[2 * i + 1] = agent[i] ?? 0;
  }
  try {
    await file.appendFile(encodePcm16(both));
  } catch (cause) {
    throw storeFailure('a temporary file', cause);
  }
}

async function nameless(): Promise<FileHandle> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'turnrig-review-'));
    try {
      return await open(join(folder, 'sound'), 'w+', 0o600);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (cause) {
    throw storeFailure('a temporary file', cause);
  }
}
