import { mulberry32 } from '../../src/scenario/random.js';
import type { RigPos, Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';

/** Takes a pause for the end of the turn, replies into it, and never yields: the agent that cuts in. Each pause is drawn for. */
export class Premature extends Answering {
  readonly #pause: Samples;
  readonly #delay: Samples;
  readonly #probability: number;
  readonly #random: () => number;
  #drawn: { readonly end: RigPos; readonly wait: Samples } | undefined;

  constructor({ pause, delay, probability, seed }: BehaviourOf<'premature'>, voice: Float32Array) {
    // It never yields: what it would take for a barge-in says only which words it has to answer afterwards, and those are all of them.
    super({ delay, notice: 0 }, voice);
    this.#pause = pause;
    this.#delay = delay;
    this.#probability = probability;
    this.#random = mulberry32(seed);
  }

  protected override wait(end: RigPos): Samples {
    if (this.#drawn?.end !== end) {
      this.#drawn = { end, wait: this.#random() < this.#probability ? this.#pause : this.#delay };
    }
    return this.#drawn.wait;
  }

  protected override interrupted(): void {
    // It speaks on.
  }
}
