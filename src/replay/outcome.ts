/**
 * What became of a replayed turn in one session, read from the windows of the scorer (score/false-cutoff.ts, score/reply.ts): nothing is
 * measured here a second time.
 */
import type { EndReason } from '../schedule/events.js';
import { ownerOf } from '../score/false-cutoff.js';
import type { PlacedTurn, SessionScore, WindowScore } from '../score/model.js';
import { waitsIn } from '../score/statistics/waits.js';
import { ms } from '../score/values.js';
import type { Wait } from '../stats/waits.js';
import type { PlannedTurn, ReplayPlan } from './plan.js';

/** An agent onset in [turn start, speech end) (premature-reply.md, Live 3). Times are ms from the turn's first voiced sample. */
export interface Cut {
  /** Of the score: "u001/false-cutoff/pause-1". */
  readonly window: string;
  /** By voiced length: reply 300 ms or more, burst 120 to 299. */
  readonly kind: string;
  /** Number of the hold that it belongs to, from 1; undefined: it fell into the words. */
  readonly hold: number | undefined;
  readonly onsetMs: number;
  readonly voicedMs: number;
  /** From where the user went on; negative in the pause itself. */
  readonly afterResumeMs: number | undefined;
  /** Within 100 ms of where the user went on. */
  readonly nearMiss: boolean;
  /** False: the onset may as well lie behind the turn's end. */
  readonly sure: boolean;
}

/** A sound under 120 ms in the turn: no reply, told apart. */
export interface Blip {
  readonly hold: number | undefined;
  readonly onsetMs: number;
}

export interface TurnOutcome {
  /** Id in the scene. */
  readonly turn: string;
  readonly state: 'cut' | 'held' | 'unclear';
  /** Of an unclear one: why it counts for neither. */
  readonly why: string;
  readonly cuts: readonly Cut[];
  readonly blips: readonly Blip[];
  /** Holds that were decided, by number, and whether they were cut. */
  readonly holds: readonly { readonly hold: number; readonly cut: boolean }[];
  /** From the end of the turn to the reply as heard; undefined where the agent was speaking then, or the turn was not scored. */
  readonly wait: (Wait & { readonly plusMinusMs?: number }) | undefined;
  readonly lengthMs: number;
}

export type SessionState = TurnOutcome['state'] | 'agent-failure' | 'rig-invalid';

export interface SessionOutcome {
  readonly session: string;
  readonly attempt: string;
  readonly agent: string;
  /** Number of the repeat, which is its block. */
  readonly repeat: number;
  /** Reproduced where a judged turn was cut; unclear where none was and one could not be told. */
  readonly state: SessionState;
  readonly why: string;
  /** Whether the agent made any sound that is speech. */
  readonly spoke: boolean;
  /** Of judged turns; empty where the session does not count. */
  readonly turns: readonly TurnOutcome[];
}

/** Undefined for a session that the user stopped: it was not played, and says nothing of the agent or of the rig. `--resume` plays it. */
export function countedOutcome(
  plan: ReplayPlan,
  score: SessionScore,
  repeat: number,
  ended: EndReason | undefined,
): SessionOutcome | undefined {
  return ended === 'stopped' ? undefined : sessionOutcome(plan, score, repeat);
}

export function sessionOutcome(plan: ReplayPlan, score: SessionScore, repeat: number): SessionOutcome {
  const { session, attempt, agent, outcome, reason, speech } = score;
  const base = { session, attempt, agent, repeat, spoke: speech.runs.length > 0 };
  if (outcome !== 'scored')
    return { ...base, state: outcome === 'agent_failure' ? 'agent-failure' : 'rig-invalid', why: reason, turns: [] };
  const turns = plan.turns.filter(({ judged }) => judged).map((turn) => turnOutcome(turn, score));
  const unclear = turns.find(({ state }) => state === 'unclear');
  const state = turns.some((one) => one.state === 'cut') ? 'cut' : unclear === undefined ? 'held' : 'unclear';
  return { ...base, state, why: state === 'unclear' ? `${unclear?.turn ?? ''}: ${unclear?.why ?? ''}` : '', turns };
}

function turnOutcome({ id, plusMinusMs, fromMs, toMs }: PlannedTurn, score: SessionScore): TurnOutcome {
  const windows = score.windows.filter((one) => one.turn === id && one.measure === 'false-cutoff');
  const place = score.turns.find(({ turn }) => turn === id);
  const early = windows.filter(({ verdict }) => verdict === 'fail' || verdict === 'within-uncertainty');
  const cuts = place === undefined ? [] : early.map((one) => cutOf(one, place));
  const open = windows.find(({ verdict }) => verdict === 'unscored') ?? early.find(({ verdict }) => verdict === 'within-uncertainty');
  const state = cuts.some(({ sure }) => sure) ? 'cut' : open !== undefined || windows.length === 0 ? 'unclear' : 'held';
  const waited = waitsIn(score).find(({ at }) => at.window === `${id}/reply`);
  const reply = score.windows.find((one) => one.id === `${id}/reply`);
  const placed = reply?.value.kind === 'measured' ? { plusMinusMs: round(Math.hypot(reply.value.plusMinusMs, plusMinusMs)) } : {};
  return {
    turn: id,
    state,
    why: state === 'unclear' ? (open?.reason ?? 'the turn was not played') : '',
    cuts,
    blips: place === undefined ? [] : blipsOf(place, score),
    holds: windows.flatMap((one) => {
      const hold = holdOf(one);
      return hold === undefined || (one.verdict !== 'fail' && one.verdict !== 'pass') ? [] : [{ hold, cut: one.verdict === 'fail' }];
    }),
    wait: waited && { ...waited.wait, ...placed },
    lengthMs: place === undefined ? toMs - fromMs : ms(place.end - place.start),
  };
}

const round = (value: number): number => Math.round(10 * value) / 10;

function holdOf({ details }: WindowScore): number | undefined {
  const hold = details['pause'];
  return typeof hold === 'number' ? hold : undefined;
}

function cutOf(window: WindowScore, place: PlacedTurn): Cut {
  const { id, details, flags, verdict } = window;
  const number = (name: string): number | undefined => (typeof details[name] === 'number' ? details[name] : undefined);
  return {
    window: id,
    kind: String(details['kind'] ?? 'reply'),
    hold: holdOf(window),
    onsetMs: round(ms(place.end - place.start) - (number('beforeEndMs') ?? 0)),
    voicedMs: number('voicedMs') ?? 0,
    afterResumeMs: number('afterResumeMs'),
    nearMiss: flags.includes('near-miss'),
    sure: verdict === 'fail',
  };
}

function blipsOf(place: PlacedTurn, { speech }: SessionScore): Blip[] {
  return speech.blips
    .filter(({ from }) => from >= place.start && from < place.end)
    .map(({ from }) => {
      const owner = ownerOf(place.pauses, from);
      return { hold: owner === undefined ? undefined : owner + 1, onsetMs: round(ms(from - place.start)) };
    });
}
