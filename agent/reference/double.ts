import type { RigPos, Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';
import type { Ending } from './mouth.js';

/** Says every answer twice. One that it was made to stop is not repeated. */
export class Double extends Answering {
  readonly #gap: Samples;
  #again: RigPos | undefined;
  #repeating = false;

  constructor(options: BehaviourOf<'double'>, voice: Float32Array) {
    super(options, voice);
    this.#gap = options.gap;
  }

  protected override get free(): boolean {
    return super.free && this.#again === undefined;
  }

  protected override before(at: RigPos, length: Samples): void {
    if (this.#again === undefined || this.#again >= at + length) return;
    this.mouth.say(Math.max(at, this.#again) as RigPos, this.voice);
    this.#again = undefined;
    this.#repeating = true;
  }

  protected override ended(ending: Ending): void {
    super.ended(ending);
    if (!this.#repeating && !ending.cut) this.#again = (ending.at + this.#gap) as RigPos;
    this.#repeating = false;
  }
}
