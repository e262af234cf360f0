/**
 * The labelled edges of a source clip, by level: its first and last voiced sample. Human edges are these plus the measured placement, never
 * found by VAD on a mix (measurement.md, Edges).
 */
import { TurnrigError } from '../error.js';
import { msToSamples, type Samples } from '../time/position.js';
import { activeLevelDb } from './active-level.js';
import { SAMPLE_RATE } from '../time/position.js';

/** Frames in which the level is measured (vectors/recordings/README.md: "first and last 5 ms frame within 20 dB of its active RMS"). */
const FRAME = msToSamples(5);
const BELOW_ACTIVE_DB = 20;
/** A burst is isolated, and no edge, when it is at most this long and at least this far from the rest (a click before or after the words; chosen). */
const BURST_MAX = msToSamples(30);
const BURST_APART = msToSamples(150);

/**
 * First and one past the last voiced sample of a 48 kHz clip.
 *
 * @throws TurnrigError 'audio' when no frame is voiced.
 */
export function voicedSpan(samples48k: Float32Array): { readonly from: Samples; readonly to: Samples } {
  const runs = voicedStretches(samples48k);
  while (runs.length > 1 && isBurst(runs[0]) && apart(runs[0], runs[1])) runs.shift();
  while (runs.length > 1 && isBurst(runs.at(-1)) && apart(runs.at(-2), runs.at(-1))) runs.pop();
  const first = runs[0];
  const last = runs.at(-1);
  if (first === undefined || last === undefined) throw new TurnrigError('audio', 'the clip has no voiced part');
  return { from: first.from, to: last.to };
}

/**
 * Every stretch of voiced frames of a 48 kHz clip, in order: within 20 dB of its active level.
 *
 * @throws TurnrigError 'audio' when the clip is silent.
 */
export function voicedStretches(samples48k: Float32Array): { readonly from: Samples; readonly to: Samples }[] {
  const level = activeLevelDb(samples48k, SAMPLE_RATE);
  if (level === undefined)
    throw new TurnrigError('audio', 'the clip is silent: it has no voiced part', { hint: 'Record or render the clip anew.' });
  return voicedRuns(samples48k, 10 ** ((level - BELOW_ACTIVE_DB) / 10));
}

interface Run {
  readonly from: Samples;
  readonly to: Samples;
}

function voicedRuns(samples: Float32Array, leastPower: number): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < samples.length; from += FRAME) {
    const to = Math.min(from + FRAME, samples.length);
    let energy = 0;
    for (let i = from; i < to; i++) energy += (samples[i] as number) * (samples[i] as number);
    if (energy < leastPower * (to - from)) continue;
    const last = runs.at(-1);
    if (last?.to === from) runs[runs.length - 1] = { from: last.from, to };
    else runs.push({ from, to });
  }
  return runs;
}

const isBurst = (run: Run | undefined): boolean => run !== undefined && run.to - run.from <= BURST_MAX;
const apart = (a: Run | undefined, b: Run | undefined): boolean => a !== undefined && b !== undefined && b.from - a.to >= BURST_APART;
