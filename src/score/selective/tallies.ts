/** One score's windows by scene. */
import { rateOf } from '../../stats/rate.js';
import { count, type WindowRef, type WithWindows } from '../counted.js';
import type { Verdict } from '../model.js';
import { roundedRate } from '../statistics/rounding.js';
import type { SelectiveRate } from './model.js';

export class SceneTally {
  readonly #scenes = new Map<string, { readonly pass: WindowRef[]; readonly of: WindowRef[] }>();
  readonly #withinUncertainty: WindowRef[] = [];
  readonly #unscored: WindowRef[] = [];

  add(scene: string, verdict: Verdict, at: WindowRef): void {
    if (verdict === 'within-uncertainty') this.#withinUncertainty.push(at);
    else if (verdict === 'unscored') this.#unscored.push(at);
    else {
      const cell = this.#scenes.get(scene) ?? { pass: [], of: [] };
      this.#scenes.set(scene, cell);
      cell.of.push(at);
      if (verdict === 'pass') cell.pass.push(at);
    }
  }

  rate(): WithWindows<SelectiveRate> {
    const cells = [...this.#scenes.values()];
    const clusters = [...this.#scenes].map(([cluster, { pass, of }]) => ({ cluster, successes: pass.length, windows: of.length }));
    return {
      ...roundedRate(rateOf(clusters)),
      successes: count(cells.flatMap(({ pass }) => pass)),
      windows: count(cells.flatMap(({ of }) => of)),
      withinUncertainty: count(this.#withinUncertainty),
      unscored: count(this.#unscored),
    };
  }
}
