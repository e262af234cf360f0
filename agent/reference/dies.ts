import type { RigPos } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { Departure } from './behaviour.js';
import type { BehaviourOf } from './catalogue.js';

/** Is gone in the middle of its first answer, from the first frame on that begins `after` its onset. */
export class Dies extends Answering {
  readonly #options: BehaviourOf<'dies'>;
  #due: RigPos | undefined;
  #gone: Departure | undefined;

  constructor(options: BehaviourOf<'dies'>, voice: Float32Array) {
    super(options, voice);
    this.#options = options;
  }

  get gone(): Departure | undefined {
    return this.#gone;
  }

  protected override answer(at: RigPos): void {
    this.#due ??= (at + this.#options.after) as RigPos;
    super.answer(at);
  }

  override speak(at: RigPos, pcm: Float32Array): void {
    if (this.#due !== undefined && at >= this.#due && this.#gone === undefined) {
      const { how } = this.#options;
      this.mouth.drop(at);
      this.actions.push({ what: how === 'leave' ? 'left' : 'track-gone', at });
      this.#gone = { how, at };
    }
    if (this.#gone === undefined) super.speak(at, pcm);
    else pcm.fill(0);
  }
}
