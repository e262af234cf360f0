/**
 * RIFF/WAVE, read and written (Microsoft "Multimedia Programming Interface and Data Specifications 1.0" and the
 * WAVE_FORMAT_EXTENSIBLE note of 2001): integer PCM of 8, 16, 24 and 32 bits and IEEE float of 32 and 64 bits.
 */
import { TurnrigError } from '../error.js';

/** Audio as a file holds it: one Float32Array a channel, all of one length, full scale is 1. */
export interface AudioFile {
  readonly rate: number;
  readonly channels: Float32Array[];
}

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_EXTENSIBLE = 0xfffe;
/** Sizes that a writer leaves in the header of a stream whose length it did not know. */
const UNKNOWN_SIZES = new Set([0xffffffff, 0]);
export const MAX_CHANNELS = 32;

interface Format {
  readonly coding: 'int' | 'float';
  readonly bits: number;
  readonly channels: number;
  readonly rate: number;
}

function broken(name: string, what: string): TurnrigError {
  return new TurnrigError('audio', `${name} is not a WAV file that can be read: ${what}`, {
    hint: 'Give a WAV file with PCM of 8, 16, 24 or 32 bits or float of 32 or 64 bits, or a FLAC or Ogg Opus file.',
  });
}

function readFormat(view: DataView, at: number, size: number, name: string): Format {
  if (size < 16) throw broken(name, `its fmt chunk has ${size} bytes instead of at least 16`);
  let tag = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  // The sub-format's first two bytes carry the tag that the extensible format stands for.
  if (tag === FORMAT_EXTENSIBLE) {
    if (size < 40) throw broken(name, `its extensible fmt chunk has ${size} bytes instead of 40`);
    tag = view.getUint16(at + 24, true);
  }
  if (channels < 1 || channels > MAX_CHANNELS) throw broken(name, `${channels} channels, expected 1 to ${MAX_CHANNELS}`);
  if (rate < 1000 || rate > 768_000) throw broken(name, `a sample rate of ${rate} Hz`);
  if (tag === FORMAT_PCM && [8, 16, 24, 32].includes(bits)) return { coding: 'int', bits, channels, rate };
  if (tag === FORMAT_FLOAT && [32, 64].includes(bits)) return { coding: 'float', bits, channels, rate };
  throw broken(name, `coding ${tag} with ${bits} bits a sample`);
}

function sampleReader(view: DataView, format: Format): (at: number) => number {
  if (format.coding === 'float') return format.bits === 32 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true);
  switch (format.bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 128;
    case 16:
      return (at) => view.getInt16(at, true) / 32_768;
    case 24:
      return (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
    default:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
  }
}

/** @throws TurnrigError 'audio' that names the file and what was expected. An empty data chunk is read as zero samples. */
export function readWav(bytes: Uint8Array, name: string): AudioFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw broken(name, 'it does not start with RIFF and WAVE');
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = tag(at);
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    const rest = bytes.length - start;
    if (id === 'data') {
      if (format === undefined) throw broken(name, 'its data comes before its fmt chunk');
      const open = UNKNOWN_SIZES.has(size) && start + size !== bytes.length;
      if (!open && size > rest) throw broken(name, `it is cut off: ${size} bytes of samples announced, ${rest} there`);
      return decode(view, start, open && !hasChunkAt(bytes, start) ? rest : Math.min(size, rest), format);
    }
    if (size > rest) throw broken(name, `its ${JSON.stringify(id)} chunk is cut off`);
    if (id === 'fmt ') format = readFormat(view, start, size, name);
    at = start + size + (size & 1);
  }
  throw broken(name, format === undefined ? 'it has no fmt chunk' : 'it has no data chunk');
}

/** Whether an empty data chunk is followed by another chunk, and so is really empty. */
function hasChunkAt(bytes: Uint8Array, at: number): boolean {
  return at + 8 <= bytes.length && bytes.subarray(at, at + 4).every((b) => b >= 0x20 && b < 0x7f);
}

function decode(view: DataView, start: number, size: number, format: Format): AudioFile {
  const step = format.bits / 8;
  const block = step * format.channels;
  const frames = Math.floor(size / block);
  const read = sampleReader(view, format);
  const channels = Array.from({ length: format.channels }, (_, c) => {
    const samples = new Float32Array(frames);
    for (let i = 0, at = start + c * step; i < frames; i++, at += block) samples[i] = read(at);
    return samples;
  });
  return { rate: format.rate, channels };
}

/**
 * Writes a WAV file: `s16` (default; rounded, clipped at full scale) or `f32`. What was read from s16 is written bit by bit the same.
 *
 * @throws RangeError when there is no channel or the channels differ in length.
 */
export function writeWav(channels: readonly Float32Array[], rate: number, coding: 's16' | 'f32' = 's16'): Uint8Array {
  const [first] = channels;
  if (first === undefined || channels.some((c) => c.length !== first.length))
    throw new RangeError('a WAV file needs at least one channel, and channels of one length');
  const step = coding === 's16' ? 2 : 4;
  const block = step * channels.length;
  const size = first.length * block;
  const bytes = new Uint8Array(44 + size + (size & 1));
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  tag(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, coding === 's16' ? FORMAT_PCM : FORMAT_FLOAT, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, step * 8, true);
  tag(36, 'data');
  view.setUint32(40, size, true);
  channels.forEach((samples, c) => {
    let at = 44 + c * step;
    for (const x of samples) {
      if (coding === 'f32') view.setFloat32(at, x, true);
      else view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))), true);
      at += block;
    }
  });
  return bytes;
}
