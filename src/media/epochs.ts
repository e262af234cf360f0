/**
 * Where a sender's clock stood still, jumped or began anew (protocols/measurement.md, "Placing RTP: epochs").
 *
 * The detector sees one track's anchors in sequence order and says where epochs begin. It is causal, so that the live ear and the scorer
 * use the same rules; what the scorer adds is that it may look at both sides of a boundary (placement.ts).
 */
import { msToSamples, SAMPLE_RATE, type RigPos, type Samples, type TrackTime } from '../time/position.js';
import type { EpochCause } from '../time/mapping.js';

/** "steps up by more than 15 ms and stays up for at least 5 packets" (measurement.md). */
export const STEP: Samples = msToSamples(15);
export const STEP_PACKETS = 5;
/** The level before a step is the lowest of this much; a sender within 200 ppm moves by 2 ms in it. */
const LEVEL_WINDOW: Samples = 10 * SAMPLE_RATE;
/** A sender's own pushes are late by 2 ms at p95 (facts.md, "Publishing"): a level moves by that without any cause. */
export const MIN_JITTER: Samples = msToSamples(2);
/** So many packets tell how much a level jitters. */
const JITTER_PACKETS = 64;

/** A packet that may anchor: received itself, not recovered, not blank. */
export interface Anchor {
  readonly time: TrackTime;
  readonly duration: Samples;
  readonly arrival: RigPos;
}

/** Arrival minus the end of the packet's audio in its own time: what steps when the sender's clock does. A packet leaves when it is full. */
export function lateness(anchor: Anchor): number {
  return anchor.arrival - anchor.time - anchor.duration;
}

/** How far a level's packets lie apart: from the lowest to the p95; to the highest when they are few. 0 without any. */
export function spread(values: readonly number[]): Samples {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[sorted.length < 20 ? sorted.length - 1 : Math.floor(0.95 * (sorted.length - 1))];
  return high === undefined ? 0 : high - (sorted[0] ?? 0);
}

export interface EpochStart {
  /** Number of the anchor (0 is the first pushed) that begins the epoch. */
  readonly anchor: number;
  readonly cause: EpochCause;
  /** Height of the step in samples, up or down, as far as it was seen when it was known; 0 for the other causes. */
  readonly step: Samples;
  readonly confirmed: boolean;
}

interface Pending {
  readonly anchor: Anchor;
  readonly index: number;
  readonly paced: boolean;
  /** RTP time went ahead of the audio that was sent (or lost) before it. */
  readonly jumped: boolean;
}

export class EpochDetector {
  #index = -1;
  #last: Anchor | undefined;
  #level = new WindowMinimum(LEVEL_WINDOW);
  #recent: number[] = [];
  /** Anchors of the epoch that arrived at the sender's pace: each tells its level on its own. */
  #paced = 0;
  #pending: Pending[] = [];

  /** How many of the last anchors are up, but not yet for long enough. */
  get pending(): number {
    return this.#pending.length;
  }

  /** How many anchors it has seen. */
  get anchors(): number {
    return this.#index + 1;
  }

  /** The level of the running epoch: the lowest lateness of its last seconds. Infinity before the first anchor. */
  get level(): number {
    return this.#level.value;
  }

  /**
   * Takes the next anchor. `boundary` says that nothing links it to the ones before it (another SSRC, a mute). Returns the epochs whose
   * beginning it has made known: mostly none; a step up is known at its fifth packet and begins at its first.
   */
  push(anchor: Anchor, boundary?: Exclude<EpochCause, 'step-up' | 'step-down'>): EpochStart[] {
    this.#index += 1;
    const paced = this.#isPaced(anchor);
    const jumped = this.#last !== undefined && anchor.time > this.#last.time + this.#last.duration + STEP;
    this.#last = anchor;
    if (boundary !== undefined || this.#index === 0) {
      const left = this.finish();
      this.#begin(anchor, true);
      return [...left, { anchor: this.#index, cause: boundary ?? 'start', step: 0, confirmed: true }];
    }
    return this.#take({ anchor, index: this.#index, paced, jumped });
  }

  /** Nothing more comes: anchors that were up to the end begin an epoch of their own, because nothing spoke against it. */
  finish(): EpochStart[] {
    const [first] = this.#pending;
    if (first === undefined) return [];
    const step = this.#pendingLevel() - this.level;
    this.#pending = [];
    return [{ anchor: first.index, cause: 'step-up', step, confirmed: false }];
  }

  #take(item: Pending): EpochStart[] {
    const late = lateness(item.anchor);
    if (late > this.level + STEP) {
      this.#pending.push(item);
      if (this.#pending.filter((p) => p.paced).length < STEP_PACKETS) return [];
      return this.#confirm();
    }
    // Back at the old level: the ones that were up were only late.
    for (const { anchor, paced } of this.#pending) this.#add(anchor, paced);
    this.#pending = [];
    // A level that few packets have shown may have been jitter alone, unless RTP time itself jumped.
    if (late < this.level - MIN_JITTER && late < this.level - this.#jitter() && (this.#paced >= STEP_PACKETS || item.jumped)) {
      const step = late - this.level;
      this.#begin(item.anchor, item.paced);
      return [{ anchor: item.index, cause: 'step-down', step, confirmed: true }];
    }
    this.#add(item.anchor, item.paced);
    return [];
  }

  /** The step is one. What came after its first packet is seen again on the new level: there may be another step in it. */
  #confirm(): EpochStart[] {
    const [first, ...rest] = this.#pending;
    if (first === undefined) return [];
    const starts: EpochStart[] = [{ anchor: first.index, cause: 'step-up', step: this.#pendingLevel() - this.level, confirmed: true }];
    this.#pending = [];
    this.#begin(first.anchor, first.paced);
    for (const item of rest) starts.push(...this.#take(item));
    return starts;
  }

  #begin(anchor: Anchor, paced: boolean): void {
    this.#level = new WindowMinimum(LEVEL_WINDOW);
    this.#recent = [];
    this.#paced = 0;
    this.#add(anchor, paced);
  }

  #add(anchor: Anchor, paced: boolean): void {
    const late = lateness(anchor);
    this.#level.add(anchor.time, late);
    this.#recent.push(late);
    if (this.#recent.length > JITTER_PACKETS) this.#recent.shift();
    if (paced) this.#paced += 1;
  }

  /** How far below its level a packet must be to be no jitter: farther than the level's own packets lie apart. */
  #jitter(): number {
    return Math.max(MIN_JITTER, spread(this.#recent));
  }

  #pendingLevel(): number {
    return Math.min(...this.#pending.map((p) => lateness(p.anchor)));
  }

  /**
   * A packet that comes in less than half of its own length after the one before belongs to a burst. A stalled network or a sender that
   * catches up ends in one, whose packets are "up" one after the other without telling anything but that; only the last of them shows
   * whether the clock stood still. So bursts do not count among the five packets.
   */
  #isPaced(anchor: Anchor): boolean {
    return this.#last === undefined || anchor.arrival - this.#last.arrival >= anchor.duration / 2;
  }
}

/** Minimum over a sliding window, amortised O(1): the candidates rise from front to back. */
class WindowMinimum {
  readonly #window: number;
  #items: { readonly x: number; readonly y: number }[] = [];
  constructor(window: number) {
    this.#window = window;
  }

  get value(): number {
    return this.#items[0]?.y ?? Infinity;
  }

  /** What is older than the window goes, but only when something newer has come: a long hole does not empty it. */
  add(x: number, y: number): void {
    while ((this.#items.at(-1)?.y ?? -Infinity) >= y) this.#items.pop();
    this.#items.push({ x, y });
    while ((this.#items[0]?.x ?? x) < x - this.#window) this.#items.shift();
  }
}
