import type { RigPos } from '../../src/time/position.js';
import { Answering, type AnsweringOptions } from './answering.js';

/** Answers, beside a second track of something that is no speech and goes on and on. */
export class TwoTracks extends Answering {
  readonly #sound: Float32Array;

  constructor(options: AnsweringOptions, voice: Float32Array, sound: Float32Array) {
    super(options, voice);
    this.#sound = sound;
  }

  readonly ambience = (at: RigPos, pcm: Float32Array): void => {
    const { length } = this.#sound;
    // Positions may be negative; the sound goes on through zero.
    for (let i = 0; i < pcm.length; i++) pcm[i] = this.#sound[(((at + i) % length) + length) % length] ?? 0;
  };
}
