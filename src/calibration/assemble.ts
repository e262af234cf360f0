/** From the observations of all sessions to the one object that is printed, stored and carried by runs. Pure. */
import {
  CALIBRATION_FORMAT,
  CALIBRATION_VERSION,
  withinLimits,
  type Calibration,
  type CalibrationPlace,
  type ConditionResult,
} from './model.js';
import { figuresOf, quantile, truthPlusMinusMs } from './figures.js';
import type { Observation } from './observe.js';

/** What the sessions of one condition brought. */
export interface ConditionEvidence {
  readonly name: string;
  readonly sessions: number;
  readonly waits: readonly Observation[];
  readonly onsets: readonly Observation[];
  readonly offsets: readonly Observation[];
  readonly stream: readonly Observation[];
  readonly cues: readonly number[];
  readonly note: string;
}

export interface CalibrationFacts extends CalibrationPlace {
  readonly turnrig: string;
  readonly createdAt: string;
  readonly sessions: number;
  readonly seed: number;
  readonly delayMs: number | undefined;
  readonly lossPercent: number;
}

export function conditionResult(evidence: ConditionEvidence): ConditionResult {
  const { name, sessions, waits, onsets, offsets, note } = evidence;
  const of = waits.length > 0 ? 'waits' : 'onsets';
  const counted = of === 'waits' ? waits : onsets;
  const figures = figuresOf(counted);
  const all = [...counted, ...offsets];
  return {
    name,
    of,
    sessions,
    verdict: withinLimits(figures),
    ...figures,
    onset: figuresOf(onsets),
    offset: figuresOf(offsets),
    truthPlusMinusMs: truthPlusMinusMs(all),
    untold: counted.filter(({ kind }) => kind === 'untold').length,
    note: note.slice(0, 400),
  };
}

/** The top-level figures are those of all waits; without any, those of all onsets. */
export function assemble(facts: CalibrationFacts, evidence: readonly ConditionEvidence[]): Calibration {
  const waits = evidence.flatMap((one) => one.waits);
  const counted = waits.length > 0 ? waits : evidence.flatMap((one) => one.onsets);
  const stream = evidence.flatMap((one) => one.stream);
  const cues = evidence.flatMap((one) => one.cues);
  const [median, reach] = [quantile(cues, 0.5), quantile(cues, 0.95)];
  return {
    format: CALIBRATION_FORMAT,
    version: CALIBRATION_VERSION,
    ...facts,
    of: waits.length > 0 ? 'waits' : 'onsets',
    ...figuresOf(counted),
    conditions: evidence.map(conditionResult),
    audioStream: stream.length === 0 ? undefined : figuresOf(stream),
    cue:
      median === undefined || reach === undefined ? undefined : { n: cues.length, medianMs: median, smallestReachableMs: Math.ceil(reach) },
  };
}
