/** Audio files read whole, by what their bytes say they are, never by their names: the streaming decoders over one piece. */
import { streamAudio } from './stream/audio.js';

/** Audio as a file holds it: one Float32Array a channel, all of one length, full scale is 1. */
export interface AudioFile {
  readonly rate: number;
  readonly channels: Float32Array[];
}

/**
 * Decodes a WAV, FLAC or Ogg Opus file.
 *
 * @param name what the user calls the file; it stands in every error.
 * @returns channels of one length with at least one sample, all finite.
 * @throws TurnrigError 'audio' when the file is empty, damaged, of another kind, or holds no sample.
 */
export async function readAudio(bytes: Uint8Array, name: string): Promise<AudioFile> {
  const { blocks } = await streamAudio(inOnePiece(bytes), name);
  let rate = 0;
  const parts: (readonly Float32Array[])[] = [];
  for await (const block of blocks) {
    rate = block.rate;
    parts.push(block.channels);
  }
  const count = parts[0]?.length ?? 0;
  return { rate, channels: Array.from({ length: count }, (_, c) => joined(parts.map((part) => part[c] ?? new Float32Array(0)))) };
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream of one piece that is there already
async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
