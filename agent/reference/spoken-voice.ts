/**
 * A voice for reference agents in rooms, where a speech detector has to believe it: flite says a sentence of voiced sounds only, and what
 * comes before the first strong vowel is cut off, so that sample 0 is a hard onset. (Sound made by rule passes for speech only now and then:
 * Silero gave `speechLike` under 0.1 in a third of its frames.) The same samples on every machine.
 */
import type { FliteVoice } from '../../simulator/speech/flite.js';
import { fliteTts } from '../../simulator/speech/flite.js';
import { resample } from '../../src/media/resample.js';
import { msToSamples, SAMPLE_RATE } from '../../src/time/position.js';

/** No stop, no fricative, no pause. */
const SENTENCE = 'We were away a year ago.';
/** The cut is where the level first comes within 20 dB of the peak, over a window of one pitch period. */
const STRONG = 0.1;
const WINDOW = msToSamples(5);
const STEP = msToSamples(1);
const RAMP = msToSamples(2);
const PEAK = 0.5;

const made = new Map<string, Promise<Float32Array>>();

/**
 * Mono, 48 kHz, full scale 1, a little over a second. Rendered once a process (1 to 2 s).
 * @throws TurnrigError `missing` when flite is not installed whole
 */
export function spokenVoice(voice: FliteVoice = 'slt'): Promise<Float32Array> {
  const known = made.get(voice) ?? render(voice);
  made.set(voice, known);
  return known;
}

async function render(voice: string): Promise<Float32Array> {
  const { rate, samples } = await fliteTts().render(SENTENCE, voice, 'en');
  const speech = resample(samples, rate, SAMPLE_RATE);
  const peak = speech.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const strong = (from: number): boolean => level(speech, from) >= STRONG * peak;
  let from = 0;
  while (from < speech.length && !strong(from)) from += STEP;
  let to = speech.length - WINDOW;
  while (to > from && !strong(to)) to -= STEP;
  const cut = speech.slice(from, to + WINDOW);
  return cut.map((x, i) => ((x * PEAK) / peak) * Math.min(1, (i + 1) / RAMP, (cut.length - i) / RAMP));
}

/** RMS of a window. */
function level(samples: Float32Array, from: number): number {
  let power = 0;
  for (let i = from; i < from + WINDOW; i++) power += (samples[i] ?? 0) ** 2;
  return Math.sqrt(power / WINDOW);
}
