import { shift, type RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour, ReferenceBehaviour } from './behaviour.js';
import { LevelEar, SHORTEST_SILENCE } from './level-ear.js';
import { Mouth } from './mouth.js';

/** A human who has been voiced for so long while the agent speaks means it: the agent yields. A backchannel is shorter. */
const YIELDS_AFTER_MS = 500;
/** Replies with its onset exactly `delay` after the last voiced sample it heard, once a turn; yields to a barge-in. */
export class AnswerAfter implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new LevelEar();
  readonly #mouth = new Mouth(this.actions);
  readonly #delay: number;
  readonly #voice: Float32Array;
  #onset: RigPos | undefined;
  /** Voiced end of the last turn that was answered. */
  #answered = -Infinity;
  #voicedMs = 0;
  #against = 0;

  constructor({ delay }: ReferenceBehaviour, voice: Float32Array) {
    this.#delay = delay;
    this.#voice = voice;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.#ear.push(at, pcm);
    const { onset, voicedMs } = this.#ear;
    if (onset !== undefined && onset !== this.#onset) {
      this.#onset = onset;
      this.#voicedMs = 0;
      this.actions.push({ what: 'heard-onset', at: onset });
    }
    if (this.#mouth.speaking) this.#against += Math.max(0, voicedMs - this.#voicedMs);
    this.#voicedMs = voicedMs;
    if (this.#against >= YIELDS_AFTER_MS) this.#mouth.interrupt(shift(at, pcm.length));
  }

  speak(at: RigPos, pcm: Float32Array): void {
    const { end } = this.#ear;
    if (!this.#mouth.speaking && end !== undefined && end > this.#answered && at - end >= SHORTEST_SILENCE) {
      const due = Math.max(at, end + this.#delay) as RigPos;
      if (due < at + pcm.length) {
        this.#answered = end;
        this.#against = 0;
        this.actions.push({ what: 'heard-end', at: end });
        this.#mouth.say(due, this.#voice);
      }
    }
    this.#mouth.fill(at, pcm);
  }
}
