/** The spans of one label under a rising threshold. */
import type { ScoredSpans } from './scores.js';

/** Spans of one label, with a cursor into each one's steps: thresholds come ascending, so fire times only move on. */
export class Side {
  readonly count: number;
  readonly duration: Float64Array;
  /** When each span fires at the present threshold; Infinity for never. */
  readonly fire: Float64Array;
  readonly #at: Int32Array;
  readonly #end: Int32Array;
  constructor(
    private readonly scored: ScoredSpans,
    label: 'hold' | 'eot',
  ) {
    const which = scored.spans.label.flatMap((one, span) => (one === label ? [span] : []));
    this.count = which.length;
    this.duration = Float64Array.from(which, (span) => scored.spans.duration[span] as number);
    // No time: the first threshold changes every span.
    this.fire = new Float64Array(which.length).fill(-1);
    this.#at = Int32Array.from(which, (span) => scored.begin[span] as number);
    this.#end = Int32Array.from(which, (span) => scored.begin[span + 1] as number);
  }

  /** Strictly above the threshold; a span without a score never fires. @returns whether any span fires at another time than before */
  moveTo(threshold: number): boolean {
    const { score, time } = this.scored;
    let changed = false;
    for (let i = 0; i < this.count; i++) {
      let at = this.#at[i] as number;
      const end = this.#end[i] as number;
      while (at < end && !((score[at] as number) > threshold)) at++;
      this.#at[i] = at;
      const fire = at < end ? (time[at] as number) : Infinity;
      if (this.fire[i] === fire) continue;
      this.fire[i] = fire;
      changed = true;
    }
    return changed;
  }
}
