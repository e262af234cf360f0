/** AUC and average precision of the spans' scores: diagnostics only, they never rank a model (eot-bench.md, "Metrics"). */
import { pairwiseSum } from './pairwise-sum.js';

export interface Classification {
  /** Undefined with scores of one label only. */
  readonly auc: number | undefined;
  readonly ap: number | undefined;
}

/** Hits and false alarms at one of the thresholds. */
interface Point {
  readonly hits: number;
  readonly alarms: number;
}

/** One point a distinct score, highest first: ties are one step. */
function curve(scores: readonly number[], positive: readonly boolean[]): Point[] {
  const order = Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  const points: Point[] = [];
  let [hits, alarms] = [0, 0];
  order.forEach((span, i) => {
    if (positive[span] === true) hits++;
    else alarms++;
    const next = order[i + 1];
    if (next === undefined || scores[next] !== scores[span]) points.push({ hits, alarms });
  });
  return points;
}

/**
 * Areas as scikit-learn adds them up, to the last bit: points on a straight line are dropped before the trapezoids of the ROC curve, and
 * the steps of precision are summed from the lowest score on.
 * @param positive one flag a score
 */
export function classify(scores: readonly number[], positive: readonly boolean[]): Classification {
  const points = curve(scores, positive);
  const { hits: positives, alarms: negatives } = points.at(-1) ?? { hits: 0, alarms: 0 };
  if (positives === 0 || negatives === 0) return { auc: undefined, ap: undefined };
  const corners = points.filter((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before === undefined || after === undefined) return true;
    return after.hits - point.hits !== point.hits - before.hits || after.alarms - point.alarms !== point.alarms - before.alarms;
  });
  let [fromX, fromY] = [0, 0];
  const trapezoids = corners.map(({ hits, alarms }) => {
    const [x, y] = [alarms / negatives, hits / positives];
    const area = ((x - fromX) * (y + fromY)) / 2;
    [fromX, fromY] = [x, y];
    return area;
  });
  const steps = points
    .map(({ hits, alarms }, i) => {
      const before = (points[i - 1]?.hits ?? 0) / positives;
      return (before - hits / positives) * (hits / (hits + alarms));
    })
    .reverse();
  return { auc: pairwiseSum(Float64Array.from(trapezoids)), ap: Math.max(0, -pairwiseSum(Float64Array.from(steps))) };
}
