/** A seeded signal with speech's shape: syllables of gliding harmonics with hisses between them. Mono, 48 kHz, peak below 0.5. */
import { random } from './sender.js';

export function speechlike(seconds: number, seed: number): Float32Array {
  const next = random(seed);
  const out = new Float32Array(Math.round(seconds * 48_000));
  let at = 0;
  while (at < out.length) {
    const length = Math.round((0.12 + 0.12 * next()) * 48_000);
    const [pitch, glide, hiss] = [100 + 80 * next(), 30 * (next() - 0.5), 0.3 * next()];
    const formant = 400 + 1200 * next();
    let phase = 0;
    let noise = 0;
    for (let i = 0; i < length && at + i < out.length; i++) {
      const x = i / length;
      phase += (2 * Math.PI * (pitch + glide * x)) / 48_000;
      const shape = Math.sin(Math.PI * x) ** 2;
      let voiced = 0;
      for (let h = 1; h <= 20; h++) voiced += Math.sin(h * phase) / (1 + Math.abs(h * pitch - formant) / 200);
      noise = 0.5 * noise + (next() - 0.5);
      out[at + i] = 0.06 * shape * voiced + 0.06 * hiss * noise * (1 - shape);
    }
    at += length;
  }
  return out;
}

/** What the vectors in test/vectors/opus hold: the clip at 0.2 s of 2.2 s, alone or with another speaker as loud. */
export const CLIP_AT = 9_600;
const CLIP = speechlike(1.6, 21);
const OTHER = speechlike(2.2, 22);
export const clip = (): Float32Array => CLIP.slice();
export function recorded(mixed: boolean): Float32Array {
  const out = new Float32Array(105_600);
  if (mixed) out.set(OTHER);
  for (const [i, sample] of CLIP.entries()) out[CLIP_AT + i] = (out[CLIP_AT + i] ?? 0) + sample;
  return out;
}
