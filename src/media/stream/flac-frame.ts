/** One FLAC frame (RFC 9639, section 9): header, subframes, and the checksum over all of it. */
import { FlacBits, FlacError } from './flac-bits.js';
import { crc16, crc8 } from './flac-crc.js';

export interface StreamInfo {
  readonly rate: number;
  readonly channels: number;
  readonly bits: number;
  /** Bytes of the longest frame; 0 where the encoder did not say. */
  readonly longestFrame: number;
  /** Samples a channel; 0 where the encoder did not say. */
  readonly total: number;
}

export interface FlacFrame {
  readonly rate: number;
  readonly channels: Float32Array[];
  /** Length of the frame. */
  readonly bytes: number;
}

const SAMPLE_RATES = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const SAMPLE_BITS = [0, 8, 12, 0, 16, 20, 24, 32];

/** The frame at the start of `bytes`. @throws FlacError when it is none, is damaged, or is not whole. */
export function decodeFrame(bytes: Uint8Array, info: StreamInfo): FlacFrame {
  const bits = new FlacBits(bytes);
  if (bits.read(15) !== 0x7ffc) throw new FlacError('no frame begins');
  bits.read(1);
  const sizeCode = bits.read(4);
  const rateCode = bits.read(4);
  const layout = bits.read(4);
  const bitsCode = bits.read(3);
  bits.read(1);
  skipNumber(bits);
  const size = blockSize(bits, sizeCode);
  const rate = sampleRate(bits, rateCode) || info.rate;
  if (bits.read(8) !== crc8(bytes.subarray(0, bits.byte - 1))) throw new FlacError("a frame's header is damaged");
  const depth = SAMPLE_BITS[bitsCode] || info.bits;
  if (layout > 10) throw new FlacError(`a frame has the unknown channel layout ${layout}`);
  const count = layout < 8 ? layout + 1 : 2;
  const raw = Array.from({ length: count }, (_, c) => subframe(bits, size, depth + (sideChannel(layout) === c ? 1 : 0)));
  bits.align();
  const end = bits.byte;
  if (bits.read(16) !== crc16(bytes.subarray(0, end))) throw new FlacError('a frame is damaged');
  decorrelate(layout, raw);
  const scale = 1 / 2 ** (depth - 1);
  const channels = raw.map((samples) => scaled(samples, scale));
  return { rate, channels, bytes: end + 2 };
}

function scaled(samples: Float64Array, scale: number): Float32Array {
  const out = new Float32Array(samples.length);
  for (let i = 0; i < out.length; i++) out[i] = (samples[i] as number) * scale;
  return out;
}

/** The coded number of the frame or its first sample: UTF-8's way of lengths. */
function skipNumber(bits: FlacBits): void {
  const first = bits.read(8);
  if (first < 0x80) return;
  const length = Math.clz32(~(first << 24));
  for (let i = 1; i < length; i++) bits.read(8);
}

function blockSize(bits: FlacBits, code: number): number {
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 144 << code;
  if (code === 6) return bits.read(8) + 1;
  if (code === 7) return bits.read(16) + 1;
  if (code >= 8) return 1 << code;
  throw new FlacError('a frame has no block size');
}

function sampleRate(bits: FlacBits, code: number): number {
  if (code === 12) return bits.read(8) * 1000;
  if (code === 13) return bits.read(16);
  if (code === 14) return bits.read(16) * 10;
  if (code === 15) throw new FlacError('a frame has no sample rate');
  return SAMPLE_RATES[code] ?? 0;
}

/** The channel that carries a difference and so has one bit more; none for independent channels. */
function sideChannel(layout: number): number {
  if (layout === 9) return 0;
  return layout === 8 || layout === 10 ? 1 : -1;
}

function decorrelate(layout: number, [a, b]: readonly Float64Array[]): void {
  if (layout < 8 || a === undefined || b === undefined) return;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    if (layout === 8) b[i] = x - y;
    else if (layout === 9) a[i] = x + y;
    else {
      const middle = 2 * x + (Math.abs(y) % 2);
      a[i] = (middle + y) / 2;
      b[i] = (middle - y) / 2;
    }
  }
}

function subframe(bits: FlacBits, size: number, depth: number): Float64Array {
  if (bits.read(1) !== 0) throw new FlacError('a subframe begins with a one');
  const kind = bits.read(6);
  const wasted = bits.read(1) === 1 ? bits.unary() + 1 : 0;
  const width = depth - wasted;
  const samples = new Float64Array(size);
  if (kind === 0) samples.fill(bits.signed(width));
  else if (kind === 1) for (let i = 0; i < size; i++) samples[i] = bits.signed(width);
  else if (kind >= 8 && kind <= 12) fixed(bits, samples, kind - 8, width);
  else if (kind >= 32) linear(bits, samples, kind - 31, width);
  else throw new FlacError(`a subframe has the unknown kind ${kind}`);
  if (wasted > 0) for (let i = 0; i < size; i++) samples[i] = (samples[i] as number) * 2 ** wasted;
  return samples;
}

const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

function fixed(bits: FlacBits, samples: Float64Array, order: number, width: number): void {
  warmUp(bits, samples, order, width);
  residual(bits, samples, order);
  predict(samples, FIXED[order] ?? [], 0);
}

function linear(bits: FlacBits, samples: Float64Array, order: number, width: number): void {
  warmUp(bits, samples, order, width);
  const precision = bits.read(4) + 1;
  if (precision === 16) throw new FlacError('a subframe has no coefficient precision');
  const shift = bits.signed(5);
  if (shift < 0) throw new FlacError('a subframe has a negative shift');
  const coefficients = Array.from({ length: order }, () => bits.signed(precision));
  residual(bits, samples, order);
  predict(samples, coefficients, shift);
}

function warmUp(bits: FlacBits, samples: Float64Array, order: number, width: number): void {
  if (order > samples.length) throw new FlacError('a subframe predicts from more samples than it has');
  for (let i = 0; i < order; i++) samples[i] = bits.signed(width);
}

/** Adds the prediction from the samples before to each residual. */
function predict(samples: Float64Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length;
  // The oldest sample's first, so that both run forward.
  const weights = Float64Array.from(coefficients).reverse();
  const scale = 2 ** -shift;
  for (let i = order; i < samples.length; i++) {
    let sum = 0;
    for (let j = 0, k = i - order; j < order; j++, k++) sum += (weights[j] as number) * (samples[k] as number);
    samples[i] = (samples[i] as number) + Math.floor(sum * scale);
  }
}

/** Rice-coded residuals in partitions (RFC 9639, section 9.2.7). */
function residual(bits: FlacBits, samples: Float64Array, order: number): void {
  const method = bits.read(2);
  if (method > 1) throw new FlacError(`a subframe has the unknown coding method ${method}`);
  const width = method === 0 ? 4 : 5;
  const escape = 2 ** width - 1;
  const partitions = 2 ** bits.read(4);
  const length = samples.length / partitions;
  if (!Number.isInteger(length) || length < order) throw new FlacError('a subframe has partitions that do not fit');
  for (let p = 0, at = order; p < partitions; p++) {
    const end = (p + 1) * length;
    const parameter = bits.read(width);
    if (parameter === escape) {
      const raw = bits.read(5);
      for (; at < end; at++) samples[at] = raw === 0 ? 0 : bits.signed(raw);
      continue;
    }
    bits.rice(parameter, samples, at, end);
    at = end;
  }
}
