/** Windows counted by their verdicts. */
import type { Tally, WindowScore } from './model.js';

export const NO_WINDOWS: Tally = { pass: 0, fail: 0, withinUncertainty: 0, unscored: 0 };

export function addWindow(tally: Tally, window: Pick<WindowScore, 'verdict'>): Tally {
  switch (window.verdict) {
    case 'pass':
      return { ...tally, pass: tally.pass + 1 };
    case 'fail':
      return { ...tally, fail: tally.fail + 1 };
    case 'within-uncertainty':
      return { ...tally, withinUncertainty: tally.withinUncertainty + 1 };
    case 'unscored':
      return { ...tally, unscored: tally.unscored + 1 };
  }
}

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    pass: a.pass + b.pass,
    fail: a.fail + b.fail,
    withinUncertainty: a.withinUncertainty + b.withinUncertainty,
    unscored: a.unscored + b.unscored,
  };
}
