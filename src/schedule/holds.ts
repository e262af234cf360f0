/** When the hold after a turn is over (selective-participation.md, Schedule). */
import type { Hold } from '../scenario/model.js';
import { shift, type RigPos } from '../time/position.js';
import { LONGEST_BRIDGED_PAUSE } from '../vad/find.js';
import { LIVE_CONFIRM } from './constants.js';
import { countedRuns, holds, type LiveRun, type LiveSpeech } from './live-speech.js';
import { voicedEnd, voicedStart, type Anchor, type TurnView } from './state.js';

export type AnswerHold = Extract<Hold, { kind: 'answer' }>;

/**
 * The end of a hold that does not listen to the agent: it is known as soon as the turn's place is, before it comes.
 * Undefined for an answer hold and for a turn without a place.
 */
export function plannedHoldEnd(view: TurnView): Anchor | undefined {
  const { hold } = view.turn;
  const start = voicedStart(view);
  const end = voicedEnd(view);
  if (!start || !end) return undefined;
  switch (hold.kind) {
    case 'gap':
    case 'fixed':
      return { at: shift(end.at, hold.length), firm: end.firm };
    case 'observe':
      return { at: Math.max(shift(start.at, hold.afterStart), shift(end.at, hold.afterEnd)) as RigPos, firm: end.firm };
    case 'answer':
      return undefined;
  }
}

export type AnswerState =
  /** Nothing can be decided before `until`, unless the agent does something. */
  { readonly over: false; readonly until: RigPos } | { readonly over: true; readonly how: 'no-answer' | 'answered' | 'truncated' };

/**
 * What the hold after a request knows at `now`: row T of the schedule.
 *
 * Presence is speech going on at the request's end or an onset in (end, end + onsetWithin]. Without it the decision falls at
 * end + onsetWithin + the live VAD's time to confirm. With it the hold is over after `silence` of confirmed silence, or at the
 * cap, which counts from the new onset, or from the request's end when the agent was already speaking.
 */
export function answerState(hold: AnswerHold, requestEnd: RigPos, speech: LiveSpeech, now: RigPos): AnswerState {
  const runs = countedRuns(speech);
  const lastOnset = shift(requestEnd, hold.onsetWithin);
  const first = runs.find((run) => holds(run, requestEnd) || (run.from > requestEnd && run.from <= lastOnset));
  if (!first) {
    const decision = shift(lastOnset, LIVE_CONFIRM);
    return now >= decision ? { over: true, how: 'no-answer' } : { over: false, until: decision };
  }
  const cap = shift(wasSpeaking(runs, first, requestEnd) ? requestEnd : first.from, hold.cap);
  if (now >= cap) return { over: true, how: 'truncated' };
  const quiet = quietFrom(runs.slice(runs.indexOf(first)), hold.silence);
  if (quiet === undefined) return { over: false, until: cap };
  const answered = Math.min(cap, confirmedQuiet(quiet, hold.silence, speech)) as RigPos;
  return now >= answered ? { over: true, how: 'answered' } : { over: false, until: answered };
}

/**
 * Whether the agent was speaking when the request ended, as the scores see it: a pause of up to 800 ms around that moment is bridged, and
 * the answer behind it is the old segment, no new onset (selective-participation.md, VAD, and the last row of its first picture).
 */
function wasSpeaking(runs: readonly LiveRun[], first: LiveRun, requestEnd: RigPos): boolean {
  if (holds(first, requestEnd)) return true;
  const before = runs[runs.indexOf(first) - 1];
  return before?.to !== undefined && before.to <= requestEnd && first.from - before.to <= LONGEST_BRIDGED_PAUSE;
}

/** Where the silence began that is (or is going to be) long enough; undefined while the agent speaks. */
function quietFrom(runs: readonly LiveRun[], silence: number): RigPos | undefined {
  let quiet: RigPos | undefined;
  for (const run of runs) {
    if (quiet !== undefined && run.from >= quiet + silence) return quiet;
    quiet = run.to;
    if (quiet === undefined) return undefined;
  }
  return quiet;
}

/**
 * The silence's end, moved back while a sound that began inside the silence may still turn out to be speech: the live VAD
 * gets its time to confirm. A sound that it does not confirm was a click or a run under 120 ms and restarts nothing.
 */
function confirmedQuiet(quiet: RigPos, silence: number, speech: LiveSpeech): RigPos {
  const end = shift(quiet, silence);
  const lastSound = speech.sounds.findLast((sound) => sound >= quiet && sound < end);
  return lastSound === undefined ? end : (Math.max(end, shift(lastSound, LIVE_CONFIRM)) as RigPos);
}
