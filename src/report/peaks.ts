import type { TimelineAudio } from '../time/audio.js';
import { msToSamples, type Span } from '../time/position.js';
import type { Peaks } from './model.js';

/** One drawn step is 10 ms of sound: fine enough to see a 20 ms blip, 100 bytes a second. */
export const PEAK_STEP = msToSamples(10);

/**
 * The waveform as the page draws it. The scale is the square root of the amplitude, so that speech at -40 dBFS still shows.
 * @param only when given, everything outside these spans is drawn as silence (a mixed microphone shown one speaker a lane).
 */
export function peaksOf(audio: TimelineAudio, only?: readonly Span[]): Peaks {
  const steps = Math.ceil(audio.samples.length / PEAK_STEP);
  const bytes = new Uint8Array(steps);
  for (let step = 0; step < steps; step++) {
    const from = audio.from + step * PEAK_STEP;
    if (only !== undefined && !only.some((span) => span.from < from + PEAK_STEP && span.to > from)) continue;
    let peak = 0;
    const end = Math.min(audio.samples.length, (step + 1) * PEAK_STEP);
    for (let i = step * PEAK_STEP; i < end; i++) peak = Math.max(peak, Math.abs(audio.samples[i] ?? 0));
    bytes[step] = Math.round(255 * Math.sqrt(Math.min(1, peak)));
  }
  return { start: audio.from, step: PEAK_STEP, base64: Buffer.from(bytes).toString('base64') };
}
