/**
 * A detector without a model: a frame is speech when it is well above a floor that adapts. Synchronous and causal, for memory transports and
 * virtual time, where the sound on the track is known to be nothing but speech or noise.
 */
import { FRAME_16K, isDigitalSilence, type SyncSpeechDetector } from './detector.js';

/** dB above the floor at which the probability is 0.5, and the width over which it goes from 0.27 to 0.73. */
const OVER_FLOOR_DB = 10;
const SLOPE_DB = 2;
/** The floor follows the quietest frames at once and rises slowly: dB a frame (32 ms) while quiet, and while it hears speech. */
const RISE_QUIET_DB = 0.3;
const RISE_SPEECH_DB = 0.03;
/** Sound that stays within this range for a second is steady and no speech, which rises and falls by more with its syllables: it is the floor at once. */
const STEADY_DB = 8;
const STEADY_FRAMES = 32;
/** Bounds of the floor, dB relative to full scale: quieter than the lower is nothing, and what is louder than the upper stays speech however steady. */
const LOWEST_FLOOR_DB = -70;
const HIGHEST_FLOOR_DB = -45;

const bounded = (floor: number): number => Math.max(LOWEST_FLOOR_DB, Math.min(HIGHEST_FLOOR_DB, floor));

class EnergyDetector implements SyncSpeechDetector {
  readonly name = 'energy';
  readonly modelHash = 'energy-1';
  readonly frame = FRAME_16K;
  #floor = LOWEST_FLOOR_DB;
  /** Levels of the last STEADY_FRAMES frames. */
  #recent: number[] = [];

  reset(): void {
    this.#floor = LOWEST_FLOOR_DB;
    this.#recent = [];
  }

  speechProbability(frame16k: Float32Array): number {
    if (frame16k.length !== FRAME_16K) throw new RangeError(`frames have ${FRAME_16K} samples, not ${frame16k.length}`);
    // A hole says nothing about the floor.
    if (isDigitalSilence(frame16k)) {
      this.#recent = [];
      return 0;
    }
    let energy = 0;
    for (let i = 0; i < FRAME_16K; i++) energy += (frame16k[i] as number) * (frame16k[i] as number);
    const db = 10 * Math.log10(energy / FRAME_16K);
    const probability = 1 / (1 + Math.exp(-(db - this.#floor - OVER_FLOOR_DB) / SLOPE_DB));
    const rise = probability >= 0.5 ? RISE_SPEECH_DB : RISE_QUIET_DB;
    this.#floor = bounded(Math.min(db, this.#floor + rise));
    this.#recent = [...this.#recent.slice(1 - STEADY_FRAMES), db];
    const quietest = Math.min(...this.#recent);
    if (this.#recent.length === STEADY_FRAMES && Math.max(...this.#recent) - quietest < STEADY_DB) this.#floor = bounded(quietest);
    return probability;
  }
}

/** A detector for one track. */
export function energyDetector(): SyncSpeechDetector {
  return new EnergyDetector();
}
