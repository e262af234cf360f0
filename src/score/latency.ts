/**
 * Verdicts on latencies need a clock that was measured (design.md, rule 6: outside its limits the rig "refuses latency verdicts and says
 * why"). What only asks whether the agent spoke, and in which pause, stays.
 */
import type { LatencyBasis } from '../recording/model.js';
import type { Measure, SessionScore, WindowScore } from './model.js';

/** Measures whose verdict is a length against the file's limit. The windows of selective participation are the protocol's, not limits. */
const LATENCY_MEASURES: ReadonlySet<Measure> = new Set<Measure>(['reply', 'yield', 'continue']);

export const NOT_JUDGED_FLAG = 'latency-not-judged';

/** The score as it is, or without its verdicts on latencies. Values stay in their windows, and out of the run's figures. */
export function judgedLatencies(score: SessionScore, basis: LatencyBasis | undefined): SessionScore {
  if (basis === undefined || basis.may) return score;
  return { ...score, windows: score.windows.map((one) => (LATENCY_MEASURES.has(one.measure) ? refused(one, basis.reason) : one)) };
}

function refused(window: WindowScore, reason: string): WindowScore {
  if (window.verdict === 'unscored') return window;
  return {
    ...window,
    verdict: 'unscored',
    reason: `latency not judged: ${reason}`,
    counted: false,
    flags: [...window.flags, NOT_JUDGED_FLAG],
  };
}
