import type { RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import { Listener } from './listener.js';

/** Hears and says nothing: its track carries digital silence. */
export class Silent implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new Listener(this.actions);

  hear(at: RigPos, pcm: Float32Array): void {
    this.#ear.push(at, pcm, undefined);
  }

  speak(_at: RigPos, pcm: Float32Array): void {
    pcm.fill(0);
  }
}
