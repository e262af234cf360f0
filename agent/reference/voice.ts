import { msToSamples, type Samples } from '../../src/time/position.js';

/** A cut voice ends in so long, so that it stops without a click. */
const RAMP = msToSamples(2);

/** So much of a recorded voice: looped when it is shorter, cut with a ramp when it is longer. */
export function fitVoice(clip: Float32Array, length: Samples): Float32Array {
  const out = new Float32Array(length);
  for (let at = 0; at < length && clip.length > 0; at += clip.length) out.set(clip.subarray(0, Math.min(clip.length, length - at)), at);
  for (let i = Math.max(0, length - RAMP); i < length; i++) out[i] = ((out[i] ?? 0) * (length - i)) / RAMP;
  return out;
}
