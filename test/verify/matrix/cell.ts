/** One cell of the matrix: what the truth says of a session's windows, held against what the scorer says. */
import type { Play } from './play.js';
import { surelyExpected, type Sure } from './rules.js';

export interface Disagreement {
  readonly window: string;
  readonly truth: Sure | 'no such window';
  readonly scorer: string;
}

export interface Cell {
  readonly agent: string;
  readonly scene: string;
  /**
   * decided: the truth gives a verdict on at least one window, or says that the agent failed. open: on none (nothing applies, or all is too
   * close to call). invalid: the rig spoiled the session.
   */
  readonly state: 'decided' | 'open' | 'invalid';
  readonly passed: number;
  readonly failed: number;
  /** Windows too close to call, and those whose schedule the live ear had set otherwise than the waveform would have. */
  readonly close: number;
  readonly diverged: number;
  readonly wrong: readonly Disagreement[];
  /** Why it is invalid or what the agent's failure was. */
  readonly note: string;
}

/** The schedule went by the live ear, the waveform says otherwise: such windows are nobody's (measurement.md, Outcomes). */
const DIVERGED = 'schedule diverged';
/** Nothing could be scored, and it is the schedule's doing. */
const NOTHING = 'nothing could be scored';

/** @param margin ms within which the truth does not decide: what the rig may be off by, and the length of an edge. */
export function judge({ agent, scene, score, truth }: Play, margin: number): Cell {
  const base = { agent, scene, passed: 0, failed: 0, close: 0, diverged: 0, wrong: [] as Disagreement[], note: score.reason };
  const expected = surelyExpected(truth, margin);
  const rights = [...expected.values()];
  const undecided = rights.every((right) => right === 'unscored');
  // The scene never began: nothing of it can be held against anybody.
  if (truth.played.length === 0) return { ...base, state: 'invalid' };
  // What the rig spoiled counts for nobody, whatever the agent did in it.
  if (score.outcome === 'rig_invalid' && !score.reason.startsWith(NOTHING)) return { ...base, state: 'invalid' };
  if (truth.left) return { ...base, state: 'decided', wrong: outcome(score.outcome, 'agent_failure') };
  if (score.outcome === 'rig_invalid') {
    // The rig may say so where the truth too has nothing to say; where it has, it must have another reason.
    const unfounded = !rights.includes('close') && !undecided && !score.reason.includes(DIVERGED);
    return { ...base, state: unfounded ? 'decided' : 'invalid', wrong: unfounded ? outcome(score.outcome, 'scored') : [] };
  }
  const mute =
    truth.sounds.length === 0 && rights.length > 0 && undecided && truth.scene.turns.some(({ expect }) => NEEDS_SPEECH.has(expect.kind));
  if (mute || score.outcome === 'agent_failure')
    return { ...base, state: 'decided', wrong: outcome(score.outcome, mute ? 'agent_failure' : 'scored') };
  const cell = { ...base };
  const windows = new Map(score.windows.map((window) => [window.id, window]));
  for (const id of new Set([...expected.keys(), ...windows.keys()])) {
    const right = expected.get(id);
    const window = windows.get(id);
    if (right === 'close') cell.close += 1;
    else if (window?.verdict === 'unscored' && window.reason.startsWith(DIVERGED)) cell.diverged += 1;
    else if (right !== undefined && window?.verdict === right) {
      if (right === 'pass') cell.passed += 1;
      if (right === 'fail') cell.failed += 1;
    } else
      cell.wrong.push({
        window: id,
        truth: right ?? 'no such window',
        scorer: window ? `${window.verdict}: ${window.reason}` : 'no such window',
      });
  }
  return { ...cell, state: cell.passed + cell.failed + cell.wrong.length > 0 ? 'decided' : 'open' };
}

const NEEDS_SPEECH = new Set(['reply', 'yield', 'continue']);

function outcome(scorer: string, right: string): Disagreement[] {
  return scorer === right ? [] : [{ window: 'session', truth: 'no such window', scorer: `${scorer}, not ${right}` }];
}
