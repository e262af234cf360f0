/** Windows counted by their verdicts. */
import { count, type Counted, type WindowRef } from './counted.js';
import type { Tally, WindowScore } from './model.js';

export const NO_WINDOWS: Tally = { pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 };

const FIELD = { pass: 'pass', fail: 'fail', 'within-uncertainty': 'withinUncertainty', unscored: 'unscored' } as const;

export function addWindow(tally: Tally, { verdict }: Pick<WindowScore, 'verdict'>): Tally {
  const field = FIELD[verdict];
  return { ...tally, [field]: tally[field] + 1 };
}

/** Which windows passed, failed and so on. */
export class VerdictLists {
  readonly #lists: Readonly<Record<keyof Tally, WindowRef[]>> = { pass: [], fail: [], withinUncertainty: [], unscored: [] };

  add({ verdict }: Pick<WindowScore, 'verdict'>, ref: WindowRef): void {
    this.#lists[FIELD[verdict]].push(ref);
  }

  tally(): { readonly [K in keyof Tally]: Counted<number> } {
    const { pass, fail, withinUncertainty, unscored } = this.#lists;
    return { pass: count(pass), fail: count(fail), withinUncertainty: count(withinUncertainty), unscored: count(unscored) };
  }
}
