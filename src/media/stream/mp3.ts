/**
 * MP3 as a stream: frames are found here and decoded, a few dozen at a time, by a decoder that is handed in. What an encoder added at both
 * ends is left out where its tag says how much (LAME's "delay" and "padding"), so that sample 0 is the one that it was given.
 *
 * A file that is damaged in the middle is refused: audio with gaps would move every edge after them.
 */
import type { TurnrigError } from '../../error.js';
import { broken, type AudioBlock } from './block.js';
import { joined, type ByteReader } from './byte-reader.js';
import { encoderTag, frameHeader, HEADER_BYTES, standsAlone, type EncoderTag, type FrameHeader } from './mp3-header.js';

/** Decodes whole frames, one after another of one stream. */
export interface Mp3Frames {
  /** @returns interleaved 16-bit samples of all of them; valid until the next call. */
  decode(frames: Uint8Array): Int16Array;
}

/** Frames that are decoded at a time. */
const BATCH = 64;
/** No frame is longer (320 kbit/s at 8 kHz is none of the standard's; 1441 bytes are its longest; chosen with room). */
const LONGEST_FRAME = 4096;
/** What may stand before the first frame that is neither a tag nor audio (padding of ID3 writers). */
const LONGEST_JUNK = 1 << 16;
/** Samples that any layer III decoder is late by (528 of the filter bank and its overlap, and one). */
const DECODER_DELAY = 529;

const bad = (name: string, what: string): TurnrigError =>
  broken(name, 'an MP3 file', what, 'Encode the file anew, or give it as WAV or FLAC.');

/** @throws TurnrigError `audio`. */
export async function* streamMp3(reader: ByteReader, name: string, decoder: () => Promise<Mp3Frames>): AsyncGenerator<AudioBlock> {
  await skipId3(reader);
  const first = await findFirst(reader, name);
  const tag = encoderTag(reader.held.subarray(0, first.bytes), first);
  if (tag !== undefined) reader.take(first.bytes);
  const trim = new Trim(tag, first.samples);
  let frames = 0;
  for await (const block of decoded(reader, name, first, await decoder())) {
    frames += (block.channels[0]?.length ?? 0) / first.samples;
    const cut = trim.block(block);
    if (cut !== undefined) yield cut;
  }
  if (tag?.frames !== undefined && frames < tag.frames) throw bad(name, `it is cut off: ${tag.frames} frames announced, ${frames} there`);
}

async function* decoded(reader: ByteReader, name: string, first: FrameHeader, decoder: Mp3Frames): AsyncGenerator<AudioBlock> {
  let batch: Uint8Array[] = [];
  let started = false;
  const flush = (): AudioBlock => {
    const bytes = joined(batch);
    const pcm = decoder.decode(bytes);
    const count = batch.length * first.samples;
    batch = [];
    if (pcm.length !== count * first.channels) throw bad(name, `frames before byte ${reader.offset} do not decode`);
    return { rate: first.rate, channels: deinterleave(pcm, first.channels, count) };
  };
  for (;;) {
    const header = (await reader.fill(LONGEST_FRAME)) > 0 ? frameHeader(reader.held) : undefined;
    if (header === undefined) {
      if (reader.held.length > 0 && !isTrailer(reader.held)) throw bad(name, `no frame where one should start, at byte ${reader.offset}`);
      break;
    }
    if (header.rate !== first.rate || header.channels !== first.channels || header.samples !== first.samples)
      throw bad(name, `its rate or channels change at byte ${reader.offset}`);
    if (header.bytes > reader.held.length) throw bad(name, 'it is cut off in its last frame');
    const frame = reader.take(header.bytes).slice();
    // A cut out of a longer stream begins with frames whose bits lie before it: nothing is known of their sound.
    if (!started && !standsAlone(frame, header)) {
      yield { rate: first.rate, channels: Array.from({ length: first.channels }, () => new Float32Array(first.samples)) };
      continue;
    }
    started = true;
    batch.push(frame);
    if (batch.length === BATCH) yield flush();
  }
  if (batch.length > 0) yield flush();
}

/** Leaves out what the encoder and the decoder added before and after the audio. */
class Trim {
  readonly #from: number;
  readonly #to: number;
  #at = 0;

  constructor(tag: EncoderTag | undefined, samplesOfFrame: number) {
    const { delay, padding, frames } = tag ?? {};
    this.#from = delay === undefined ? 0 : delay + DECODER_DELAY;
    // The decoder's delay is made up for by the padding, of which LAME adds at least as much.
    this.#to =
      frames === undefined || delay === undefined || padding === undefined
        ? Infinity
        : this.#from + frames * samplesOfFrame - delay - padding;
  }

  block(block: AudioBlock): AudioBlock | undefined {
    const length = block.channels[0]?.length ?? 0;
    const from = Math.max(0, this.#from - this.#at);
    const to = Math.min(length, this.#to - this.#at);
    this.#at += length;
    if (from >= to) return undefined;
    return from === 0 && to === length ? block : { rate: block.rate, channels: block.channels.map((one) => one.slice(from, to)) };
  }
}

async function skipId3(reader: ByteReader): Promise<void> {
  while ((await reader.fill(10)) >= 10 && startsWith(reader.held, 'ID3')) {
    const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = reader.held;
    const size = ((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f);
    await reader.skip(10 + size + ((flags & 0x10) !== 0 ? 10 : 0));
  }
}

/** The first header that another one of the same kind follows where it says. */
async function findFirst(reader: ByteReader, name: string): Promise<FrameHeader> {
  for (let junk = 0; junk < LONGEST_JUNK; junk++) {
    if ((await reader.fill(LONGEST_FRAME)) < HEADER_BYTES) break;
    const header = frameHeader(reader.held);
    const next = header && frameHeader(reader.held.subarray(header.bytes));
    if (header !== undefined && (next?.rate === header.rate || reader.held.length === header.bytes)) return header;
    reader.take(1);
  }
  throw bad(name, 'no frame of MPEG layer III was found in it');
}

/** Tags at the end of a file, or padding. */
function isTrailer(bytes: Uint8Array): boolean {
  return ['TAG', 'APETAGEX', 'LYRICS', '3DI', 'ID3'].some((text) => startsWith(bytes, text)) || bytes.every((byte) => byte === 0);
}

const startsWith = (bytes: Uint8Array, text: string): boolean => Array.from(text).every((c, i) => bytes[i] === c.charCodeAt(0));

/** Whether bytes may begin an MP3 file: a tag, or a frame header. */
export function looksLikeMp3(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'ID3') || frameHeader(bytes) !== undefined;
}

function deinterleave(pcm: Int16Array, count: number, frames: number): Float32Array[] {
  return Array.from({ length: count }, (_, c) => {
    const samples = new Float32Array(frames);
    for (let i = 0, at = c; i < frames; i++, at += count) samples[i] = (pcm[at] as number) / 32_768;
    return samples;
  });
}
