/** Cues, holds and expectations of a turn, with the protocol's defaults by label, in samples. */
import { msToSamples } from '../time/position.js';
import type { AcrossExpectation, Cue, Expectation, Gold, Greeting, Hold, ReplyLimits, RigLimits, TurnLabel } from './model.js';
import * as P from './protocol-constants.js';
import type { AcrossFile, SceneFile, SceneSettings, TurnFile } from './schema.js';

/** @param before id of the turn before; what `since` means when it is left out. */
export function cueOf({ when }: TurnFile, before: string | undefined): Cue {
  if (when?.at !== undefined) return { kind: 'at', offset: msToSamples(when.at) };
  if (when?.after !== undefined)
    return { kind: 'after', turn: when.after, edge: when.edge ?? 'end', gap: msToSamples(when.gap ?? P.TURN_GAP_MS) };
  if (when?.agent !== undefined)
    return {
      kind: 'agent',
      edge: when.agent,
      since: when.since ?? before,
      offset: msToSamples(when.offset ?? 0),
      tolerance: msToSamples(when.tolerance ?? P.CUE_TOLERANCE_MS),
      timeout: msToSamples(when.timeout ?? P.CUE_TIMEOUT_MS),
      otherwise: when.otherwise ?? 'skip',
    };
  return { kind: 'next' };
}

export function holdOf({ hold, label = 'user', kind, when }: TurnFile): Hold {
  if (hold?.gap !== undefined) return { kind: 'gap', length: msToSamples(hold.gap) };
  if (hold?.fixed !== undefined) return { kind: 'fixed', length: msToSamples(hold.fixed) };
  if (hold?.answer !== undefined) return answer(hold.answer);
  if (hold?.observe !== undefined) return observe(hold.observe);
  // A noise while the agent should answer must not cut the wait for the answer short (live case C09).
  if (kind === 'noise') return when === undefined ? gap() : answer({});
  return HOLD_BY_LABEL[label]();
}

const gap = (): Hold => ({ kind: 'gap', length: msToSamples(P.TURN_GAP_MS) });
const answer = (given: NonNullable<NonNullable<TurnFile['hold']>['answer']>): Hold => ({
  kind: 'answer',
  onsetWithin: msToSamples(given.onset_within ?? P.ANSWER_ONSET_WITHIN_MS),
  silence: msToSamples(given.silence ?? P.ANSWER_SILENCE_MS),
  cap: msToSamples(given.cap ?? P.ANSWER_CAP_MS),
});
const observe = (given: NonNullable<NonNullable<TurnFile['hold']>['observe']>): Hold => ({
  kind: 'observe',
  afterStart: msToSamples(given.after_start ?? P.OBSERVE_AFTER_START_MS),
  afterEnd: msToSamples(given.after_end ?? P.OBSERVE_AFTER_END_MS),
});

/** selective-participation.md, Schedule; a plain user turn waits for its answer as T does. */
const HOLD_BY_LABEL: Readonly<Record<TurnLabel, () => Hold>> = {
  user: () => answer({}),
  T: () => answer({}),
  N1: gap,
  N2: gap,
  N3: gap,
  N4Q: () => ({ kind: 'fixed', length: msToSamples(P.RESOLUTION_AFTER_MS) }),
  N4R: () => observe({}),
};

export function expectationOf({ expect, label = 'user', kind }: TurnFile): Expectation {
  if (expect?.yield !== undefined) {
    const { within, quiet } = expect.yield;
    return {
      kind: 'yield',
      within: msToSamples(within ?? P.YIELD_WITHIN_MS),
      quiet: msToSamples(quiet ?? P.YIELD_QUIET_MS),
      ...(expect.reply === undefined ? {} : { reply: replyOf(expect.reply) }),
    };
  }
  if (expect?.reply !== undefined) return { kind: 'reply', ...replyOf(expect.reply) };
  if (expect?.silence !== undefined) return { kind: 'silence' };
  if (expect?.continue !== undefined) {
    const { max_gap, quiet_after } = expect.continue;
    return {
      kind: 'continue',
      maxGap: msToSamples(max_gap ?? P.CONTINUE_MAX_GAP_MS),
      ...(quiet_after === undefined ? {} : { quietAfter: msToSamples(quiet_after) }),
    };
  }
  if (expect?.probe !== undefined) return { kind: 'probe', within: msToSamples(expect.probe.within ?? P.REPLY_WITHIN_MS) };
  if (expect?.may_answer !== undefined) return { kind: 'may-answer' };
  if (expect?.none !== undefined || kind === 'noise') return { kind: 'none' };
  return EXPECT_BY_LABEL[label];
}

type ReplyFile = NonNullable<NonNullable<TurnFile['expect']>['reply']>;
const replyOf = ({ within, once, max_gap }: ReplyFile): ReplyLimits => ({
  within: msToSamples(within ?? P.REPLY_WITHIN_MS),
  once: once ?? true,
  ...(max_gap === undefined ? {} : { maxGap: msToSamples(max_gap) }),
});

const EXPECT_BY_LABEL: Readonly<Record<TurnLabel, Expectation>> = {
  user: { kind: 'reply', ...replyOf({}) },
  T: { kind: 'reply', ...replyOf({}) },
  N1: { kind: 'silence' },
  N2: { kind: 'silence' },
  N3: { kind: 'silence' },
  N4Q: { kind: 'may-answer' },
  N4R: { kind: 'none' },
};

export function acrossOf({ turn, measure, spread, least }: AcrossFile): AcrossExpectation {
  const { low = P.SPREAD_LOW, high = P.SPREAD_HIGH, within } = spread;
  return { turn, measure: measure ?? 'reply', spread: { low, high, within: msToSamples(within) }, least: least ?? P.LEAST_VALUES };
}

export function goldOf({ answer, must_mention, must_not_mention, evidence }: NonNullable<SceneFile['gold']>): Gold {
  return { answer, mustMention: must_mention, mustNotMention: must_not_mention ?? [], evidence };
}

export function greetingOf(greeting: SceneSettings['greeting']): Greeting {
  return { policy: greeting?.policy ?? 'ignored', within: msToSamples(greeting?.within ?? P.GREETING_WITHIN_MS) };
}

export function limitsOf(limits: SceneSettings['limits']): RigLimits {
  return {
    lateFrame: msToSamples(limits?.late_frame ?? P.LATE_FRAME_MS),
    packetLossShare: limits?.packet_loss ?? P.PACKET_LOSS_SHARE,
    readyWithin: msToSamples(limits?.ready_within ?? P.READY_WITHIN_MS),
  };
}
