/**
 * What plays next: a pure reducer over the session's events (selective-participation.md is its hardest customer).
 *
 * A position is always that of a turn's first voiced sample, gaps run from the voiced end, and a play command names where
 * sample 0 of the clip has to leave for that. Nothing here reads a clock: `at` of an event is all the time there is.
 */
import { shift, type RigPos } from '../time/position.js';
import { PLAY_LEAD, PLAY_LOST_AFTER, REACTION_LEAD } from './constants.js';
import { dueOf, type Due } from './cues.js';
import type { SessionCommand, SessionEvent } from './events.js';
import { answerState, plannedHoldEnd } from './holds.js';
import { NO_SPEECH, soundAt, speechOff, speechOn, type LiveSpeech } from './live-speech.js';
import { turnById, turnView, type ScheduledScene, type ScheduleState, type ScheduleStep, type TurnState, type TurnView } from './state.js';

/** Starts the scene. Its first moment is a play command's lead after `at`, so that the first turn is as exact as any. */
export function startSchedule(scene: ScheduledScene, at: RigPos, speech: LiveSpeech = NO_SPEECH): ScheduleStep {
  const origin = shift(at, PLAY_LEAD);
  const state: ScheduleState = {
    scene,
    origin,
    turns: scene.turns.map(() => ({ phase: 'waiting' })),
    released: scene.turns.map(() => undefined),
    speech,
    outcome: 'running',
  };
  return settle(state, at, [{ type: 'mark', mark: 'scene-start', at: origin }]);
}

/** Applies one event. Events that mean nothing to the schedule only move its time. */
export function advanceSchedule(state: ScheduleState, event: SessionEvent): ScheduleStep {
  if (state.outcome !== 'running') return { state, commands: [] };
  const marks: SessionCommand[] = [];
  return settle(applyEvent(state, event, marks), event.at, marks);
}

/** The next position at which the schedule has to look again; undefined once it is over. Always later than the last event. */
export function scheduleDeadline(state: ScheduleState, now: RigPos): RigPos | undefined {
  if (state.outcome !== 'running') return undefined;
  const wishes: RigPos[] = [];
  for (const view of views(state)) {
    const lost = lostAt(view);
    if (lost !== undefined) wishes.push(lost);
    const { hold } = view.turn;
    if (view.state.phase === 'ended' && hold.kind === 'answer' && state.released[view.index] === undefined) {
      const answer = answerState(hold, view.state.voicedEnd, state.speech, now);
      if (!answer.over) wishes.push(answer.until);
    }
    if (view.state.phase !== 'waiting') continue;
    const due = dueOf(state, view, now);
    if (due.kind === 'wait' && due.until !== undefined) wishes.push(due.until);
    if (due.kind === 'due' && !due.firm) wishes.push(commitAt(view, due));
  }
  const end = sceneEnd(state);
  if (end !== undefined) wishes.push(end);
  return wishes.length === 0 ? undefined : (Math.min(...wishes) as RigPos);
}

function applyEvent(state: ScheduleState, event: SessionEvent, marks: SessionCommand[]): ScheduleState {
  switch (event.type) {
    case 'agent-speech-on':
      return { ...state, speech: speechOn(state.speech, event.since) };
    case 'agent-speech-off':
      return { ...state, speech: speechOff(state.speech, event.since) };
    case 'agent-sound':
      return { ...state, speech: soundAt(state.speech, event.since) };
    case 'turn-started': {
      const view = turnById(state, event.turn);
      return view?.state.phase === 'committed' ? withTurn(state, view.index, { phase: 'playing', at: event.start }) : state;
    }
    case 'turn-ended': {
      const view = turnById(state, event.turn);
      if (view?.state.phase !== 'playing') return state;
      const next = withTurn(state, view.index, { phase: 'ended', at: view.state.at, voicedEnd: event.voicedEnd });
      const ended = turnView(next, view.index);
      if (ended) marks.push(...endMarks(ended));
      return next;
    }
    default:
      return state;
  }
}

/** Takes every decision that can be taken at `now`, in the scene's order, until none is left. */
function settle(before: ScheduleState, now: RigPos, commands: SessionCommand[]): ScheduleStep {
  let state = releaseHolds(before, now, commands);
  for (let changed = true; changed;) {
    changed = false;
    for (const view of views(state)) {
      if (view.state.phase !== 'waiting') continue;
      const next = decide(state, view, now, commands);
      if (next) changed = true;
      state = next ?? state;
    }
    const dead = changed ? undefined : deadlocked(state, now);
    if (dead) {
      commands.push({ type: 'skip', turn: dead.turn.id, because: 'its cue can never come' });
      state = withTurn(state, dead.index, { phase: 'skipped', at: now });
      changed = true;
    }
  }
  const lost = views(state).find((view) => now >= (lostAt(view) ?? Infinity));
  if (lost) {
    commands.push({ type: 'mark', mark: 'turn-lost', turn: lost.turn.id, at: now });
    return { state: { ...state, outcome: 'lost' }, commands };
  }
  const end = sceneEnd(state);
  if (end === undefined || now < end) return { state, commands };
  commands.push({ type: 'mark', mark: 'scene-end', at: end });
  return { state: { ...state, outcome: 'complete' }, commands };
}

function decide(state: ScheduleState, view: TurnView, now: RigPos, commands: SessionCommand[]): ScheduleState | undefined {
  const due = dueOf(state, view, now);
  if (due.kind === 'wait') return undefined;
  const turn = view.turn.id;
  if (due.kind === 'skip') {
    commands.push({ type: 'skip', turn, because: due.because });
    return withTurn(state, view.index, { phase: 'skipped', at: now });
  }
  if (now < commitAt(view, due)) return undefined;
  const { from } = view.turn.clip.voiced;
  const at = Math.max(due.target - from, now + REACTION_LEAD, speakerFreeAt(state, view)) as RigPos;
  if (due.edge !== undefined && view.turn.cue.kind === 'agent') {
    commands.push({ type: 'mark', mark: 'cue-edge', turn, at: due.edge }, { type: 'mark', mark: 'cue-target', turn, at: due.target });
    if (at + from - due.target > view.turn.cue.tolerance) commands.push({ type: 'mark', mark: 'cue-late', turn, at: shift(at, from) });
  }
  commands.push({ type: 'play', turn, at, because: due.because });
  return withTurn(state, view.index, { phase: 'committed', at });
}

/** A speaker says one thing at a time: where the clips it was given so far are over (src/scenario/model.ts, Cue). */
function speakerFreeAt(state: ScheduleState, { turn }: TurnView): number {
  const own = views(state).filter((other) => other.turn.speaker === turn.speaker);
  return Math.max(
    ...own.map(({ turn: { clip }, state: other }) =>
      other.phase === 'waiting' || other.phase === 'skipped' ? -Infinity : other.at + clip.length,
    ),
  );
}

/** A firm place is commanded at once, an expected one as late as the lead allows: by then it is mostly firm. */
function commitAt(view: TurnView, due: Extract<Due, { kind: 'due' }>): RigPos {
  return due.firm ? (-Infinity as RigPos) : shift(due.target, -view.turn.clip.voiced.from - PLAY_LEAD);
}

function releaseHolds(before: ScheduleState, now: RigPos, commands: SessionCommand[]): ScheduleState {
  let state = before;
  for (const { index, turn, state: turnState } of views(state)) {
    if (turnState.phase !== 'ended' || turn.hold.kind !== 'answer' || state.released[index] !== undefined) continue;
    const answer = answerState(turn.hold, turnState.voicedEnd, state.speech, now);
    if (!answer.over) continue;
    commands.push({ type: 'mark', mark: answer.how, turn: turn.id, at: now });
    state = { ...state, released: state.released.with(index, now) };
  }
  return state;
}

/** Marks that a turn's end brings with it: the borders of its window, for the report and for the check against the waveform. */
function endMarks(view: TurnView): SessionCommand[] {
  const { turn, state } = view;
  if (state.phase !== 'ended') return [];
  const { hold } = turn;
  switch (hold.kind) {
    case 'answer':
      return [
        { type: 'mark', mark: 'request-end', turn: turn.id, at: state.voicedEnd },
        { type: 'mark', mark: 'onset-window-end', turn: turn.id, at: shift(state.voicedEnd, hold.onsetWithin) },
      ];
    case 'fixed':
    case 'observe': {
      const end = plannedHoldEnd(view);
      const mark = hold.kind === 'fixed' ? 'answer-window-end' : 'observation-end';
      return end ? [{ type: 'mark', mark, turn: turn.id, at: end.at }] : [];
    }
    case 'gap':
      return [];
  }
}

/**
 * When the scene is over: its tail after the last turn's hold. A gap stands between two turns, so the last one has none, and an
 * observation runs beside the tail: a selective scene ends 2 s after its last turn (selective-participation.md).
 */
function sceneEnd(state: ScheduleState): RigPos | undefined {
  let end = shift(state.origin, state.scene.tail);
  const all = views(state);
  const last = all.findLast((view) => view.state.phase !== 'skipped');
  for (const view of all) {
    if (view.state.phase === 'skipped') {
      end = Math.max(end, view.state.at + state.scene.tail) as RigPos;
      continue;
    }
    if (view.state.phase !== 'ended') return undefined;
    end = Math.max(end, view.state.voicedEnd + state.scene.tail) as RigPos;
    if (view !== last) continue;
    const { kind } = view.turn.hold;
    const over = kind === 'answer' ? state.released[view.index] : plannedHoldEnd(view)?.at;
    if (over === undefined) return undefined;
    if (kind === 'answer' || kind === 'fixed') end = Math.max(end, over + state.scene.tail) as RigPos;
    if (kind === 'observe') end = Math.max(end, over) as RigPos;
  }
  return end;
}

/** The first turn that waits for something that can no longer come (cues in a ring); undefined while anything is under way. */
function deadlocked(state: ScheduleState, now: RigPos): TurnView | undefined {
  return scheduleDeadline(state, now) === undefined ? views(state).find((view) => view.state.phase === 'waiting') : undefined;
}

function lostAt({ turn, state }: TurnView): RigPos | undefined {
  if (state.phase === 'committed') return shift(state.at, PLAY_LOST_AFTER);
  return state.phase === 'playing' ? shift(state.at, turn.clip.voiced.to + PLAY_LOST_AFTER) : undefined;
}

function views(state: ScheduleState): TurnView[] {
  return state.scene.turns.flatMap((_, index) => turnView(state, index) ?? []);
}

function withTurn(state: ScheduleState, index: number, turn: TurnState): ScheduleState {
  return { ...state, turns: state.turns.with(index, turn) };
}
