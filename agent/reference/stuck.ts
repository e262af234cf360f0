import type { RigPos } from '../../src/time/position.js';
import { Answering } from './answering.js';

/** Yields to the first barge-in, and never speaks again. */
export class Stuck extends Answering {
  #stuck = false;

  protected override get free(): boolean {
    return super.free && !this.#stuck;
  }

  protected override interrupted(since: RigPos, now: RigPos): void {
    this.#stuck = true;
    super.interrupted(since, now);
  }
}
