import type { RigPos, Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';
import type { Ending } from './mouth.js';

/** Stops at whatever is said over it, and comes back: with the rest of its answer (`resumes`), or with all of it again (`restarts`). */
export class Returns extends Answering {
  readonly #stop: Samples;
  readonly #pause: Samples;
  readonly #as: 'resume' | 'restart';
  #back: { readonly at: RigPos; readonly from: Samples } | undefined;
  /** Came back in this answer, and is not stopped again. */
  #returned = false;

  constructor(options: BehaviourOf<'resumes'> | BehaviourOf<'restarts'>, voice: Float32Array) {
    super(options, voice);
    this.#stop = options.stop;
    this.#as = options.name === 'resumes' ? 'resume' : 'restart';
    this.#pause = options.name === 'resumes' ? options.resume : options.restart;
  }

  protected override get free(): boolean {
    return super.free && this.#back === undefined;
  }

  protected override interrupted(since: RigPos, now: RigPos): void {
    if (!this.#returned) this.yield(now, Math.max(now, since + this.#stop) as RigPos);
  }

  protected override ended({ at, cut, said }: Ending): void {
    if (cut) this.#back = { at: (at + this.#pause) as RigPos, from: this.#as === 'resume' ? said : 0 };
    // It had its say: what was said meanwhile goes unanswered.
    else this.forget(at);
  }

  protected override before(at: RigPos, length: Samples): void {
    if (this.#back === undefined || this.#back.at >= at + length) return;
    this.mouth.say(Math.max(at, this.#back.at) as RigPos, this.voice.subarray(this.#back.from), this.#as);
    this.#back = undefined;
    this.#returned = true;
  }

  protected override answer(at: RigPos): void {
    this.#returned = false;
    super.answer(at);
  }
}
