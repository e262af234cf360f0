/** A model's probability that the wearer speaks, frame by frame, a table a session. Sessions never mix (entry-yield.md, Output). */
import { percentileOfSorted } from '../stats/percentile.js';
import { EPS_S, GAP_STEPS } from './constants.js';
import type { Window } from './model.js';

/** Frames of one session in rising time. */
export class SessionFrames {
  /** Usual distance of two frames, s; undefined of fewer than two. */
  readonly step: number | undefined;
  /** Pairs of frames between which some are missing, as the index of the first of both. */
  readonly #gaps: readonly number[];

  /** @param t strictly rising. @param p in 0 to 1, as many. */
  constructor(
    readonly session: string,
    readonly t: Float64Array,
    readonly p: Float64Array,
  ) {
    const steps = Float64Array.from({ length: Math.max(0, t.length - 1) }, (_, i) => (t[i + 1] ?? NaN) - (t[i] ?? NaN));
    this.step = percentileOfSorted(steps.slice().sort(), 0.5);
    const longest = GAP_STEPS * (this.step ?? 0);
    const gaps: number[] = [];
    for (const [i, step] of steps.entries()) if (step > longest) gaps.push(i);
    this.#gaps = gaps;
  }

  get gaps(): number {
    return this.#gaps.length;
  }

  /** Index of the first frame at or after a time. */
  #firstFrom(time: number): number {
    let [low, high] = [0, this.t.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.t[middle] ?? Infinity) >= time - EPS_S) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The frames of a window: the first, and how many. */
  within(window: Window): { readonly first: number; readonly frames: number } {
    const first = this.#firstFrom(window.from);
    let after = first;
    while (after < this.t.length && reaches(window, this.t[after] ?? Infinity)) after++;
    return { first, frames: after - first };
  }

  /** Where a frame is missing that the usual step would have put into the window. */
  missing(window: Window): 'before-the-start' | 'past-the-end' | 'gap' | undefined {
    const [start, end] = [this.t[0], this.t.at(-1)];
    if (start === undefined || end === undefined) return 'past-the-end';
    const step = this.step ?? 0;
    if (start - step >= window.from - EPS_S) return 'before-the-start';
    if (reaches(window, end + step)) return 'past-the-end';
    // Missing between the frames of a gap: from one step after the first to one step before the second.
    const hit = (i: number): boolean => reaches(window, (this.t[i] ?? 0) + step) && (this.t[i + 1] ?? 0) - step >= window.from - EPS_S;
    return this.#gaps.some(hit) ? 'gap' : undefined;
  }
}

/** Whether a time lies not behind the window. */
function reaches({ to, closed }: Window, time: number): boolean {
  return closed ? time <= to + EPS_S : time < to - EPS_S;
}

/** Collects frames row by row. */
export class FrameCollector {
  readonly #sessions = new Map<string, { t: number[]; p: number[] }>();

  /** @returns what is wrong with the row, or undefined. */
  add(session: string, t: number, p: number): string | undefined {
    if (!Number.isFinite(t)) return 'the time is no number';
    if (!(p >= 0 && p <= 1)) return `the probability ${p} lies outside of 0 to 1`;
    let known = this.#sessions.get(session);
    if (known === undefined) this.#sessions.set(session, (known = { t: [], p: [] }));
    const last = known.t.at(-1);
    if (last !== undefined && t <= last) return `the time ${t} comes after ${last}: every frame must be later than the one before it`;
    known.t.push(t);
    known.p.push(p);
    return undefined;
  }

  sessions(): ReadonlyMap<string, SessionFrames> {
    return new Map(
      [...this.#sessions].map(([session, { t, p }]) => [session, new SessionFrames(session, Float64Array.from(t), Float64Array.from(p))]),
    );
  }
}
