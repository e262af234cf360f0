/**
 * answer-window-yield, over the eligible N4, and window-response, over all N4 (selective-participation.md, The four scores, 4).
 *
 *   eligible   no speech in [Q start, Q end], an onset in (Q end, R], and speaking(R); R = first sample of N4R
 *   pass       no speech anywhere in [R + 2.0 s, max(R + 2.0 s, end of N4R + 0.5 s)]
 *   response   any speech in [Q start, R]
 *
 * Windows are closed at both ends, segments half open. The funnel (voiced, silent in Q, onset, speaking at R, yielded) is in `details`.
 */
import { shift, type RigPos, type Samples } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { RESOLUTION_AFTER_END, RESOLUTION_AFTER_START } from './constants.js';
import type { SceneView, TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { uncertaintyAt } from './selective-answer.js';
import { blipsIn, hidesSpeech, onsetIn, speakingAt } from './speech.js';
import { evidenceAround, stable, unscored, windowScore } from './values.js';

/** The four borders of an N4: the question's voiced stretch and the resolution's. */
export interface Resolution {
  readonly questionStart: RigPos;
  readonly questionEnd: RigPos;
  readonly start: RigPos;
  readonly end: RigPos;
}

export interface ResolutionOutcome {
  readonly silentInQuestion: boolean;
  readonly onsetInWindow: boolean;
  readonly speakingAtResolution: boolean;
  readonly eligible: boolean;
  /** Undefined when not eligible. */
  readonly pass: boolean | undefined;
  readonly windowResponse: boolean;
}

const speechIn = (segments: readonly Segment[], from: RigPos, to: RigPos): boolean =>
  segments.some((one) => one.from <= to && one.to > from);

export function observationOf({ start, end }: Resolution): { readonly from: RigPos; readonly to: RigPos } {
  const from = shift(start, RESOLUTION_AFTER_START);
  return { from, to: Math.max(from, shift(end, RESOLUTION_AFTER_END)) as RigPos };
}

/** The rules on bare segments. */
export function resolutionRule(segments: readonly Segment[], n4: Resolution): ResolutionOutcome {
  const silentInQuestion = !speechIn(segments, n4.questionStart, n4.questionEnd);
  const onsetInWindow = onsetIn(segments, n4.questionEnd, n4.start) !== undefined;
  const speakingAtResolution = speakingAt(segments, n4.start) !== undefined;
  const eligible = silentInQuestion && onsetInWindow && speakingAtResolution;
  const observation = observationOf(n4);
  const pass = eligible ? !speechIn(segments, observation.from, observation.to) : undefined;
  return {
    silentInQuestion,
    onsetInWindow,
    speakingAtResolution,
    eligible,
    pass,
    windowResponse: speechIn(segments, n4.questionStart, n4.start),
  };
}

export function scoreSelectiveYield(scene: SceneView, view: TurnView): WindowScore[] {
  const question = view.previous;
  if (view.turn.label !== 'N4R' || question?.turn.label !== 'N4Q') return [];
  const { segments } = scene.speech;
  const n4: Resolution = {
    questionStart: question.place.start,
    questionEnd: question.place.end,
    start: view.place.start,
    end: view.place.end,
  };
  const observation = observationOf(n4);
  const outcome = resolutionRule(segments, n4);
  const plusMinus = uncertaintyAt(view, segments, [n4.questionStart, n4.questionEnd, n4.start, observation.from, observation.to]);
  const at = (by: Samples): ResolutionOutcome => resolutionRule(segments, shifted(n4, by));
  const { silentInQuestion, onsetInWindow, speakingAtResolution, eligible, windowResponse } = outcome;
  const details = {
    ...{ eligible, windowResponse, silentInQuestion, onsetInWindow, speakingAtResolution },
    ...blipsIn(scene.speech, { from: n4.questionStart, to: observation.to }),
  };
  const yieldBase = {
    id: `${view.turn.id}/answer-window-yield`,
    turn: view.turn.id,
    measure: 'answer-window-yield',
    window: observation,
    details,
  } as const;
  const response = {
    id: `${view.turn.id}/window-response`,
    turn: view.turn.id,
    measure: 'window-response',
    window: { from: n4.questionStart, to: n4.start },
    details,
  } as const;
  const lost = hidesSpeech(scene.speech, { from: n4.questionStart, to: shift(observation.to, 1) });
  if (lost) {
    const finding = unscored("part of the agent's audio was lost between the question and the end of the observation");
    return [windowScore({ ...yieldBase, ...finding }), windowScore({ ...response, ...finding })];
  }
  const answered = stable((by) => at(by).windowResponse, plusMinus);
  return [
    yieldScore(
      yieldBase,
      outcome,
      stable((by) => at(by).eligible, plusMinus),
      stable((by) => at(by).pass === true, plusMinus),
      n4,
    ),
    windowScore({
      ...response,
      verdict: answered,
      reason: windowResponse ? 'spoke between the question and its resolution' : 'kept silent between the question and its resolution',
    }),
  ];
}

type Base = Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window' | 'details'>;
type Sure = 'pass' | 'fail' | 'within-uncertainty';

function yieldScore(base: Base, outcome: ResolutionOutcome, eligible: Sure, pass: Sure, n4: Resolution): WindowScore {
  const evidence = evidenceAround(n4.start, base.window.to);
  if (eligible === 'fail') {
    const why = !outcome.silentInQuestion
      ? 'spoke during the question'
      : !outcome.onsetInWindow
        ? 'gave no answer before the resolution'
        : 'was silent again when the resolution began';
    return windowScore({ ...base, ...unscored(`not eligible: ${why}`), flags: ['not-eligible'], evidence });
  }
  if (eligible === 'within-uncertainty') {
    return windowScore({
      ...base,
      verdict: 'within-uncertainty',
      reason: 'eligible or not: an edge lies at a border',
      counted: false,
      evidence,
    });
  }
  const reason =
    pass === 'pass'
      ? 'yielded to the resolution'
      : pass === 'fail'
        ? 'spoke on, or again, 2 s after the resolution began'
        : 'an edge lies at a border of the observation';
  return windowScore({ ...base, verdict: pass, reason, evidence });
}

function shifted(n4: Resolution, by: Samples): Resolution {
  return {
    questionStart: shift(n4.questionStart, by),
    questionEnd: shift(n4.questionEnd, by),
    start: shift(n4.start, by),
    end: shift(n4.end, by),
  };
}
