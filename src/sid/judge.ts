/**
 * Case and penalty of one clip (semantic-interruption.md, "Metrics"). The two definitions differ in the order of their tests, and at the
 * exact edge of the tolerance, in doubles: `abs(p - t) <= 0.05` against `t - 0.05 <= p && p <= t + 0.05`.
 */
import { EARLY_PENALTY, TOLERANCE_S } from './constants.js';
import type { Case, Definition, Judged, Pair } from './model.js';

export function judge(pair: Pair, definition: Definition): Judged {
  const found = definition === 'text' ? caseOfText(pair) : caseOfNotebook(pair);
  return { ...pair, case: found, penalty: penaltyOf(pair, found) };
}

/** The flags first: only where both have a break are times compared. */
function caseOfText({ clip, prediction }: Pair): Case {
  if (clip.totalNonbreak) return prediction.totalNonbreak ? 'none' : 'false-alarm';
  if (prediction.totalNonbreak) return 'missed';
  if (Math.abs(prediction.breakTime - clip.breakTime) <= TOLERANCE_S) return 'within';
  return prediction.breakTime > clip.breakTime ? 'late' : 'early';
}

/** The times first, so that -1 against -1, and a noise clip with a prediction near its end, are within. */
function caseOfNotebook({ clip, prediction }: Pair): Case {
  const [p, t] = [prediction.breakTime, clip.breakTime];
  if (t - TOLERANCE_S <= p && p <= t + TOLERANCE_S) return 'within';
  if (clip.totalNonbreak) return prediction.totalNonbreak ? 'none' : 'false-alarm';
  if (prediction.totalNonbreak) return 'missed';
  return p > t ? 'late' : 'early';
}

function penaltyOf({ clip, prediction }: Pair, found: Case): number {
  switch (found) {
    case 'within':
    case 'none':
      return 0;
    case 'false-alarm':
      return clip.duration;
    case 'early':
      return clip[EARLY_PENALTY];
    case 'missed':
      return clip.duration - clip.breakTime;
    case 'late':
      return prediction.breakTime - clip.breakTime;
  }
}
