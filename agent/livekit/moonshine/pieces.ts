/** Cuts a stream of frames into pieces of speech, each with a little of what lay before it. */
import type { GateState } from '../level-gate.js';

/** Silence that ends a piece, ms. */
const END_AFTER_MS = 300;
/** Kept before the first sound: soft beginnings lie below the gate, ms. */
const LEAD_MS = 200;
/** A piece is cut here at the latest; the model was made for short utterances, ms. */
const LONGEST_MS = 20_000;

export class PieceCutter {
  readonly #rate: number;
  #frames: Int16Array[] = [];
  #length = 0;
  #speaking = false;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** 'start' when a piece begins, its samples (full scale 1) when it ends, undefined otherwise. */
  push(samples: Int16Array, state: GateState): 'start' | Float32Array | undefined {
    this.#frames.push(samples.slice());
    this.#length += samples.length;
    if (!this.#speaking) {
      if (state.sound) {
        this.#speaking = true;
        return 'start';
      }
      this.#forget();
      return undefined;
    }
    if (state.quiet < END_AFTER_MS && this.#length < (LONGEST_MS / 1000) * this.#rate) return undefined;
    this.#speaking = false;
    const piece = new Float32Array(this.#length);
    let at = 0;
    for (const frame of this.#frames) for (const x of frame) piece[at++] = x / 32_768;
    this.#frames = [];
    this.#length = 0;
    return piece;
  }

  /** Drops what lies further back than the lead. */
  #forget(): void {
    const keep = (LEAD_MS / 1000) * this.#rate;
    while (this.#length - (this.#frames[0]?.length ?? 0) >= keep && this.#frames.length > 1)
      this.#length -= this.#frames.shift()?.length ?? 0;
  }
}
