import type { RigPos, Samples } from '../../src/time/position.js';
import { Answering } from './answering.js';
import type { BehaviourOf } from './catalogue.js';
import type { Ending } from './mouth.js';

/** Stops so long after somebody began to talk over it, and keeps silent: what stopped it is not answered, the next turn is. */
export class Stops extends Answering {
  readonly #stop: Samples;
  #stopped = false;

  constructor(options: BehaviourOf<'stops-after' | 'stops-on-backchannel'>, voice: Float32Array) {
    super(options, voice);
    this.#stop = options.stop;
  }

  protected override interrupted(since: RigPos, now: RigPos): void {
    this.yield(now, Math.max(now, since + this.#stop) as RigPos);
  }

  protected override ended(ending: Ending): void {
    this.#stopped = ending.cut;
    super.ended(ending);
  }

  protected override answer(at: RigPos): void {
    if (!this.#stopped) {
      super.answer(at);
      return;
    }
    this.#stopped = false;
    this.actions.push({ what: 'ignore', at });
  }
}
