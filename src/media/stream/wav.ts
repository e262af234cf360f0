/**
 * RIFF/WAVE as a stream (Microsoft "Multimedia Programming Interface and Data Specifications 1.0", WAVE_FORMAT_EXTENSIBLE, and RF64 of
 * EBU Tech 3306 for files over 4 GB): integer PCM of 8, 16, 24 and 32 bits, float of 32 and 64 bits, A-law and mu-law.
 */
import type { TurnrigError } from '../../error.js';
import { broken, GREATEST_RATE, LEAST_RATE, MOST_CHANNELS, type AudioBlock } from './block.js';
import type { ByteReader } from './byte-reader.js';
import { A_LAW, MU_LAW } from './g711.js';

const PCM = 1;
const FLOAT = 3;
const A_LAW_TAG = 6;
const MU_LAW_TAG = 7;
const EXTENSIBLE = 0xfffe;
/** What a writer leaves as the size of a stream whose length it did not know (others leave 0); in RF64 it says that the size stands elsewhere. */
const UNKNOWN_SIZE = 0xffffffff;
/** Sample frames of a block. */
const BLOCK_FRAMES = 1 << 14;
/** A chunk before the samples that is larger than this is no header of anything. */
const LARGEST_CHUNK = 1 << 20;

interface Format {
  readonly read: (view: DataView, at: number) => number;
  readonly bytes: number;
  readonly channels: number;
  readonly rate: number;
}

const HINT = 'Give a WAV file with PCM of 8, 16, 24 or 32 bits, float, A-law or mu-law, or a FLAC file.';
const bad = (name: string, what: string): TurnrigError => broken(name, 'a WAV file', what, HINT);

/** @throws TurnrigError `audio` that names the file and what was expected; a file that is cut off is told when its end is met. */
export async function* streamWav(reader: ByteReader, name: string): AsyncGenerator<AudioBlock> {
  await reader.fill(12);
  const wide = tag(reader.take(4)) === 'RF64';
  reader.take(8);
  const { format, size } = await header(reader, name, wide);
  const frame = format.bytes * format.channels;
  let left = size ?? Infinity;
  let read = 0;
  while (left >= frame) {
    const held = Math.min(await reader.fill(Math.min(left, BLOCK_FRAMES * frame)), left, BLOCK_FRAMES * frame);
    const frames = Math.floor(held / frame);
    if (frames === 0) break;
    yield decode(reader.take(frames * frame), format, frames);
    left -= frames * frame;
    read += frames * frame;
  }
  if (size !== undefined && left >= frame)
    throw bad(name, `it is cut off: ${size} bytes of samples announced, ${read + reader.held.length} there`);
}

async function header(reader: ByteReader, name: string, wide: boolean): Promise<{ format: Format; size: number | undefined }> {
  let format: Format | undefined;
  let wideSize: number | undefined;
  for (;;) {
    if ((await reader.fill(8)) < 8) throw bad(name, format === undefined ? 'it has no fmt chunk' : 'it has no data chunk');
    const head = reader.take(8);
    const id = tag(head);
    const size = new DataView(head.buffer, head.byteOffset, 8).getUint32(4, true);
    if (id === 'data') {
      if (format === undefined) throw bad(name, 'its data comes before its fmt chunk');
      if (wide && size === UNKNOWN_SIZE && wideSize !== undefined) return { format, size: wideSize };
      return { format, size: size === UNKNOWN_SIZE || (size === 0 && (await goesOn(reader))) ? undefined : size };
    }
    const padded = size + (size & 1);
    if (id !== 'fmt ' && id !== 'ds64') {
      if ((await reader.skip(padded)) < size) throw bad(name, `its ${JSON.stringify(id)} chunk is cut off`);
      continue;
    }
    if (size > LARGEST_CHUNK) throw bad(name, `its ${id} chunk has ${size} bytes`);
    if ((await reader.fill(padded)) < size) throw bad(name, `its ${JSON.stringify(id)} chunk is cut off`);
    const chunk = reader.take(Math.min(padded, reader.held.length));
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    if (id === 'fmt ') format = readFormat(view, size, name);
    else if (size >= 16) wideSize = Number(view.getBigUint64(8, true));
  }
}

/** Whether samples follow a size of 0, and not another chunk or the end. */
async function goesOn(reader: ByteReader): Promise<boolean> {
  const held = await reader.fill(8);
  return held > 0 && !(held >= 8 && reader.held.subarray(0, 4).every((b) => b >= 0x20 && b < 0x7f));
}

function readFormat(view: DataView, size: number, name: string): Format {
  if (size < 16) throw bad(name, `its fmt chunk has ${size} bytes instead of at least 16`);
  let coding = view.getUint16(0, true);
  const channels = view.getUint16(2, true);
  const rate = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  // The sub-format's first two bytes carry the tag that the extensible format stands for.
  if (coding === EXTENSIBLE) {
    if (size < 40) throw bad(name, `its extensible fmt chunk has ${size} bytes instead of 40`);
    coding = view.getUint16(24, true);
  }
  if (channels < 1 || channels > MOST_CHANNELS) throw bad(name, `${channels} channels, expected 1 to ${MOST_CHANNELS}`);
  if (rate < LEAST_RATE || rate > GREATEST_RATE) throw bad(name, `a sample rate of ${rate} Hz`);
  const read = sampleReader(coding, bits);
  if (read === undefined) throw bad(name, `coding ${coding} with ${bits} bits a sample`);
  return { read, bytes: bits / 8, channels, rate };
}

function sampleReader(coding: number, bits: number): Format['read'] | undefined {
  switch (`${coding}/${bits}`) {
    case `${PCM}/8`:
      return (view, at) => (view.getUint8(at) - 128) / 128;
    case `${PCM}/16`:
      return (view, at) => view.getInt16(at, true) / 32_768;
    case `${PCM}/24`:
      return (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
    case `${PCM}/32`:
      return (view, at) => view.getInt32(at, true) / 2_147_483_648;
    case `${FLOAT}/32`:
      return (view, at) => view.getFloat32(at, true);
    case `${FLOAT}/64`:
      return (view, at) => view.getFloat64(at, true);
    case `${A_LAW_TAG}/8`:
      return (view, at) => A_LAW[view.getUint8(at)] as number;
    case `${MU_LAW_TAG}/8`:
      return (view, at) => MU_LAW[view.getUint8(at)] as number;
    default:
      return undefined;
  }
}

function decode(bytes: Uint8Array, { read, bytes: step, channels, rate }: Format, frames: number): AudioBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    rate,
    channels: Array.from({ length: channels }, (_, c) => {
      const samples = new Float32Array(frames);
      for (let i = 0, at = c * step; i < frames; i++, at += channels * step) samples[i] = read(view, at);
      return samples;
    }),
  };
}

const tag = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 4));
