import type { RigPos, Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';

/** Speaks first, once it hears the room, then answers. A user who barges into the greeting is let speak. */
export class Greets extends Answering {
  readonly #after: Samples;
  readonly #greeting: Float32Array;
  #greeted = false;

  constructor(options: BehaviourOf<'greets'>, voice: Float32Array, greeting: Float32Array) {
    super(options, voice);
    this.#after = options.after;
    this.#greeting = greeting;
  }

  protected override get free(): boolean {
    return super.free && this.#greeted;
  }

  protected override before(at: RigPos, length: Samples): void {
    const { from } = this.ear;
    if (this.#greeted || from === undefined || from + this.#after >= at + length) return;
    this.#greeted = true;
    this.mouth.say(Math.max(at, from + this.#after) as RigPos, this.#greeting, 'greet');
  }
}
