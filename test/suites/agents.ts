/** Three agents of known behaviour, and what the suites of premature replies must tell of each. */
import { behaviourOf } from '../../agent/reference/catalogue.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionScore } from '../../src/score/model.js';
import { judgedTurn, pausesOf } from './own-suites.js';

/** Between two values of every sweep, and far from both: an ear by level hears a word end some tens of milliseconds late. */
export const THRESHOLD_MS = 850;

export const AGENTS = {
  /** Waits longer than any pause, and answers in time. */
  patient: behaviourOf('answer-after', { delay: 2500 }),
  premature: behaviourOf('premature', { pause: THRESHOLD_MS }),
  silent: behaviourOf('silent'),
} as const;

export interface Told {
  readonly outcome: SessionScore['outcome'];
  /** Whether a pause of the judged turn was cut into. */
  readonly cut: boolean;
  /** Windows that failed, and those of cutoffs and replies that nothing was said of; after a cut they are not asked for. */
  readonly failed: readonly string[];
  readonly undecided: readonly string[];
}

export function told({ outcome, windows }: SessionScore, turn: string): Told {
  const cut = windows.some((one) => one.turn === turn && one.measure === 'false-cutoff' && one.verdict === 'fail');
  const asked = cut ? [] : windows.filter(({ measure }) => measure === 'false-cutoff' || measure === 'reply' || measure === 'double-reply');
  return {
    outcome,
    cut,
    failed: asked.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
    // Who said nothing gave no first reply, and so no second one.
    undecided: asked
      .filter(({ verdict, measure }) => verdict !== 'pass' && verdict !== 'fail' && measure !== 'double-reply')
      .map(({ id }) => id),
  };
}

/** What follows from how the agent is made and from the pauses that the turn really has. */
export function wanted(scene: CompiledScene, agent: keyof typeof AGENTS): Told {
  const cut = agent === 'premature' && pausesOf(judgedTurn(scene)).some((pause) => pause > THRESHOLD_MS);
  return {
    outcome: 'scored',
    cut,
    failed: agent === 'silent' ? scene.turns.map(({ id }) => `${id}/reply`) : [],
    undecided: [],
  };
}
