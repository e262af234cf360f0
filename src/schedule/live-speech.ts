/** The agent's speech as the live VAD has reported it so far. It steers the schedule; scores never read it. */
import { rigPos, type RigPos } from '../time/position.js';
import { SHORTEST_RUN } from './constants.js';

/** A run of speech; `to` is undefined while it goes on. */
export interface LiveRun {
  readonly from: RigPos;
  readonly to: RigPos | undefined;
}

export interface LiveSpeech {
  /** In order, never overlapping; only the last one can be open. */
  readonly runs: readonly LiveRun[];
  /** Positions at which the causal level gate fired, in order. */
  readonly sounds: readonly RigPos[];
}

export const NO_SPEECH: LiveSpeech = { runs: [], sounds: [] };

export function speechOn(speech: LiveSpeech, since: RigPos): LiveSpeech {
  const last = speech.runs.at(-1);
  if (last && last.to === undefined) return speech;
  const from = rigPos(Math.max(last?.to ?? since, since));
  return { ...speech, runs: [...speech.runs, { from, to: undefined }] };
}

export function speechOff(speech: LiveSpeech, since: RigPos): LiveSpeech {
  const last = speech.runs.at(-1);
  if (!last || last.to !== undefined) return speech;
  const to = rigPos(Math.max(since, last.from));
  return { ...speech, runs: [...speech.runs.slice(0, -1), { from: last.from, to }] };
}

export function soundAt(speech: LiveSpeech, since: RigPos): LiveSpeech {
  return { ...speech, sounds: [...speech.sounds, since] };
}

/** Runs that count: the open one, and closed ones of at least 120 ms. */
export function countedRuns(speech: LiveSpeech): readonly LiveRun[] {
  return speech.runs.filter((run) => run.to === undefined || run.to - run.from >= SHORTEST_RUN);
}

/** Whether the position lies in [from, to) of the run. */
export function holds(run: LiveRun, at: RigPos): boolean {
  return run.from <= at && (run.to === undefined || at < run.to);
}
