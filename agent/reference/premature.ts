import type { RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour, ReferenceBehaviour } from './behaviour.js';
import { LevelEar, SHORTEST_SILENCE } from './level-ear.js';
import { Mouth } from './mouth.js';

/** Takes every pause of `pause` for the end of the turn, replies into it, and never yields: the agent that cuts in. */
export class Premature implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new LevelEar();
  readonly #mouth = new Mouth(this.actions);
  readonly #pause: number;
  readonly #voice: Float32Array;
  #onset: RigPos | undefined;
  #answered = -Infinity;

  constructor({ pause }: ReferenceBehaviour, voice: Float32Array) {
    this.#pause = pause;
    this.#voice = voice;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.#ear.push(at, pcm);
    const { onset } = this.#ear;
    if (onset === undefined || onset === this.#onset) return;
    this.#onset = onset;
    this.actions.push({ what: 'heard-onset', at: onset });
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const { end } = this.#ear;
    if (!this.#mouth.speaking && end !== undefined && end > this.#answered && at - end >= SHORTEST_SILENCE) {
      const due = Math.max(at, end + this.#pause) as RigPos;
      if (due < at + pcm.length) {
        this.#answered = end;
        this.actions.push({ what: 'heard-end', at: end });
        this.#mouth.say(due, this.#voice);
      }
    }
    this.#mouth.fill(at, pcm);
  }
}
