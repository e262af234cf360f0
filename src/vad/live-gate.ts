/** The causal level gate: the earliest sign of any sound on a track, before anything can say whether it is speech. */
import { msToSamples, type RigPos } from '../time/position.js';

/** Samples of a block: 4 ms at 48 kHz, an eighth of a detector's frame. */
export const BLOCK = 192;

/** Sound is this far above the floor, and never less than that, dB (as in sounds.ts). */
const OVER_FLOOR_DB = 10;
const LEAST_DB = -60;
/** The floor falls at once and rises by this a second, up to the bound; a track that begins in steady noise is told apart after some seconds. */
const RISE_DB_A_BLOCK = (6 * BLOCK) / 48_000;
const HIGHEST_FLOOR_DB = -45;
const LOWEST_FLOOR_DB = -70;
/** Blocks in a row over the gate that make a sound: a single one may be a click. */
const BLOCKS_TO_FIRE = 2;
/** Quiet after which the next sound is a new one. */
const REARM = msToSamples(200);

/** A block's level and place. */
export interface Block {
  readonly from: RigPos;
  readonly to: RigPos;
  readonly db: number;
}

export class LiveGate {
  #floor = LOWEST_FLOOR_DB;
  #over = 0;
  #since: RigPos | undefined;
  /** End of the last block over the gate. */
  #lastSound = -Infinity;
  #armed = true;

  /** Level from which on a block is a sound, dB. */
  get threshold(): number {
    return Math.max(LEAST_DB, this.#floor + OVER_FLOOR_DB);
  }

  /** Takes the next block; gives the start of a new sound when this block makes it one. */
  block(block: Block): RigPos | undefined {
    const isSound = block.db > this.threshold;
    // Digital silence is a hole or nothing sent: it says nothing about the floor.
    if (block.db > LOWEST_FLOOR_DB) this.#floor = Math.min(HIGHEST_FLOOR_DB, block.db, this.#floor + RISE_DB_A_BLOCK);
    this.#floor = Math.max(LOWEST_FLOOR_DB, this.#floor);
    if (!isSound) {
      this.#over = 0;
      if (block.to - this.#lastSound >= REARM) this.#armed = true;
      return undefined;
    }
    if (this.#over === 0) this.#since = block.from;
    this.#over++;
    this.#lastSound = block.to;
    if (!this.#armed || this.#over < BLOCKS_TO_FIRE) return undefined;
    this.#armed = false;
    return this.#since;
  }
}
