/**
 * How much faster than life a recorded track is scored: Silero on continuous speech, the energy detector, edges by level, and digital silence.
 * One core, one track. Prints ratios; on a busy machine they are lower bounds.
 *
 *   node dist/bench/vad.js [--save]
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { readAudio } from '../src/media/audio-file.js';
import { resample } from '../src/media/resample.js';
import type { TimelineAudio } from '../src/time/audio.js';
import { rigPos, SAMPLE_RATE } from '../src/time/position.js';
import { detectSpeech } from '../src/vad/detect.js';
import { energyDetector } from '../src/vad/energy.js';
import { findSpeech } from '../src/vad/find.js';
import { sileroDetector } from '../src/vad/silero.js';
import { saveFigures } from './figures.js';

/** Seconds of the track. */
const LENGTH_S = 60;
const RECORDING = 'test/vectors/recordings/F2_yield_fade80-000.flac';

const track = (samples: Float32Array): TimelineAudio => ({ from: rigPos(0), samples, placed: [], holes: [] });

/** The agent's speech of one recording over and over, without a pause. */
async function continuousSpeech(root: string): Promise<Float32Array> {
  const { rate, channels } = await readAudio(readFileSync(`${root}/${RECORDING}`), RECORDING);
  const speech = resample(channels[1] ?? new Float32Array(0), rate, SAMPLE_RATE).filter((x) => x !== 0);
  return Float32Array.from({ length: LENGTH_S * SAMPLE_RATE }, (_, i) => speech[i % speech.length] ?? 0);
}

async function timesLife(run: () => unknown): Promise<number> {
  await run();
  const start = performance.now();
  const cpu = process.cpuUsage();
  await run();
  const used = process.cpuUsage(cpu);
  // Processor time where it tells, as others may use the machine; the wall where a run is too short for it.
  const seconds = (used.user + used.system) / 1e6 || (performance.now() - start) / 1e3;
  return LENGTH_S / seconds;
}

/** What was run, and how many times faster than life. */
async function ratios(root: string): Promise<[string, number][]> {
  const speech = track(await continuousSpeech(root));
  const silence = track(new Float32Array(LENGTH_S * SAMPLE_RATE));
  const silero = await sileroDetector();
  const probabilities = await detectSpeech(speech, silero);
  const line = async (what: string, run: () => unknown): Promise<[string, number]> => [what, await timesLife(run)];
  return [
    await line('Silero v6, continuous speech', () => detectSpeech(speech, silero)),
    await line('Silero v6, digital silence', () => detectSpeech(silence, silero)),
    await line('energy detector, continuous speech', () => detectSpeech(speech, energyDetector())),
    await line('segments and edges by level', () => findSpeech(speech, 'a0', probabilities)),
    await line('Silero v6 and segments together', async () => findSpeech(speech, 'a0', await detectSpeech(speech, silero))),
  ];
}

const all = await ratios('.');
for (const [what, times] of all) process.stdout.write(`${what}: ${times.toFixed(0)} times life\n`);
if (process.argv.includes('--save'))
  await saveFigures(
    { name: 'vad', command: 'npm run bench -- vad --save', topic: 'speed' },
    all.map(([what, times]) => ({ what: `${what}, one track on one core`, figure: `${times.toFixed(0)} times faster than life` })),
  );
