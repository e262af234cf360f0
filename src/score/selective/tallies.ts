/** One score's windows by scene. */
import { rateOf } from '../../stats/rate.js';
import type { Verdict } from '../model.js';
import { roundedRate } from '../statistics/rounding.js';
import type { SelectiveRate } from './model.js';

export class SceneTally {
  readonly #scenes = new Map<string, { pass: number; of: number }>();
  #withinUncertainty = 0;
  #unscored = 0;

  add(scene: string, verdict: Verdict): void {
    if (verdict === 'within-uncertainty') this.#withinUncertainty += 1;
    else if (verdict === 'unscored') this.#unscored += 1;
    else {
      const cell = this.#scenes.get(scene) ?? { pass: 0, of: 0 };
      cell.of += 1;
      if (verdict === 'pass') cell.pass += 1;
      this.#scenes.set(scene, cell);
    }
  }

  get withinUncertainty(): number {
    return this.#withinUncertainty;
  }

  /** Windows that passed. */
  get passed(): number {
    return [...this.#scenes.values()].reduce((sum, { pass }) => sum + pass, 0);
  }

  /** Windows that were decided. */
  get decided(): number {
    return [...this.#scenes.values()].reduce((sum, { of }) => sum + of, 0);
  }

  rate(): SelectiveRate {
    const clusters = [...this.#scenes].map(([cluster, { pass, of }]) => ({ cluster, successes: pass, windows: of }));
    return { ...roundedRate(rateOf(clusters)), withinUncertainty: this.#withinUncertainty, unscored: this.#unscored };
  }
}
