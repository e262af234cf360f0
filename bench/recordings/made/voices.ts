/**
 * Clips for calls that are made: every voice of the repository's own clips and of flite, one labelled human, each trimmed as the clips of
 * the sets with known truth are (vectors/recordings/README.md), so that a call knows where its speech begins and ends.
 */
import { readFileSync } from 'node:fs';
import { readAudio } from '../../../src/media/audio-file.js';
import { resample } from '../../../src/media/resample.js';
import { SAMPLE_RATE, SAMPLES_PER_MS } from '../../../src/time/position.js';
import { FLITE_VOICES, fliteTts } from '../../../simulator/speech/flite.js';

/** Mono, 48 kHz, active RMS 1. */
export interface Clip {
  readonly voice: string;
  readonly name: string;
  readonly samples: Float32Array;
}

/** Edges of a trimmed clip: the first and last frame of 5 ms within 20 dB of its active RMS (vectors/recordings/README.md). */
const TRIM_FRAME = 5 * SAMPLES_PER_MS;
const TRIM_DB = 20;
/** A loud stretch shorter than this, further than this from the rest, is an isolated burst and dropped. */
const BURST_FRAMES = 8;
const APART_FRAMES = 12;
const RAMP = SAMPLES_PER_MS;

const FLITE_LINES: readonly string[] = [
  'I would like to change the date of my booking.',
  'Can you tell me when the next train leaves?',
  'My number is nine four two seven.',
  'No, that is not what I have asked for.',
  'All of our rooms are free on Monday.',
  'Your parcel will be there tomorrow before noon, and the driver will call you when he is near.',
];
const HUMAN = 'test/golden/speech/arctic-slt-a0009.flac';
/** Kinds of voices that nobody has a clip of: higher and quicker, lower and slower. */
const SPEEDS: readonly number[] = [1, 0.87, 1.16];

/** @param root folder of the repository, with a slash behind it. @param speeds whether each clip is there at other pitches too. */
export async function clips(root: string, speeds = false): Promise<readonly Clip[]> {
  const lines = JSON.parse(readFileSync(`${root}scenarios/authoring/lines.json`, 'utf8')) as { file: string; voice: string }[];
  const raw: { voice: string; name: string; samples: Float32Array; rate: number }[] = [];
  for (const { file, voice } of lines) {
    const { rate, channels } = await readAudio(readFileSync(`${root}scenarios/clips/${file}`), file);
    raw.push({ voice: `kokoro ${voice}`, name: file, samples: channels[0] ?? new Float32Array(0), rate });
  }
  const tts = fliteTts();
  for (const voice of FLITE_VOICES)
    for (const [i, text] of FLITE_LINES.entries())
      raw.push({ voice: `flite ${voice}`, name: `line ${i}`, ...(await tts.render(text, voice, 'en')) });
  const human = await readAudio(readFileSync(root + HUMAN), HUMAN);
  raw.push({ voice: 'human slt', name: 'a0009', samples: human.channels[0] ?? new Float32Array(0), rate: human.rate });
  const made: Clip[] = [];
  for (const { voice, name, samples, rate } of raw)
    for (const speed of speeds ? SPEEDS : [1]) {
      const at48k = resample(samples, Math.round((rate * speed) / 50) * 50, SAMPLE_RATE);
      made.push({ voice: speed === 1 ? voice : `${voice} x${speed}`, name, samples: trimmed(at48k) });
    }
  return made;
}

/** Cut at its own speech, with ramps of 1 ms, active RMS 1. */
export function trimmed(samples: Float32Array): Float32Array {
  const frames = Math.floor(samples.length / TRIM_FRAME);
  const power = Array.from({ length: frames }, (_, k) => meanSquare(samples, k * TRIM_FRAME, (k + 1) * TRIM_FRAME));
  const loudest = power.reduce((max, one) => Math.max(max, one), 0);
  const active = power.filter((one) => one > loudest / 1e4);
  const rms2 = active.reduce((sum, one) => sum + one, 0) / Math.max(1, active.length);
  const isLoud = (k: number): boolean => (power[k] ?? 0) > rms2 / 10 ** (TRIM_DB / 10);
  const inside = dropBursts(power.flatMap((_, k) => (isLoud(k) ? [k] : [])));
  const [from, to] = [(inside[0] ?? 0) * TRIM_FRAME, ((inside.at(-1) ?? frames - 1) + 1) * TRIM_FRAME];
  const cut = samples.slice(from, to).map((x) => x / Math.sqrt(rms2));
  for (let i = 0; i < RAMP; i++) {
    cut[i] = ((cut[i] ?? 0) * i) / RAMP;
    cut[cut.length - 1 - i] = ((cut[cut.length - 1 - i] ?? 0) * i) / RAMP;
  }
  return cut;
}

/** Loud frames without the bursts at both ends. */
function dropBursts(loud: readonly number[]): readonly number[] {
  const stretches: number[][] = [];
  for (const k of loud) {
    const last = stretches.at(-1);
    if (last !== undefined && k - (last.at(-1) ?? k) <= APART_FRAMES) last.push(k);
    else stretches.push([k]);
  }
  while (stretches.length > 1 && (stretches[0]?.length ?? 0) < BURST_FRAMES) stretches.shift();
  while (stretches.length > 1 && (stretches.at(-1)?.length ?? 0) < BURST_FRAMES) stretches.pop();
  return stretches.flat();
}

export function meanSquare(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return sum / Math.max(1, to - from);
}
