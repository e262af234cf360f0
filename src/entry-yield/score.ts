/** Scores of all opportunities from the frames of their own session. Pure. */
import type { SessionFrames } from './frames.js';
import { entryScore, entryWindow } from './score-entry.js';
import { yieldScore, yieldWindow } from './score-yield.js';
import { KINDS, type Excluded, type Opportunity, type Reading, type ScoredOpportunity } from './model.js';

export interface Scores {
  readonly scored: readonly ScoredOpportunity[];
  readonly excluded: readonly Excluded[];
}

export function scoreOpportunities(
  opportunities: readonly Opportunity[],
  sessions: ReadonlyMap<string, SessionFrames>,
  reading: Reading,
): Scores {
  const scored: ScoredOpportunity[] = [];
  const excluded: Excluded[] = [];
  for (const one of opportunities) {
    const found = scoreOne(one, sessions.get(one.session), reading);
    if ('score' in found) scored.push(found);
    else excluded.push(found);
  }
  return { scored, excluded };
}

function scoreOne(opportunity: Opportunity, frames: SessionFrames | undefined, reading: Reading): ScoredOpportunity | Excluded {
  const { id, session, kind } = opportunity;
  const { task } = KINDS[kind];
  const exclude = (why: Excluded['why'], detail = ''): Excluded => ({ id, session, kind, task, why, detail, opportunity });
  if (frames === undefined) return exclude('no-session');
  const window = task === 'entry' ? entryWindow(opportunity, reading) : yieldWindow(opportunity);
  const missing = frames.missing(window);
  if (missing !== undefined) return exclude(missing, `${window.from} s to ${window.to} s`);
  const { first, frames: count } = frames.within(window);
  if (count === 0) return exclude('no-frame', `${window.from} s to ${window.to} s`);
  const score = task === 'entry' ? entryScore(frames, first, count) : yieldScore(frames, first, count);
  return { ...opportunity, window, score, first, frames: count };
}
