// Makes the sounds of the suite `cases` that are no speech: a cough and the hum of a room. Seeded: the same samples every time.
//
//   node scenarios/authoring/render-noise.mjs [--out DIR]
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeClip } from './encode.mjs';

const RATE = 24_000;
const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(here, '../clips/cases') } } });

/** Uniform in [0, 1) from a 32-bit seed (mulberry32). */
function generator(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Two-pole resonator: noise becomes the sound of a cavity. */
function resonator(hz, bandwidth) {
  const r = Math.exp((-Math.PI * bandwidth) / RATE);
  const turn = 2 * r * Math.cos((2 * Math.PI * hz) / RATE);
  let [one, two] = [0, 0];
  return (x) => {
    const y = (1 - r) * x + turn * one - r * r * two;
    [two, one] = [one, y];
    return y;
  };
}

/** An explosive burst, breath, and a weaker voiced end, 330 ms in all: the phases of a cough (Morice et al. 2007, ERS guidelines on cough). */
function cough() {
  const next = generator(9);
  const cavities = [resonator(550, 180), resonator(1500, 300), resonator(3100, 500)];
  const length = 0.33 * RATE;
  return scaled(
    Float32Array.from({ length }, (_, i) => {
      const t = i / RATE;
      const burst = Math.exp(-t / 0.028) * Math.min(1, t / 0.002);
      const breath = 0.35 * Math.exp(-(((t - 0.11) / 0.07) ** 2));
      const end = 0.3 * Math.exp(-(((t - 0.25) / 0.035) ** 2)) * (0.5 + 0.5 * Math.sin(2 * Math.PI * 130 * t));
      const source = (2 * next() - 1) * (burst + breath + end);
      return cavities.reduce((sum, cavity) => sum + cavity(source), 0) * Math.min(1, (length - i) / (0.01 * RATE));
    }),
    0.7,
  );
}

/** Six seconds of a ventilated room: pink noise (Kellet's filter) and a mains hum under it. */
function room() {
  const next = generator(20);
  const pink = [0, 0, 0];
  return scaled(
    Float32Array.from({ length: 6 * RATE }, (_, i) => {
      const white = 2 * next() - 1;
      pink[0] = 0.99765 * pink[0] + white * 0.099046;
      pink[1] = 0.963 * pink[1] + white * 0.2965164;
      pink[2] = 0.57 * pink[2] + white * 1.0526913;
      const hum = 0.4 * Math.sin((2 * Math.PI * 100 * i) / RATE) + 0.15 * Math.sin((2 * Math.PI * 200 * i) / RATE);
      const fade = Math.min(1, i / (0.01 * RATE), (6 * RATE - i) / (0.01 * RATE));
      return (pink[0] + pink[1] + pink[2] + white * 0.1848 + hum) * fade;
    }),
    0.5,
  );
}

function scaled(samples, peak) {
  const most = samples.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  return samples.map((x) => (x * peak) / most);
}

mkdirSync(values.out, { recursive: true });
for (const [name, samples] of [
  ['cough.flac', cough()],
  ['room-noise.flac', room()],
])
  console.log(writeClip(join(values.out, name), samples, RATE));
