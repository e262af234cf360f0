/** The spans of one label under a rising threshold. */
import type { ScoredSpans } from './scores.js';
import { float64Of } from './typed.js';

/**
 * Spans of one label. Thresholds come ascending, so that a span's fire time only moves on: each move is an event of the threshold that
 * brings it, found once, and a threshold then costs what it moves.
 */
export class Side {
  readonly count: number;
  readonly duration: Float64Array;
  /** When each span fires at the present threshold; Infinity for never. */
  readonly fire: Float64Array;
  /** Events of threshold t: `#begin[t]` to `#begin[t + 1]`. */
  readonly #begin: Int32Array;
  readonly #span: Int32Array;
  readonly #time: Float64Array;

  constructor(scored: ScoredSpans, label: 'hold' | 'eot', thresholds: Float64Array) {
    const which: number[] = [];
    scored.spans.label.forEach((one, span) => {
      if (one === label) which.push(span);
    });
    this.count = which.length;
    this.duration = float64Of(which, (span) => scored.spans.duration[span] as number);
    this.fire = new Float64Array(this.count).fill(Infinity);
    const [spans, times, at]: [number[], number[], number[]] = [[], [], []];
    const { begin, score, time } = scored;
    const none = thresholds.length;
    which.forEach((span, i) => {
      const end = begin[span + 1] as number;
      // The threshold from which on the steps before this one are not above it.
      let since = 0;
      for (let step = begin[span] as number; step < end && since < none; step++) {
        const until = firstNotBelow(thresholds, score[step] as number);
        if (until <= since) continue;
        spans.push(i);
        times.push(time[step] as number);
        at.push(since);
        since = until;
      }
      if (since === 0 || since === none) return;
      spans.push(i);
      times.push(Infinity);
      at.push(since);
    });
    this.#begin = new Int32Array(none + 1);
    for (const threshold of at) this.#begin[threshold + 1] = (this.#begin[threshold + 1] as number) + 1;
    for (let t = 0; t < none; t++) this.#begin[t + 1] = (this.#begin[t + 1] as number) + (this.#begin[t] as number);
    const next = this.#begin.slice();
    this.#span = new Int32Array(spans.length);
    this.#time = new Float64Array(spans.length);
    at.forEach((threshold, event) => {
      const place = next[threshold] as number;
      next[threshold] = place + 1;
      this.#span[place] = spans[event] as number;
      this.#time[place] = times[event] as number;
    });
  }

  /** To threshold number `threshold`; each one is visited, in order. @returns spans that fire at another time than before */
  moveTo(threshold: number): Int32Array {
    const [from, to] = [this.#begin[threshold] as number, this.#begin[threshold + 1] as number];
    const moved = this.#span.subarray(from, to);
    for (let event = from; event < to; event++) this.fire[this.#span[event] as number] = this.#time[event] as number;
    return moved;
  }
}

/** The first threshold that a score is not above; their number for none. No score is above nothing. */
function firstNotBelow(thresholds: Float64Array, score: number): number {
  let [low, high] = [0, thresholds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (score > (thresholds[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
