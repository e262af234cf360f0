/** When a turn is due: every kind of cue, resolved against what has happened so far. */
import type { Cue } from '../scenario/model.js';
import { rigPos, shift, type RigPos } from '../time/position.js';
import { LIVE_CONFIRM } from './constants.js';
import { plannedHoldEnd } from './holds.js';
import { countedRuns, holds } from './live-speech.js';
import { turnById, turnView, voicedEnd, voicedStart, type Anchor, type ScheduleState, type TurnView } from './state.js';

export type Due =
  /** Unknown yet. `until` is when to look again even if nothing happens. */
  | { readonly kind: 'wait'; readonly until?: RigPos }
  | { readonly kind: 'skip'; readonly because: string }
  /** The turn's first voiced sample is to lie at `target`; not firm when it rests on a turn that has not ended yet. */
  | {
      readonly kind: 'due';
      readonly target: RigPos;
      readonly firm: boolean;
      readonly because: string;
      /** The agent's edge that the cue fired on. */
      readonly edge?: RigPos;
    };

export function dueOf(state: ScheduleState, view: TurnView, now: RigPos): Due {
  const { cue } = view.turn;
  switch (cue.kind) {
    case 'at':
      return { kind: 'due', target: shift(state.origin, cue.offset), firm: true, because: 'its time' };
    case 'next':
      return dueNext(state, view);
    case 'after':
      return dueAfter(state, cue);
    case 'agent':
      return dueAtAgent(state, view, cue, now);
  }
}

/**
 * After the hold of the turn before it. Turns that were skipped are passed over, and whatever else of the scene still speaks
 * is waited for: an ordinary turn never talks over another.
 */
function dueNext(state: ScheduleState, view: TurnView): Due {
  let target: RigPos = state.origin;
  let firm = true;
  let because = 'the first turn';
  const before = state.scene.turns.slice(0, view.index).flatMap((_, index) => turnView(state, index) ?? []);
  const last = before.findLast((other) => other.state.phase !== 'skipped');
  for (const other of before) {
    // A turn that has not left yet may still leave late, and the gap after it counts from where it really was.
    if (other.state.phase === 'waiting' || other.state.phase === 'committed') return { kind: 'wait' };
    const anchor = other.state.phase === 'skipped' ? { at: other.state.at, firm: true } : freeAfter(state, other, other === last);
    if (!anchor) return { kind: 'wait' };
    if (other === last) because = `the ${other.turn.hold.kind} after ${other.turn.id} is over`;
    target = rigPos(Math.max(target, anchor.at));
    firm &&= anchor.firm;
  }
  return { kind: 'due', target, firm, because };
}

/** From where on a `next` turn may speak as far as an earlier turn is concerned: its hold when it is the last one, else its end and gap. */
function freeAfter(state: ScheduleState, other: TurnView, isLast: boolean): Anchor | undefined {
  if (other.turn.hold.kind === 'gap' || (isLast && other.turn.hold.kind !== 'answer')) return plannedHoldEnd(other);
  if (!isLast) return voicedEnd(other);
  const released = state.released[other.index];
  return released === undefined ? undefined : { at: released, firm: true };
}

function dueAfter(state: ScheduleState, cue: Extract<Cue, { kind: 'after' }>): Due {
  const other = turnById(state, cue.turn);
  if (!other || other.state.phase === 'skipped') return { kind: 'skip', because: `${cue.turn} was not played` };
  const anchor = cue.edge === 'start' ? voicedStart(other) : voicedEnd(other);
  if (!anchor) return { kind: 'wait' };
  return { kind: 'due', target: shift(anchor.at, cue.gap), firm: anchor.firm, because: `the ${cue.edge} of ${cue.turn}` };
}

/**
 * Relative to the agent's own speech. A cue fires on the causal level gate when it is due before the live VAD can confirm, and
 * on confirmed speech when there is time for it, so that a click does not start a barge-in into silence.
 * The timeout counts from the voiced end of the turn `since` (from the scene's first moment without one). A turn that plays all the same
 * plays exactly then, as after a pause: it is expected there from the beginning, and comes earlier when the agent's edge does (live
 * case C08). An edge after its play command has gone out changes nothing any more.
 * The timeout is the edge's: an agent that still speaks then has had no offset, and is not waited for. Otherwise how long a scene takes would
 * be up to the agent, and one that never stops would hold it for ever (scenario/times.ts and session/longest.ts count on it).
 */
function dueAtAgent(state: ScheduleState, view: TurnView, cue: Extract<Cue, { kind: 'agent' }>, now: RigPos): Due {
  let from: RigPos = state.origin;
  let patience: RigPos = state.origin;
  if (cue.since !== undefined) {
    const since = turnById(state, cue.since);
    if (!since || since.state.phase === 'skipped') return { kind: 'skip', because: `${cue.since} was not played` };
    const start = voicedStart(since);
    const end = voicedEnd(since);
    if (!start?.firm || !end) return { kind: 'wait' };
    from = start.at;
    patience = end.at;
  }
  const giveUp = shift(patience, cue.timeout);
  const edge = cue.edge === 'onset' ? findOnset(state, view, cue.offset, from, giveUp, now) : findOffset(state, from);
  const because = `the agent's ${cue.edge}`;
  if (edge.at !== undefined) return { kind: 'due', target: shift(edge.at, cue.offset), firm: true, because, edge: edge.at };
  // What was a sound only so far may become an onset: then it is waited for as below.
  if (cue.otherwise === 'play' && edge.until === undefined)
    return { kind: 'due', target: rigPos(Math.max(now, giveUp)), firm: now > giveUp, because: `${because} never came` };
  // An onset inside the timeout may still wait for its confirmation: the same rule as for the onset window of an answer.
  const decision = shift(giveUp, LIVE_CONFIRM);
  if (now < decision) return { kind: 'wait', until: rigPos(Math.min(edge.until ?? decision, decision)) };
  return { kind: 'skip', because: `${because} never came` };
}

interface Found {
  readonly at?: RigPos;
  readonly until?: RigPos;
}

function findOnset(state: ScheduleState, view: TurnView, offset: number, from: RigPos, giveUp: RigPos, now: RigPos): Found {
  const { speech } = state;
  const spoken = countedRuns(speech).find((run) => run.from >= from && run.from <= giveUp);
  if (spoken) return { at: spoken.from };
  for (const sound of speech.sounds) {
    if (sound < from || sound > giveUp) continue;
    if (speech.runs.some((run) => run.from < from && holds(run, sound))) continue;
    const confirmed = shift(sound, LIVE_CONFIRM);
    if (now >= confirmed) continue;
    if (sound + offset - view.turn.clip.voiced.from < confirmed) return { at: sound };
    return { until: confirmed };
  }
  return {};
}

function findOffset(state: ScheduleState, from: RigPos): Found {
  const run = countedRuns(state.speech).find(({ to }) => to !== undefined && to >= from);
  return run?.to === undefined ? {} : { at: run.to };
}
