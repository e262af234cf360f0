/** Bursts cut from recorded voices, from a strong sample on, so that they begin hard. Pure. */
import { mulberry32 } from '../../../src/scenario/random.js';
import { msToSamples, type Samples } from '../../../src/time/position.js';

/** Of the peak: what counts as a strong sample of a voice. */
const STRONG = 0.5;
/** Short enough to be an edge, long enough to be no click. */
export const RAMP = msToSamples(2);

/** A voice from one of its strong places on, over and over. @param voices mono, 48 kHz, voiced throughout; at least one sample in all. */
export function cutting(voices: readonly Float32Array[], next: () => number): (i: number) => number {
  const voice = voices[Math.floor(next() * voices.length)] ?? new Float32Array(1);
  const from = strongFrom(voice, Math.floor(next() * voice.length));
  return (i) => voice[(from + i) % voice.length] ?? 0;
}

/** So much of a voice, with ramps at both ends. */
export function voiceOf(voices: readonly Float32Array[], length: Samples, seed: number): Float32Array {
  const voice = cutting(voices, mulberry32(seed));
  return Float32Array.from({ length }, (_, i) => voice(i) * Math.min(1, (i + 1) / RAMP, (length - i) / RAMP));
}

/** The first sample at or after a place that is strong: there a cut is a hard onset. */
function strongFrom(voice: Float32Array, from: number): number {
  const strong = STRONG * voice.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  for (let i = 0; i < voice.length; i++) {
    const at = (from + i) % voice.length;
    if (Math.abs(voice[at] ?? 0) >= strong) return at;
  }
  return from;
}
