import { msToSamples, rigPos, type RigPos, type Samples } from '../../src/time/position.js';
import type { AgentAction, SoundStart } from './behaviour.js';

/** An interrupted voice ends in so long, so that it stops without a click. */
const FADE_OUT = msToSamples(5);

/** How a sound came to its end. */
export interface Ending {
  /** One past its last sample. */
  readonly at: RigPos;
  /** Interrupted, and not said to its end. */
  readonly cut: boolean;
  /** How much of it was said. */
  readonly said: Samples;
}

/** Says one thing at a time, sample-accurately, and logs where it began and stopped. */
export class Mouth {
  readonly #log: AgentAction[];
  #voice: Float32Array | undefined;
  #start: RigPos = rigPos(0);
  #stopAt = Infinity;
  /** Samples before this one have been handed out and cannot be taken back. */
  #filledTo = -Infinity;

  constructor(log: AgentAction[]) {
    this.#log = log;
  }

  get speaking(): boolean {
    return this.#voice !== undefined;
  }

  /** First sample of what it is saying; undefined while it says nothing. */
  get since(): RigPos | undefined {
    return this.#voice && this.#start;
  }

  /** Begins to say it at a position of the frame that is about to be filled, or later. */
  say(at: RigPos, voice: Float32Array, as: SoundStart = 'speak'): void {
    this.#voice = voice;
    this.#start = at;
    this.#stopAt = at + voice.length;
    this.#log.push({ what: as, at });
  }

  /** The last sample comes before `at`, after a fade. What is out already is out: then it ends as soon as it can. */
  interrupt(at: RigPos): void {
    this.#stopAt = Math.min(this.#stopAt, Math.max(at, this.#filledTo + FADE_OUT));
  }

  /** @returns how the sound ended, when it did in this frame. */
  fill(at: RigPos, pcm: Float32Array): Ending | undefined {
    pcm.fill(0);
    const filledTo = at + pcm.length;
    this.#filledTo = filledTo;
    const voice = this.#voice;
    if (!voice) return undefined;
    const from = Math.max(0, this.#start - at);
    const to = Math.min(pcm.length, this.#stopAt - at);
    const cut = this.#stopAt < this.#start + voice.length;
    for (let i = from; i < to; i++) {
      const left = this.#stopAt - at - i;
      const gain = cut && left < FADE_OUT ? left / FADE_OUT : 1;
      pcm[i] = (voice[at + i - this.#start] ?? 0) * gain;
    }
    if (this.#stopAt > filledTo) return undefined;
    const stop = rigPos(this.#stopAt);
    this.#log.push({ what: 'stop', at: stop });
    this.#voice = undefined;
    return { at: stop, cut, said: stop - this.#start };
  }

  /** Falls silent at once, at the start of a frame that will not be filled. */
  drop(at: RigPos): void {
    if (this.#voice) this.#log.push({ what: 'stop', at });
    this.#voice = undefined;
  }
}
