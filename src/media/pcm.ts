/** PCM packets: s16le, mono, 48 kHz (packet.ts). */
import type { Samples } from '../time/position.js';

const FULL_SCALE = 32_768;
/** Whether this machine keeps numbers as packets do, so that whole arrays can be read and written as they lie. */
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Length of a packet in samples, or undefined when it is empty or ends within a sample. */
export function pcmSamples(payload: Uint8Array): Samples | undefined {
  return payload.length > 0 && payload.length % 2 === 0 ? payload.length / 2 : undefined;
}

/**
 * Samples with full scale 1. A last odd byte is left out.
 * @param samples where to put them: as many as there are.
 */
export function decodePcm16(payload: Uint8Array, samples = new Float32Array(payload.length >> 1)): Float32Array {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if (isZero(view)) return samples.fill(0);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / FULL_SCALE;
  return samples;
}

/** Whether nothing but zeros is in it, four bytes a look: silence is most of what a track carries. */
function isZero(bytes: DataView): boolean {
  const whole = bytes.byteLength & ~3;
  for (let i = 0; i < whole; i += 4) if (bytes.getInt32(i) !== 0) return false;
  for (let i = whole; i < bytes.byteLength; i++) if (bytes.getInt8(i) !== 0) return false;
  return true;
}

/** The packet of these samples; values beyond full scale are clipped. */
export function encodePcm16(samples: Float32Array): Uint8Array {
  const values = new Int16Array(samples.length);
  // By index: this runs for every frame of every track in memory, and an iterator of pairs costs four times as much.
  for (let i = 0; i < samples.length; i++) {
    const value = Math.round((samples[i] as number) * FULL_SCALE);
    values[i] = value < -FULL_SCALE ? -FULL_SCALE : value >= FULL_SCALE ? FULL_SCALE - 1 : value;
  }
  const payload = new Uint8Array(values.buffer);
  return LITTLE_ENDIAN ? payload : swapped(payload);
}

/** The two bytes of each sample exchanged. */
function swapped(payload: Uint8Array): Uint8Array {
  const bytes = payload.slice();
  for (let i = 0; i + 1 < bytes.length; i += 2) bytes.set([payload[i + 1] as number, payload[i] as number], i);
  return bytes;
}
