/** What became of each turn that was played: its pauses and its end, read from the windows that were scored. */
import { samplesToMs } from '../../time/position.js';
import type { SessionScore, WindowScore } from '../../score/model.js';
import { EPS } from '../constants.js';
import type { HoldRange } from '../metrics/span-table.js';
import type { LiveSpan, LiveTurn } from './plan.js';

/** Why a span is in no figure. */
export const LIVE_EXCLUSIONS = {
  'already-speaking': 'the agent was speaking already when the pause began',
  'spans-the-end': 'the agent spoke across the end of the turn: there is no wait',
  undecided: 'its onset lies within the uncertainty of the border',
  unscored: 'it could not be scored',
} as const;
export type LiveExclusion = keyof typeof LIVE_EXCLUSIONS;

export interface HoldOutcome {
  readonly span: LiveSpan;
  readonly cut: boolean | undefined;
  /** From the pause's start to the agent's onset, of one that was cut. */
  readonly onsetS?: number;
  readonly why?: LiveExclusion;
}

export interface EndOutcome {
  /** Seconds from the end of the turn; the timeout where nothing came by then. Undefined: not known. */
  readonly latencyS: number | undefined;
  readonly plusMinusS: number;
  readonly censored: boolean;
  readonly why?: LiveExclusion;
}

export interface TurnOutcome {
  readonly id: string;
  readonly session: string;
  readonly agent: string;
  readonly holds: readonly HoldOutcome[];
  /** Undefined where the data set gives the turn no end that counts. */
  readonly end: EndOutcome | undefined;
  /** An onset before the end of the turn that belongs to none of its pauses. */
  readonly inWords: boolean;
}

/** Whether a pause is long enough, and not too long, to count. */
export function countsAsHold({ start, end }: Pick<LiveSpan, 'start' | 'end'>, { min, max }: HoldRange): boolean {
  const duration = end - start;
  return duration >= min - EPS && duration <= max + EPS;
}

/** @param range which pauses count, seconds; the others are played and not counted. */
export function turnOutcome(turn: LiveTurn, score: SessionScore, range: HoldRange, timeoutS: number): TurnOutcome {
  const windows = score.windows.filter((one) => one.turn === turn.turn);
  const cutoffs = windows.filter(({ measure }) => measure === 'false-cutoff');
  const holds = turn.holds.flatMap((span, i): HoldOutcome[] => {
    if (!countsAsHold(span, range)) return [];
    return [
      holdOutcome(
        span,
        cutoffs.find(({ id }) => id === `${turn.turn}/false-cutoff/pause-${i + 1}`),
      ),
    ];
  });
  const inWords = cutoffs.some(({ id, verdict }) => id === `${turn.turn}/false-cutoff/words` && verdict === 'fail');
  const end =
    turn.eot &&
    endOutcome(
      windows.find(({ measure }) => measure === 'reply'),
      timeoutS,
    );
  return { id: turn.id, session: score.session, agent: score.agent, holds, end, inWords };
}

function holdOutcome(span: LiveSpan, window: WindowScore | undefined): HoldOutcome {
  switch (window?.verdict) {
    case 'pass':
      return { span, cut: false };
    case 'fail': {
      const { value } = window;
      return { span, cut: true, ...(value.kind === 'measured' ? { onsetS: value.ms / 1000 } : {}) };
    }
    case 'within-uncertainty':
      return { span, cut: undefined, why: 'undecided' };
    case 'unscored':
      return { span, cut: undefined, why: window.reason.startsWith('was already speaking') ? 'already-speaking' : 'unscored' };
    case undefined:
      return { span, cut: undefined, why: 'unscored' };
  }
}

function endOutcome(window: WindowScore | undefined, timeoutS: number): EndOutcome {
  const missing = (why: LiveExclusion): EndOutcome => ({ latencyS: undefined, plusMinusS: 0, censored: false, why });
  if (window === undefined) return missing('unscored');
  if (window.flags.includes('already-speaking')) return missing('spans-the-end');
  const { value, verdict } = window;
  const answered = (ms: number, plusMinusMs: number): EndOutcome =>
    ms > timeoutS * 1000
      ? { latencyS: timeoutS, plusMinusS: 0, censored: true }
      : { latencyS: Math.max(0, ms) / 1000, plusMinusS: plusMinusMs / 1000, censored: false };
  if (verdict === 'unscored') return missing('unscored');
  switch (value.kind) {
    case 'measured':
      return answered(value.ms, value.plusMinusMs);
    case 'interval':
      // It happened in a hole: the middle, with the hole's half as its error.
      return answered((value.fromMs + value.toMs) / 2, (value.toMs - value.fromMs) / 2);
    case 'censored':
      return value.aboveMs >= timeoutS * 1000 - samplesToMs(1)
        ? { latencyS: timeoutS, plusMinusS: 0, censored: true }
        : missing('unscored');
    case 'none':
      return missing('unscored');
  }
}
