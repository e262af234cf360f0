import { msToSamples, shift, type RigPos } from '../../src/time/position.js';
import { LevelEar } from './level-ear.js';
import type { Script, ScriptTurn } from './script.js';

/** Turns lie 500 ms apart at the least; sound within this of a turn's end is still that turn's. */
const SAME_TURN = msToSamples(150);

/** A turn of the script that has begun. */
export interface HeardTurn extends ScriptTurn {
  readonly index: number;
  /** First voiced sample, as heard. */
  readonly start: RigPos;
  /** One past the last: known from the script as soon as it has begun. */
  readonly end: RigPos;
}

/** Hears the turns of a script come, one after another, by level alone: which one it is follows from the order. */
export class ScriptedEar {
  readonly #ear = new LevelEar();
  readonly #script: Script;
  #turn: HeardTurn | undefined;

  constructor(script: Script) {
    this.#script = script;
  }

  /** The turn that goes on, or was heard last. */
  get turn(): HeardTurn | undefined {
    return this.#turn;
  }

  /** @returns the turn that was found to have begun in this stretch. */
  push(at: RigPos, pcm: Float32Array): HeardTurn | undefined {
    this.#ear.push(at, pcm);
    const { onset } = this.#ear;
    if (onset === undefined || (this.#turn !== undefined && onset < this.#turn.end + SAME_TURN)) return undefined;
    const index = this.#turn === undefined ? 0 : this.#turn.index + 1;
    const next = this.#script[index];
    if (next === undefined) return undefined;
    this.#turn = { ...next, index, start: onset, end: shift(onset, next.length) };
    return this.#turn;
  }
}
