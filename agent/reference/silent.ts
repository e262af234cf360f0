import type { RigPos } from '../../src/time/position.js';
import type { AgentAction, AgentBehaviour } from './behaviour.js';
import { LevelEar } from './level-ear.js';

/** Hears and says nothing: its track carries digital silence. */
export class Silent implements AgentBehaviour {
  readonly actions: AgentAction[] = [];
  readonly #ear = new LevelEar();

  hear(at: RigPos, pcm: Float32Array): void {
    const before = this.#ear.onset;
    this.#ear.push(at, pcm);
    const { onset } = this.#ear;
    if (onset !== undefined && onset !== before) this.actions.push({ what: 'heard-onset', at: onset });
  }

  speak(_at: RigPos, pcm: Float32Array): void {
    pcm.fill(0);
  }
}
