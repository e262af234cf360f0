/**
 * Silence as Silero VAD hears it: p grows with the silence so far, 1 after a second of it, so that the threshold x fires after x seconds.
 * The sweep's VAD rows know the pauses of the data set's labels; this one has to hear them.
 */
import type { ScoreEvent, StreamingAdapter, TurnAnswer, TurnRow } from '../../../src/eot/adapter.js';
import { resample } from '../../../src/media/resample.js';
import type { SpeechDetector } from '../../../src/vad/detector.js';
import { sileroDetector } from '../../../src/vad/silero.js';

const RATE = 16_000;
/** Silero's own threshold. */
const SPEECH = 0.5;
/** Seconds of silence that make p = 1. */
const FULL = 1;

export class VadSilenceAdapter implements StreamingAdapter {
  readonly adapterId = 'vad-silence';
  readonly displayName = 'VAD silence (Silero v6)';
  readonly concurrency = 1;
  #detector: Promise<SpeechDetector> | undefined;

  async predictTurn(row: TurnRow): Promise<TurnAnswer> {
    const detector = await (this.#detector ??= sileroDetector());
    detector.reset();
    const samples = resample(row.audio.samples, row.audio.rate, RATE);
    const events: ScoreEvent[] = [];
    let spoke = 0;
    for (let at = 0; at + detector.frame <= samples.length; at += detector.frame) {
      const speech = await detector.speechProbability(samples.slice(at, at + detector.frame));
      const now = (at + detector.frame) / RATE;
      if (speech >= SPEECH) spoke = now;
      events.push({ timestamp: now, p: Math.min(1, (now - spoke) / FULL) });
    }
    return { events };
  }
}
