/** ENTRY at each human release of a live session (entry-yield.md, "From a live run"). */
import type { CompiledTurn } from '../scenario/model.js';
import { together, type SceneView, type TurnView } from '../score/input.js';
import { hidesSpeech, onsetIn, speakingAt } from '../score/speech.js';
import { shift, type RigPos, type Samples } from '../time/position.js';
import { HORIZON, LIVE_KINDS, liveScore, OBSERVED_SLACK, type LiveExclusion, type LiveKind, type LiveOpportunity } from './live-model.js';

export interface EntryFound {
  readonly id: string;
  readonly found: Pick<LiveOpportunity, 'kind' | 'at' | 'horizon' | 'delay' | 'plusMinus' | 'score'> | LiveExclusion;
}

/** The releases of one turn: its pauses, and its end. Noise is nobody's turn. */
export function liveEntries(scene: SceneView, view: TurnView): EntryFound[] {
  const { turn, place } = view;
  if (turn.kind === 'noise') return [];
  const pauses = place.pauses.map((pause, i): EntryFound => {
    const horizon = Math.min(pause.to - pause.from, HORIZON.negative);
    return { id: `${turn.id}/pause-${i + 1}`, found: entryAt(scene, view, 'mid-turn-pause', pause.from, horizon) };
  });
  const kind = kindOfEnd(turn);
  if (kind === undefined) return pauses;
  if (kind === 'no-rule') return [...pauses, { id: `${turn.id}/end`, found: kind }];
  return [...pauses, { id: `${turn.id}/end`, found: entryAt(scene, view, kind, place.end, horizonOf(view, kind)) }];
}

/** What the agent is due after the turn; undefined where its end is no release that ENTRY speaks of (N4R). */
function kindOfEnd({ label, expect }: CompiledTurn): LiveKind | 'no-rule' | undefined {
  switch (label) {
    case 'T':
    case 'N4Q':
    case 'N1':
    case 'N2':
    case 'N3':
      return label;
    case 'N4R':
      return undefined;
    case 'user':
      if (expect.kind === 'reply' || (expect.kind === 'yield' && expect.reply !== undefined)) return 'reply-due';
      return expect.kind === 'silence' ? 'silence-due' : 'no-rule';
  }
}

/** From the schedule: how long it waits for an answer, or until it goes on. */
function horizonOf({ turn, place, until }: TurnView, kind: LiveKind): Samples {
  if (!LIVE_KINDS[kind].positive) return Math.min(until - place.end, HORIZON.negative);
  if (kind === 'N4Q') return HORIZON.N4Q;
  return turn.hold.kind === 'answer' ? Math.min(HORIZON.T, turn.hold.onsetWithin) : HORIZON.T;
}

function entryAt(scene: SceneView, view: TurnView, kind: LiveKind, at: RigPos, horizon: Samples): EntryFound['found'] {
  const { speech } = scene;
  const { positive } = LIVE_KINDS[kind];
  if (horizon <= 0) return 'cut-short';
  if (speakingAt(speech.segments, at) !== undefined) return 'already-speaking';
  // A negative resolves at the next human onset: what begins there or later is no entry into this release (causal, half open).
  const end = shift(at, positive ? horizon : horizon - 1);
  const onset = onsetIn(speech.runs, at, end);
  if (hidesSpeech(speech, { from: at, to: onset?.from ?? end })) return 'lost-audio';
  const observed = kind === 'mid-turn-pause' ? end : view.until;
  if (onset === undefined && observed < end - OBSERVED_SLACK) return 'cut-short';
  const delay = onset === undefined ? undefined : onset.from - at;
  const plusMinus = onset === undefined ? view.place.plusMinus : together(view.place.plusMinus, onset.fromPlusMinus);
  return { kind, at, horizon, delay, plusMinus, score: liveScore(delay, horizon) };
}
