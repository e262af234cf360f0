import { msToSamples, shift, type RigPos } from '../../src/time/position.js';
import type { AgentAction } from './behaviour.js';
import { LevelEar } from './level-ear.js';

/** A human who has been silent for so long has stopped talking over the agent. */
const OVER_AGAIN = msToSamples(1_000);

/** The ear of a behaviour core: notes what humans begin to say, and adds up what they say over the agent's own speech. */
export class Listener {
  readonly #ear = new LevelEar();
  readonly #log: AgentAction[];
  #onset: RigPos | undefined;
  #voicedMs = 0;
  /** Start of the agent's own sound that `overMs` counts against. */
  #own: RigPos | undefined;
  #overSince: RigPos | undefined;
  #overMs = 0;
  #from: RigPos | undefined;

  constructor(log: AgentAction[]) {
    this.#log = log;
  }

  /** First voiced sample of the utterance that goes on or was heard last; utterances lie more than 200 ms apart. */
  get onset(): RigPos | undefined {
    return this.#ear.onset;
  }

  /** One past the last voiced sample heard so far. */
  get end(): RigPos | undefined {
    return this.#ear.end;
  }

  /** Voiced milliseconds of that utterance. */
  get voicedMs(): number {
    return this.#ear.voicedMs;
  }

  /** First sample that it heard at all, voiced or not. */
  get from(): RigPos | undefined {
    return this.#from;
  }

  /** First voiced sample of what a human says over the agent's present sound; undefined while nobody does. */
  get overSince(): RigPos | undefined {
    return this.#overSince;
  }

  /** How much of it was voiced, ms. */
  get overMs(): number {
    return this.#overMs;
  }

  /** @param own first sample of the agent's own sound, while it makes one. */
  push(at: RigPos, pcm: Float32Array, own: RigPos | undefined): void {
    this.#from ??= at;
    this.#ear.push(at, pcm);
    const { onset, end, voicedMs } = this.#ear;
    if (onset !== undefined && onset !== this.#onset) {
      this.#onset = onset;
      this.#voicedMs = 0;
      this.#log.push({ what: 'heard-onset', at: onset });
    }
    const silent = end === undefined || shift(at, pcm.length) - end > OVER_AGAIN;
    if (own !== this.#own || silent) {
      this.#own = own;
      this.#overSince = undefined;
      this.#overMs = 0;
    }
    const more = voicedMs - this.#voicedMs;
    this.#voicedMs = voicedMs;
    if (own === undefined || onset === undefined || more <= 0 || at + pcm.length <= own) return;
    this.#overSince ??= Math.max(onset, own) as RigPos;
    this.#overMs += more;
  }
}
