/** What is done and what is still to be done in a run folder (--resume), and which attempt of a session counts. */
import type { SessionEnd } from '../../src/recording/model.js';
import { isSpoiled, mayReplay } from '../supervisor/attempts.js';
import type { AttemptInfo, RunReader } from './run-reader.js';

/** What the attempts at one planned session came to. */
export interface SessionProgress {
  /** Number of the last attempt, cut-off ones too: the next one's is one more. */
  readonly attempts: number;
  /** A whole attempt that the rig did not spoil is there, or one that is not played again: nothing is to be done. */
  readonly settled: boolean;
  /**
   * The attempt that counts: the first one that the rig did not spoil, else the last spoiled one, else none.
   * The first and not the best one: a later try of the same session must not be able to improve a score.
   */
  readonly counted: string | undefined;
  /** Attempts that ended and that the rig spoiled, the counted one among them when there is no better. */
  readonly spoiled: readonly string[];
  /** Attempts that were cut off. They are kept as evidence and never counted. */
  readonly cutOff: readonly string[];
}

/** Of a session that was never tried. */
export const NOTHING: SessionProgress = { attempts: 0, settled: false, counted: undefined, spoiled: [], cutOff: [] };

/** Progress of every planned session by its place in the plan. Attempts of sessions that are not in the plan are left out. */
export async function resumeState(reader: RunReader): Promise<Map<number, SessionProgress>> {
  const index = new Map(reader.manifest.plan.map((session, i) => [session.id, i]));
  const progress = new Map<number, SessionProgress>();
  for await (const info of reader.sessions()) {
    const i = planIndex(info, index);
    if (i !== undefined) progress.set(i, withAttempt(progress.get(i) ?? NOTHING, info.attempt, info.end));
  }
  return progress;
}

/** Adds one attempt, in order of their numbers. `end` is undefined for one that was cut off. */
export function withAttempt(
  before: SessionProgress,
  attempt: string,
  end: Pick<SessionEnd, 'reason' | 'spoiled'> | undefined,
): SessionProgress {
  const attempts = Math.max(before.attempts + 1, Number(/-a(\d+)$/.exec(attempt)?.[1] ?? 0));
  if (end === undefined) return { ...before, attempts, cutOff: [...before.cutOff, attempt] };
  if (before.settled) return { ...before, attempts };
  const spoiled = isSpoiled(end) && end.reason !== 'stopped' ? [...before.spoiled, attempt] : before.spoiled;
  return { ...before, attempts, settled: !mayReplay(end), counted: attempt, spoiled };
}

/** Attempts that died before session.json was written are told by their name (simulator/supervisor/attempts.ts). */
function planIndex(info: AttemptInfo, index: ReadonlyMap<string, number>): number | undefined {
  if (info.manifest) return index.get(info.manifest.session.id);
  const found = /^s(\d{4,})-a\d+$/.exec(info.attempt);
  return found === null ? undefined : Number(found[1]);
}
