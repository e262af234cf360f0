import { msToSamples, type RigPos, type Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';
import type { Ending } from './mouth.js';

/** A user who has been silent for this long is in a pause and does not talk. */
const TALKING = msToSamples(100);

/**
 * Answers, and makes a short sound where it should be silent: once in each utterance, or once in each silence, the one at the end of the
 * turn included (`where`). Never over its own speech.
 */
export class Blurts extends Answering {
  readonly #sound: Float32Array;
  readonly #options: BehaviourOf<'blip' | 'burst'>;
  /** The edge that the last sound went with, or was given up for. */
  #done: RigPos | undefined;
  #blurting = false;

  constructor(options: BehaviourOf<'blip' | 'burst'>, voice: Float32Array, sound: Float32Array) {
    super(options, voice);
    this.#options = options;
    this.#sound = sound;
  }

  protected override before(at: RigPos, length: Samples): void {
    const { onset, end } = this.ear;
    const { where, after, name } = this.#options;
    const edge = where === 'talk' ? onset : end;
    if (edge === undefined || end === undefined || edge === this.#done || edge + after >= at + length) return;
    this.#done = edge;
    const talks = at - end < TALKING;
    if (this.mouth.speaking || talks !== (where === 'talk')) return;
    this.#blurting = true;
    this.mouth.say(Math.max(at, edge + after) as RigPos, this.#sound, name);
  }

  protected override ended(ending: Ending): void {
    if (!this.#blurting) super.ended(ending);
    this.#blurting = false;
  }
}
