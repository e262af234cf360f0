/**
 * Where the live VAD and the stored waveform disagree (measurement.md, Outcomes): offline scores, and a window whose schedule command
 * would have been another one is unscored, `schedule diverged`.
 *
 * The schedule says in its marks how each answer hold ended. The same decision is taken again here from the stored waveform:
 *   no-answer   while the waveform has an answer (or the other way round). Within LIVE_CONFIRM of the limit it is a `boundary` flag and
 *               the window stays scored (selective-participation.md, chosen); farther away it is diverged.
 *   answered    while the waveform has speech in the confirmed silence, or had that silence long before.
 *   truncated   the cap ended the answer: a flag, no disagreement.
 */
import type { CompiledTurn, Hold } from '../scenario/model.js';
import type { SessionCommand } from '../schedule/events.js';
import { shift, type RigPos, type Samples } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { LIVE_CONFIRM } from './constants.js';
import { markAt, together, type SceneView, type TurnView } from './input.js';
import { text } from './reply.js';
import { speakingAt } from './speech.js';

type AnswerHold = Extract<Hold, { kind: 'answer' }>;
const ENDINGS = ['no-answer', 'answered', 'truncated'] as const;
type Ending = (typeof ENDINGS)[number];
const isEnding = (mark: string): mark is Ending => (ENDINGS as readonly string[]).includes(mark);

export interface TurnTrouble {
  /** Why the turn's windows are unscored; undefined when they are not. */
  readonly unscored: string | undefined;
  readonly flags: readonly string[];
  /** Whether it is also the next turn's trouble: that one came when it should not have. */
  readonly next?: true;
}

const FINE: TurnTrouble = { unscored: undefined, flags: [] };

/** What became of the hold after a turn. */
export function holdTrouble(scene: SceneView, view: TurnView, commands: readonly SessionCommand[]): TurnTrouble {
  const { hold, id } = view.turn;
  if (hold.kind !== 'answer') return FINE;
  const mark = endingOf(commands, id);
  if (!mark) return FINE;
  const { how, at } = mark;
  if (how === 'truncated') return { ...FINE, flags: ['truncated'] };
  const waveform = presence(scene.speech.segments, view.place.end, hold);
  if (waveform.present !== (how === 'answered')) return presenceTrouble(waveform, how);
  return how === 'answered' ? silenceTrouble(scene.speech.runs, at, hold) : FINE;
}

/**
 * Whether a turn on the agent's own edge came where it was meant to, by the waveform's edge and the achieved place.
 * A turn that was played because the edge never came (no `cue-edge` mark) is flagged and has nothing to be held against.
 */
export function cueTrouble(scene: SceneView, view: TurnView, commands: readonly SessionCommand[]): TurnTrouble {
  const { cue, id } = view.turn;
  if (cue.kind !== 'agent') return FINE;
  if (cue.otherwise === 'play' && markAt(commands, 'cue-edge', id) === undefined) return { ...FINE, flags: ['cue-timeout'] };
  const since = cue.since === undefined ? scene.from : scene.turns.find((other) => other.turn.id === cue.since)?.place.start;
  if (since === undefined) return FINE;
  const edgeOf = (run: Segment): RigPos => (cue.edge === 'onset' ? run.from : run.to);
  const run = scene.speech.runs.find((one) => edgeOf(one) >= since);
  if (!run) {
    const unscored = `schedule diverged: live the agent's ${cue.edge} was heard, the waveform has none`;
    return { ...FINE, unscored, flags: ['schedule-diverged'] };
  }
  const off = view.place.start - edgeOf(run) - cue.offset;
  const plusMinus = together(view.place.plusMinus, cue.edge === 'onset' ? run.fromPlusMinus : run.toPlusMinus);
  if (Math.abs(off) <= cue.tolerance + plusMinus) return FINE;
  const unscored = `cue missed: ${text(Math.abs(off))} too ${off > 0 ? 'late' : 'early'}, the tolerance is ${text(cue.tolerance)}`;
  return { ...FINE, unscored, flags: ['cue-missed'] };
}

function endingOf(
  commands: readonly SessionCommand[],
  turn: CompiledTurn['id'],
): { readonly how: Ending; readonly at: RigPos } | undefined {
  for (const c of commands) {
    if (c.type !== 'mark' || c.turn !== turn) continue;
    if (isEnding(c.mark)) return { how: c.mark, at: c.at };
  }
  return undefined;
}

interface Presence {
  readonly present: boolean;
  /** Distance of the edge that decides from the border that it decides at. */
  readonly distance: Samples;
}

/** Presence by the waveform, and how near it was to being otherwise. */
function presence(segments: readonly Segment[], end: RigPos, hold: AnswerHold): Presence {
  const limit = shift(end, hold.onsetWithin);
  const going = speakingAt(segments, end);
  if (going) return { present: true, distance: going.to - end };
  const onset = segments.find((one) => one.from > end);
  const before = segments.findLast((one) => one.to <= end);
  const toEnd = before ? end - before.to : Infinity;
  if (!onset) return { present: false, distance: toEnd };
  if (onset.from <= limit) return { present: true, distance: limit - onset.from };
  return { present: false, distance: Math.min(toEnd, onset.from - limit) };
}

function presenceTrouble(waveform: Presence, how: Ending): TurnTrouble {
  if (waveform.distance <= LIVE_CONFIRM) return { ...FINE, flags: ['boundary'] };
  const seen = waveform.present ? 'the waveform has an answer' : 'the waveform has none';
  const unscored = `schedule diverged: live it was taken for ${how === 'answered' ? 'an answer' : 'no answer'}, ${seen}`;
  return { unscored, flags: ['schedule-diverged'], next: true };
}

function silenceTrouble(runs: readonly Segment[], at: RigPos, hold: AnswerHold): TurnTrouble {
  const last = runs.findLast((run) => run.from < at);
  if (!last) return FINE;
  const silent = at - Math.min(last.to, at);
  if (silent < hold.silence - LIVE_CONFIRM) {
    const unscored = `schedule diverged: the schedule went on after ${text(silent)} of silence, ${text(hold.silence)} were due`;
    return { unscored, flags: ['schedule-diverged'], next: true };
  }
  // Late: it took something for speech that was none. The confirmation of a sound at the very end may cost its time once more.
  if (silent > hold.silence + 2 * LIVE_CONFIRM) {
    const unscored = `schedule diverged: the schedule waited for ${text(silent)} of silence, ${text(hold.silence)} were due`;
    return { unscored, flags: ['schedule-diverged'] };
  }
  return FINE;
}
