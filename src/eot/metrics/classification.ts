/** AUC and average precision of the spans' scores: diagnostics only, they never rank a model (eot-bench.md, "Metrics"). */
import { pairwiseSum } from './pairwise-sum.js';

export interface Classification {
  /** Undefined with scores of one label only. */
  readonly auc: number | undefined;
  readonly ap: number | undefined;
}

/** Hits and false alarms at each distinct score, highest first: ties are one step. */
interface Curve {
  readonly hits: readonly number[];
  readonly alarms: readonly number[];
}

function curve(scores: Float64Array, positive: readonly boolean[]): Curve {
  // Two sorted lists: numbers sort by themselves many times faster than places sort by a comparison.
  const [hitScores, otherScores] = [scores.filter((_, i) => positive[i] === true), scores.filter((_, i) => positive[i] !== true)];
  hitScores.sort();
  otherScores.sort();
  const [hits, alarms]: [number[], number[]] = [[], []];
  let [hit, other] = [hitScores.length - 1, otherScores.length - 1];
  while (hit >= 0 || other >= 0) {
    const score = Math.max(hitScores[hit] ?? -Infinity, otherScores[other] ?? -Infinity);
    while (hit >= 0 && hitScores[hit] === score) hit--;
    while (other >= 0 && otherScores[other] === score) other--;
    hits.push(hitScores.length - 1 - hit);
    alarms.push(otherScores.length - 1 - other);
  }
  return { hits, alarms };
}

/**
 * Areas as scikit-learn adds them up, to the last bit: points on a straight line are dropped before the trapezoids of the ROC curve, and
 * the steps of precision are summed from the lowest score on.
 * @param scores none of them NaN
 * @param positive one flag a score
 */
export function classify(scores: Float64Array, positive: readonly boolean[]): Classification {
  const { hits, alarms } = curve(scores, positive);
  const last = hits.length - 1;
  const [positives, negatives] = [hits[last] ?? 0, alarms[last] ?? 0];
  if (positives === 0 || negatives === 0) return { auc: undefined, ap: undefined };
  const trapezoids: number[] = [];
  const steps = new Float64Array(hits.length);
  let [fromX, fromY, before] = [0, 0, 0];
  for (let i = 0; i <= last; i++) {
    const [hit, alarm] = [hits[i] as number, alarms[i] as number];
    steps[last - i] = (before - hit / positives) * (hit / (hit + alarm));
    before = hit / positives;
    if (i > 0 && i < last) {
      const [lessHit, moreHit] = [hits[i - 1] as number, hits[i + 1] as number];
      const [lessAlarm, moreAlarm] = [alarms[i - 1] as number, alarms[i + 1] as number];
      if (moreHit - hit === hit - lessHit && moreAlarm - alarm === alarm - lessAlarm) continue;
    }
    const [x, y] = [alarm / negatives, hit / positives];
    trapezoids.push(((x - fromX) * (y + fromY)) / 2);
    [fromX, fromY] = [x, y];
  }
  return { auc: pairwiseSum(Float64Array.from(trapezoids)), ap: Math.max(0, -pairwiseSum(steps)) };
}
