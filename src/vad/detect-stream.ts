/** `detectSpeech` for audio that comes piece by piece: the same probabilities, without the whole of it in memory. */
import { Decimator, DECIMATION } from '../media/decimator.js';
import { PROBABILITY_STEPS } from './detect.js';
import { FRAME_48K, type SpeechDetector } from './detector.js';
import type { Samples } from '../time/position.js';

/** Probabilities begin with room for half an hour, and double. */
const FIRST_ROOM = 1 << 16;

export class DetectorStream {
  readonly #detector: SpeechDetector;
  readonly #decimator = new Decimator();
  readonly #frame: Float32Array;
  readonly #heard: (samples16k: Float32Array) => void;
  #filled = 0;
  #received: Samples = 0;
  #probabilities = new Uint16Array(FIRST_ROOM);
  #count = 0;

  /** @param heard is given the audio at 16 kHz as the detector gets it. */
  constructor(detector: SpeechDetector, heard: (samples16k: Float32Array) => void = () => undefined) {
    detector.reset();
    this.#detector = detector;
    this.#frame = new Float32Array(detector.frame);
    this.#heard = heard;
  }

  async push(samples48k: Float32Array): Promise<void> {
    this.#received += samples48k.length;
    await this.#hear(this.#decimator.push(samples48k));
  }

  /** The same for audio that is at 16 kHz already; a stream gets one kind or the other. */
  async pushDecimated(samples16k: Float32Array): Promise<void> {
    this.#received += DECIMATION * samples16k.length;
    await this.#hear(samples16k);
  }

  /** @returns ceil(samples / FRAME_48K) probabilities times PROBABILITY_STEPS. */
  async finish(): Promise<Uint16Array> {
    await this.#hear(this.#decimator.flush());
    if (this.#count < Math.ceil(this.#received / FRAME_48K)) {
      this.#frame.fill(0, this.#filled);
      await this.#detect();
    }
    return this.#probabilities.slice(0, this.#count);
  }

  async #hear(samples: Float32Array): Promise<void> {
    this.#heard(samples);
    for (let at = 0; at < samples.length;) {
      const piece = samples.subarray(at, at + this.#frame.length - this.#filled);
      this.#frame.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === this.#frame.length) await this.#detect();
    }
  }

  async #detect(): Promise<void> {
    const probability = this.#detector.speechProbability(this.#frame);
    if (this.#count === this.#probabilities.length) {
      const larger = new Uint16Array(2 * this.#count);
      larger.set(this.#probabilities);
      this.#probabilities = larger;
    }
    this.#probabilities[this.#count++] = Math.round(
      PROBABILITY_STEPS * (typeof probability === 'number' ? probability : await probability),
    );
    this.#filled = 0;
  }
}
