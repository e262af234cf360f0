/** Answers every turn once, each after a delay of its own, with a voice that begins hard. */
import type { RigPos, Samples } from '../../../src/time/position.js';
import { shift } from '../../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from '../behaviour.js';
import { LevelEar, SHORTEST_SILENCE } from '../level-ear.js';
import { Mouth } from '../mouth.js';

export class Answering implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new LevelEar();
  readonly #mouth = new Mouth(this.actions);
  readonly #delay: (turn: number) => Samples;
  readonly #voice: (turn: number) => Float32Array;
  #answered = -Infinity;
  #turn = 0;

  /** @param delay of a turn, from the last voiced sample that was heard. @param voice what it says then. */
  constructor(delay: (turn: number) => Samples, voice: (turn: number) => Float32Array) {
    this.#delay = delay;
    this.#voice = voice;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.#ear.push(at, pcm);
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const { end } = this.#ear;
    if (!this.#mouth.speaking && end !== undefined && end > this.#answered && at - end >= SHORTEST_SILENCE) {
      const due = Math.max(at, shift(end, this.#delay(this.#turn))) as RigPos;
      if (due < at + pcm.length) {
        this.#answered = end;
        this.#mouth.say(due, this.#voice(this.#turn));
        this.#turn++;
      }
    }
    this.#mouth.fill(at, pcm);
  }
}
