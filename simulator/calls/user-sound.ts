/** The user's channel of a call, cut into turns at 16 kHz, in one pass over the recording: memory holds the turns and no more. */
import { join } from 'node:path';
import type { CallEntry } from '../../src/calls/companion.js';
import type { ExportedTurn } from '../../src/calls/export.js';
import { TurnrigError } from '../../src/error.js';
import { resample } from '../../src/media/resample.js';
import { streamAudio } from '../../src/media/stream/audio.js';
import { mp3Frames } from '../analysis/mp3-wasm.js';
import { openRecording } from '../analysis/recording-file.js';

/** Of the public data sets (eot-bench.md, "Data set row"). */
export const EXPORT_RATE = 16_000;

/** A turn's sound under construction. */
class Crop {
  readonly #samples: Float32Array;

  constructor(
    readonly turn: ExportedTurn,
    private readonly rate: number,
  ) {
    this.#samples = new Float32Array(this.#at(turn.cropEndMs) - this.#at(turn.cropStartMs));
  }

  #at(ms: number): number {
    return Math.round((ms * this.rate) / 1000);
  }

  /** @param from place of the block's first sample in the recording. */
  take(block: Float32Array, from: number): void {
    const start = this.#at(this.turn.cropStartMs);
    const [first, last] = [Math.max(start, from), Math.min(start + this.#samples.length, from + block.length)];
    if (first < last) this.#samples.set(block.subarray(first - from, last - from), first - start);
  }

  /** At 16 kHz, with the silence that is added. */
  done(): Float32Array {
    const sound = this.rate === EXPORT_RATE ? this.#samples : resample(this.#samples, this.rate, EXPORT_RATE);
    const { cropStartMs, cropEndMs, padMs } = this.turn;
    const whole = new Float32Array(Math.round(((cropEndMs - cropStartMs + padMs) * EXPORT_RATE) / 1000));
    whole.set(sound.subarray(0, whole.length));
    return whole;
  }
}

/** @param turns of one call. @throws TurnrigError `audio`; the signal's reason. */
export async function userSound(
  dir: string,
  { recording = '', userChannel }: CallEntry,
  turns: readonly ExportedTurn[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const opened = await openRecording(join(dir, recording));
  try {
    let [crops, at]: [Crop[], number] = [[], 0];
    for await (const { rate, channels } of (await streamAudio(opened.bytes, recording, mp3Frames)).blocks) {
      signal?.throwIfAborted();
      const user = channels[userChannel];
      if (user === undefined)
        throw new TurnrigError('audio', `${recording} has no channel ${userChannel}`, { hint: 'Channels of calls.yaml count from 0.' });
      if (at === 0) crops = turns.map((turn) => new Crop(turn, rate));
      for (const crop of crops) crop.take(user, at);
      at += user.length;
    }
    return new Map(crops.map((crop) => [crop.turn.id, crop.done()]));
  } finally {
    await opened.close();
  }
}
