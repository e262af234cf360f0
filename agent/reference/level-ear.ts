import { msToSamples, rigPos, shift, type RigPos } from '../../src/time/position.js';

/** Level of a 1 ms hop above which it is voiced: 20 dB under the clips' active level of -26 dBFS (src/media/voiced.ts). */
const VOICED_ABOVE_DB = -46;
const VOICED_POWER = 10 ** (VOICED_ABOVE_DB / 10);
const HOP = msToSamples(1);
/** Hops that must be voiced before it is somebody speaking and not a click. */
const SPEECH_HOPS = 20;
/** A silence of so many hops ends an utterance: the next voiced hop begins another one. */
const UTTERANCE_GAP_HOPS = 200;

/** Nothing can be taken for an end before so much silence was heard: shorter delays than this are out of reach. */
export const SHORTEST_SILENCE = msToSamples(60);

interface Utterance {
  readonly onset: RigPos;
  end: RigPos;
  voicedMs: number;
}

/** Hears by level alone, to the millisecond: who is known to play clean clips needs no model to say when they are voiced. */
export class LevelEar {
  /** What may still be a click. */
  #candidate: Utterance | undefined;
  #utterance: Utterance | undefined;
  #rest: Float32Array = new Float32Array(0);
  #heardTo: RigPos | undefined;

  /** Start of the utterance that goes on or was heard last; undefined while nothing but clicks was heard. */
  get onset(): RigPos | undefined {
    return this.#utterance?.onset;
  }

  /** One past the last voiced sample of that utterance. */
  get end(): RigPos | undefined {
    return this.#utterance?.end;
  }

  /** Voiced milliseconds of that utterance so far. */
  get voicedMs(): number {
    return this.#utterance?.voicedMs ?? 0;
  }

  push(at: RigPos, pcm: Float32Array): void {
    const joined = this.#heardTo === at && this.#rest.length > 0 ? concat(this.#rest, pcm) : pcm;
    const from = at + pcm.length - joined.length;
    const whole = joined.length - (joined.length % HOP);
    for (let i = 0; i < whole; i += HOP) if (power(joined, i) >= VOICED_POWER) this.#voiced(rigPos(from + i));
    this.#rest = joined.slice(whole);
    this.#heardTo = shift(at, pcm.length);
  }

  #voiced(at: RigPos): void {
    let current = this.#candidate;
    if (current === undefined || at - current.end > UTTERANCE_GAP_HOPS * HOP) {
      current = { onset: at, end: at, voicedMs: 0 };
      this.#candidate = current;
    }
    current.voicedMs += 1;
    current.end = shift(at, HOP);
    if (current.voicedMs >= SPEECH_HOPS) this.#utterance = current;
  }
}

function power(samples: Float32Array, from: number): number {
  let sum = 0;
  for (let i = from; i < from + HOP; i++) {
    const x = samples[i] ?? 0;
    sum += x * x;
  }
  return sum / HOP;
}

function concat(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
