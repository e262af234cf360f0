/** Values with their uncertainty, and verdicts on them (measurement.md, Outcomes). */
import { samplesToMs, type RigPos, type Samples, type Span } from '../time/position.js';
import { EVIDENCE_AFTER, EVIDENCE_BEFORE } from './constants.js';
import type { Finding } from './input.js';
import type { Value, Verdict, WindowScore } from './model.js';

/** A length on the timeline as the waveform gives it: at its best estimate, and the interval that holds the truth. */
export interface Length {
  readonly at: Samples;
  readonly low: Samples;
  readonly high: Samples;
}

/** From a turn's edge to an agent's edge. `within` is the hole that the agent's edge is only known to lie in. */
export function lengthFrom(origin: RigPos, edge: RigPos, plusMinus: Samples, within?: Span): Length {
  const low = (within ? within.from : edge) - origin - plusMinus;
  const high = (within ? within.to : edge) - origin + plusMinus;
  return { at: edge - origin, low, high };
}

/** As a value in ms. What reaches below zero is cut there: nothing can have happened before its cause, and no mean meets a negative. */
export function valueOf(length: Length, inHole: boolean): Value {
  const fromMs = ms(Math.max(0, length.low));
  const toMs = ms(Math.max(0, length.high));
  if (inHole || length.at < 0) return { kind: 'interval', fromMs, toMs };
  return { kind: 'measured', ms: ms(length.at), plusMinusMs: ms((length.high - length.low) / 2) };
}

/** Whether a length keeps a limit, itself included: certain only when its whole interval lies on one side. */
export function keeps(length: Length, limit: Samples): Exclude<Verdict, 'unscored'> {
  if (length.low === length.high) return length.at <= limit ? 'pass' : 'fail';
  if (length.high <= limit) return 'pass';
  return length.low > limit ? 'fail' : 'within-uncertainty';
}

/**
 * The verdict of a rule of yes and no whose outcome depends on where turns and speech lie to each other: evaluated as measured and
 * with the turns shifted by the uncertainty either way. What does not stay the same is within uncertainty.
 */
export function stable(rule: (shift: Samples) => boolean, plusMinus: Samples): Exclude<Verdict, 'unscored'> {
  const measured = rule(0);
  if (plusMinus > 0 && (rule(-plusMinus) !== measured || rule(plusMinus) !== measured)) return 'within-uncertainty';
  return measured ? 'pass' : 'fail';
}

/** Milliseconds for a reader, to the microsecond: 1/48 ms has no end in decimals, and stored scores shall not either. */
export function ms(samples: Samples): number {
  return Math.round(samplesToMs(samples) * 1000) / 1000;
}

export const NO_VALUE: Value = { kind: 'none' };

export function unscored(reason: string): Finding {
  return { verdict: 'unscored', reason };
}

/** What to play for an event: from 1 s before it. */
export function evidenceAround(from: RigPos, to: RigPos = from): Span {
  return { from: (from - EVIDENCE_BEFORE) as RigPos, to: (to + EVIDENCE_AFTER) as RigPos };
}

/** Fills in what most windows have alike. */
export function windowScore(given: Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window'> & Finding & Partial<WindowScore>): WindowScore {
  return {
    value: NO_VALUE,
    limitMs: undefined,
    counted: given.verdict !== 'unscored',
    flags: [],
    evidence: evidenceAround(given.window.from, given.window.from),
    details: {},
    ...given,
  };
}
