/** An agent that does what a case's report tells: it speaks at given distances from what it hears, whatever that is. */
import { LevelEar } from '../../agent/reference/level-ear.js';
import type { AgentAction, AgentBehaviour } from '../../agent/reference/behaviour.js';
import { speechLike } from '../../agent/reference/speech-like.js';
import { msToSamples, rigPos, type RigPos } from '../../src/time/position.js';

/** Pauses inside a sentence are shorter. */
const PARTS = msToSamples(400);

export interface Line {
  /** Which stretch of human speech it reacts to, from 0; silences of 400 ms part them. */
  readonly to: number;
  readonly edge: 'onset' | 'end';
  /** From that edge to its own onset, ms; after an end at least 400. */
  readonly after: number;
  readonly speak: number;
}

export class ScriptedAgent implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new LevelEar();
  readonly #heard: { onset: RigPos; end: RigPos }[] = [];
  readonly #lines: { readonly line: Line; readonly voice: Float32Array; start: RigPos | undefined }[];

  constructor(lines: readonly Line[]) {
    this.#lines = lines.map((line, i) => ({ line, voice: speechLike(msToSamples(line.speak), i + 1), start: undefined }));
  }

  hear(at: RigPos, pcm: Float32Array): void {
    this.#ear.push(at, pcm);
    const { onset, end } = this.#ear;
    if (onset === undefined || end === undefined) return;
    const last = this.#heard.at(-1);
    if (last && onset - last.end < PARTS) last.end = end;
    else this.#heard.push({ onset, end });
  }

  speak(at: RigPos, pcm: Float32Array): void {
    pcm.fill(0);
    for (const one of this.#lines) {
      const { line, voice } = one;
      const edge = this.#heard[line.to]?.[line.edge];
      if (one.start === undefined && edge !== undefined) {
        const due = edge + msToSamples(line.after);
        if (due < at + pcm.length) one.start = rigPos(Math.max(at, due));
      }
      if (one.start === undefined) continue;
      for (let i = Math.max(0, one.start - at); i < pcm.length && at + i - one.start < voice.length; i++)
        pcm[i] = (pcm[i] ?? 0) + (voice[at + i - one.start] ?? 0);
    }
  }
}
