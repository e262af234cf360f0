/** Two channels of a recording into an attempt's PCM tracks: decoded, brought to 48 kHz and written as they come, in bounded memory. */
import { TurnrigError } from '../../src/error.js';
import { encodePcm16 } from '../../src/media/pcm.js';
import type { AudioStream } from '../../src/media/stream/audio.js';
import { RECORDING_DESIGN, Resampler } from '../../src/media/resample.js';
import type { TrackManifest } from '../../src/recording/model.js';
import { rigPos, SAMPLE_RATE, type Samples } from '../../src/time/position.js';
import type { SessionWriter } from '../store/session-writer.js';
import { PACKET_SAMPLES } from './pcm-track.js';

/** Packets between two waits for the disk: what is buffered meanwhile is bounded by it (1.6 s, 310 kB). */
const PACKETS_A_FLUSH = 16;

export interface StoredRecording {
  readonly rate: number;
  readonly channels: number;
  readonly length: Samples;
  readonly packets: Readonly<Record<string, number>>;
  /** Samples at or beyond full scale, by track. */
  readonly clipped: Readonly<Record<string, number>>;
}

export interface StoreOptions {
  readonly name: string;
  /** Tracks in the order of `picks`. */
  readonly tracks: readonly TrackManifest[];
  /** Number of the channel of each track. */
  readonly picks: readonly number[];
  readonly signal?: AbortSignal;
  readonly onProgress?: () => void;
}

/** @throws TurnrigError `audio` when the recording cannot be read or has not the channels, `store` when it cannot be written; the abort reason. */
export async function storeRecording(stream: AudioStream, writer: SessionWriter, options: StoreOptions): Promise<StoredRecording> {
  const { tracks, picks, name } = options;
  let sinks: TrackSink[] | undefined;
  let shape = { rate: 0, channels: 0 };
  let written = 0;
  for await (const block of stream.blocks) {
    options.signal?.throwIfAborted();
    if (sinks === undefined) {
      shape = { rate: block.rate, channels: block.channels.length };
      checkChannels(shape.channels, picks, name);
      sinks = tracks.map((track) => new TrackSink(writer, track, block.rate));
    }
    for (const [i, sink] of sinks.entries()) written += sink.push(block.channels[picks[i] ?? 0] ?? new Float32Array(0));
    if (written >= PACKETS_A_FLUSH) {
      written = 0;
      await writer.flush();
      if (writer.failure) throw writer.failure;
      options.onProgress?.();
      // Timers and signals get their turn: decoding itself never waits for anything but the file.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const ended = (sinks ?? []).map((sink) => sink.finish());
  await writer.flush();
  return {
    ...shape,
    length: ended[0]?.length ?? 0,
    packets: Object.fromEntries(tracks.map(({ id }, i) => [id, ended[i]?.packets ?? 0])),
    clipped: Object.fromEntries(tracks.map(({ id }, i) => [id, ended[i]?.clipped ?? 0])),
  };
}

function checkChannels(count: number, picks: readonly number[], name: string): void {
  if (count === 1)
    throw new TurnrigError('audio', `${name} is mono: user and agent cannot be told apart in one channel`, {
      hint: 'Give a recording with the user on one channel and the agent on another.',
    });
  const missing = picks.find((pick) => pick >= count);
  if (missing !== undefined)
    throw new TurnrigError('audio', `${name} has no channel ${missing}: it has ${count}, numbered from 0`, {
      hint: 'Choose others with --user and --agent.',
    });
}

/** One track: resampled, cut into packets of one length. */
class TrackSink {
  readonly #resampler: Resampler;
  readonly #packet = new Float32Array(PACKET_SAMPLES);
  #filled = 0;
  #packets = 0;
  #clipped = 0;

  constructor(
    private readonly writer: SessionWriter,
    private readonly track: TrackManifest,
    rate: number,
  ) {
    this.#resampler = new Resampler(rate, SAMPLE_RATE, RECORDING_DESIGN);
    writer.track(track);
  }

  /** @returns packets written. */
  push(samples: Float32Array): number {
    for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) >= 32_767 / 32_768) this.#clipped++;
    return this.#put(this.#resampler.push(samples));
  }

  finish(): { readonly length: Samples; readonly packets: number; readonly clipped: number } {
    this.#put(this.#resampler.flush());
    const length = this.#packets * PACKET_SAMPLES + this.#filled;
    if (this.#filled > 0) this.#write(this.#packet.subarray(0, this.#filled));
    return { length, packets: this.#packets, clipped: this.#clipped };
  }

  #put(samples: Float32Array): number {
    const before = this.#packets;
    for (let at = 0; at < samples.length;) {
      const piece = samples.subarray(at, at + PACKET_SAMPLES - this.#filled);
      this.#packet.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled < PACKET_SAMPLES) continue;
      this.#write(this.#packet);
      this.#filled = 0;
    }
    return this.#packets - before;
  }

  #write(samples: Float32Array): void {
    const at = this.#packets * PACKET_SAMPLES;
    this.writer.packet(this.track.id, {
      // The recording's own clock is the session's: a packet arrives when its last sample has been heard.
      arrival: rigPos(at + samples.length),
      ssrc: 1,
      seq: this.#packets & 0xffff,
      time: at >>> 0,
      marker: false,
      recovered: false,
      payload: encodePcm16(samples),
    });
    this.#packets += 1;
  }
}
