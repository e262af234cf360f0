import { msToSamples, rigPos, shift, type RigPos } from '../../src/time/position.js';
import type { AgentAction } from './behaviour.js';

/** An interrupted voice ends in so long, so that it stops without a click. */
const FADE_OUT = msToSamples(5);

/** Says one thing at a time, sample-accurately, and logs where it began and stopped. */
export class Mouth {
  readonly #log: AgentAction[];
  #voice: Float32Array | undefined;
  #start: RigPos = rigPos(0);
  #stopAt = Infinity;

  constructor(log: AgentAction[]) {
    this.#log = log;
  }

  get speaking(): boolean {
    return this.#voice !== undefined;
  }

  /** Begins to say it at a position of the frame that is about to be filled, or later. */
  say(at: RigPos, voice: Float32Array): void {
    this.#voice = voice;
    this.#start = at;
    this.#stopAt = at + voice.length;
    this.#log.push({ what: 'speak', at });
  }

  /** Fades out from `at` on. */
  interrupt(at: RigPos): void {
    this.#stopAt = Math.min(this.#stopAt, at + FADE_OUT);
  }

  fill(at: RigPos, pcm: Float32Array): void {
    pcm.fill(0);
    const voice = this.#voice;
    if (!voice) return;
    const from = Math.max(0, this.#start - at);
    const to = Math.min(pcm.length, this.#stopAt - at);
    const cut = this.#stopAt < this.#start + voice.length;
    for (let i = from; i < to; i++) {
      const left = this.#stopAt - at - i;
      const gain = cut && left < FADE_OUT ? left / FADE_OUT : 1;
      pcm[i] = (voice[at + i - this.#start] ?? 0) * gain;
    }
    if (this.#stopAt > at + pcm.length) return;
    this.#log.push({ what: 'stop', at: shift(rigPos(this.#stopAt), 0) });
    this.#voice = undefined;
  }
}
