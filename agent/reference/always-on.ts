import type { RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';

/** Talks from its first frame to its last, whatever it hears. */
export class AlwaysOn implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #voice: Float32Array;
  #start: RigPos | undefined;

  constructor(voice: Float32Array) {
    this.#voice = voice;
  }

  hear(): void {
    // It does not listen.
  }

  speak(at: RigPos, pcm: Float32Array): void {
    if (this.#start === undefined) {
      this.#start = at;
      this.actions.push({ what: 'speak', at });
    }
    const { length } = this.#voice;
    const from = at - this.#start;
    for (let i = 0; i < pcm.length; i++) pcm[i] = this.#voice[(from + i) % length] ?? 0;
  }
}
