/**
 * How every reference agent answers: its onset lies exactly `delay` after the last voiced sample that it heard, once a turn.
 *
 * By itself this is the agent without a fault: it yields to a barge-in and answers it, and speaks on through a backchannel, which it does
 * not answer. The faulty ones override what they do otherwise.
 */
import { samplesToMs, shift, type RigPos, type Samples } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import { SHORTEST_SILENCE } from './level-ear.js';
import { Listener } from './listener.js';
import { Mouth, type Ending } from './mouth.js';

export interface AnsweringOptions {
  readonly delay: Samples;
  /** What a human has said over it, voiced time, from which on it is a barge-in and no backchannel. */
  readonly notice: Samples;
}

export class Answering implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  protected readonly ear = new Listener(this.actions);
  protected readonly mouth = new Mouth(this.actions);
  protected readonly voice: Float32Array;
  readonly #delay: Samples;
  readonly #noticeMs: number;
  /** Voiced end of what has been answered, or will not be. */
  #answered = -Infinity;
  #noticed = false;
  /** End of its last answer: what was said over that is answered no sooner than if it had been said just then. */
  #spokeTo = -Infinity;

  constructor({ delay, notice }: AnsweringOptions, voice: Float32Array) {
    this.#delay = delay;
    this.#noticeMs = samplesToMs(notice);
    this.voice = voice;
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.ear.push(at, pcm, this.mouth.since);
    const { overSince, overMs } = this.ear;
    if (overSince === undefined) this.#noticed = false;
    if (overSince === undefined || this.#noticed || overMs < this.#noticeMs) return;
    this.#noticed = true;
    this.interrupted(overSince, shift(at, pcm.length));
  }

  speak(at: RigPos, pcm: Float32Array): void {
    this.before?.(at, pcm.length);
    const { end } = this.ear;
    if (this.free && end !== undefined && end > this.#answered && at - end >= SHORTEST_SILENCE) {
      const due = Math.max(at, Math.max(end, this.#spokeTo) + (this.wait?.(end) ?? this.#delay)) as RigPos;
      if (due < at + pcm.length) {
        this.#answered = end;
        this.actions.push({ what: 'heard-end', at: end });
        this.answer(due);
      }
    }
    const ending = this.mouth.fill(at, pcm);
    if (ending) this.ended(ending);
  }

  /** Whether it could begin to answer now. */
  protected get free(): boolean {
    return !this.mouth.speaking;
  }

  /** Begins whatever else is due in the frame that is about to be filled. */
  protected before?(at: RigPos, length: Samples): void;

  /** How long it waits after a silence began, instead of `delay`. Asked again and again while the silence lasts. */
  protected wait?(end: RigPos): Samples;

  /** A turn is over, for all it can tell. */
  protected answer(at: RigPos): void {
    this.mouth.say(at, this.voice);
  }

  /** A human means it, and has been talking over it since `since`. Called once for each sound of its own. */
  protected interrupted(_since: RigPos, now: RigPos): void {
    this.yield(now, now);
  }

  /** Its last sample comes before `at`. */
  protected yield(now: RigPos, at: RigPos): void {
    this.actions.push({ what: 'yield', at: now });
    this.mouth.interrupt(at);
  }

  /** A sound of its own has ended. */
  protected ended({ at, cut }: Ending): void {
    this.#spokeTo = at;
    // A backchannel inside its speech was none of its business.
    if (!cut && this.ear.voicedMs < this.#noticeMs) this.forget(at);
  }

  /** What was said before `at` and is over will not be answered. */
  protected forget(at: RigPos): void {
    const { end } = this.ear;
    if (end !== undefined && end <= at) this.#answered = Math.max(this.#answered, end);
  }
}
