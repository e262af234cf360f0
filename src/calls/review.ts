/**
 * A review in progress: which pauses may be opened, what was labelled, and what its annotator could know when he labelled it. Nothing from the
 * future (premature-reply.md): a pause is opened once every earlier one of its call has a label, so that no later text or sound was on the page.
 */
import { itemKey, type ReviewItem } from './review-items.js';
import type { ReviewLabel } from './review-json.js';

/** What is kept of a pause that was opened. */
export interface OpenedPause {
  readonly callId: string;
  readonly decisionMs: number;
  /** What follows was shown. */
  readonly revealed: boolean;
  /** The label was given when what follows could be known: after it was shown, or after a later pause of the call was opened. */
  readonly labelledKnowing: boolean;
}

export interface SavedReview {
  /** By `itemKey`. */
  readonly labels: ReadonlyMap<string, ReviewLabel>;
  readonly opened: readonly OpenedPause[];
  /** The pause that was opened last. */
  readonly at: { readonly callId: string; readonly decisionMs: number } | undefined;
}

export const NOTHING_SAVED: SavedReview = { labels: new Map(), opened: [], at: undefined };

interface Before {
  readonly item: ReviewItem;
  readonly label: ReviewLabel | undefined;
  readonly knowing: boolean;
}

export class Review {
  readonly #labels: Map<string, ReviewLabel>;
  readonly #revealed = new Set<string>();
  readonly #knowing = new Set<string>();
  /** Per call, where the latest pause that was opened asks. */
  readonly #furthest = new Map<string, number>();
  readonly #done: Before[] = [];
  #at: string | undefined;

  constructor(
    readonly items: readonly ReviewItem[],
    saved: SavedReview = NOTHING_SAVED,
  ) {
    this.#labels = new Map(saved.labels);
    this.#at = saved.at && itemKey(saved.at);
    for (const pause of saved.opened) {
      if (pause.revealed) this.#revealed.add(itemKey(pause));
      if (pause.labelledKnowing) this.#knowing.add(itemKey(pause));
      this.#reach(pause);
    }
    for (const item of items) if (this.#labels.has(itemKey(item))) this.#reach(item);
  }

  get labels(): ReadonlyMap<string, ReviewLabel> {
    return this.#labels;
  }

  get labelled(): number {
    return this.items.filter((item) => this.#labels.has(itemKey(item))).length;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  labelOf(item: ReviewItem): ReviewLabel | undefined {
    return this.#labels.get(itemKey(item));
  }

  isRevealed(item: ReviewItem): boolean {
    return this.#revealed.has(itemKey(item));
  }

  labelledKnowing(item: ReviewItem): boolean {
    return this.#labels.has(itemKey(item)) && this.#knowing.has(itemKey(item));
  }

  /** Whether it may be shown: it was before, or every earlier pause of its call has a label. */
  mayOpen(item: ReviewItem): boolean {
    if (this.wasOpened(item)) return true;
    return this.items.every((one) => one.callId !== item.callId || one.decisionMs >= item.decisionMs || this.#labels.has(itemKey(one)));
  }

  /** @returns undefined where there is none, or it may not be shown yet. */
  open(index: number): ReviewItem | undefined {
    const item = this.items[index];
    if (item === undefined || !this.mayOpen(item)) return undefined;
    this.#reach(item);
    this.#at = itemKey(item);
    return item;
  }

  /** @returns false of a pause that was not opened. */
  label(item: ReviewItem, label: ReviewLabel): boolean {
    if (!this.wasOpened(item)) return false;
    const key = itemKey(item);
    this.#done.push({ item, label: this.#labels.get(key), knowing: this.#knowing.has(key) });
    this.#labels.set(key, label);
    if (this.#revealed.has(key) || (this.#furthest.get(item.callId) ?? 0) > item.decisionMs) this.#knowing.add(key);
    else this.#knowing.delete(key);
    return true;
  }

  /** @returns false of a pause that was not opened. */
  reveal(item: ReviewItem): boolean {
    if (!this.wasOpened(item)) return false;
    this.#revealed.add(itemKey(item));
    return true;
  }

  /** Takes back the last label of this sitting. @returns the pause; undefined where there is nothing to take back. */
  undo(): ReviewItem | undefined {
    const before = this.#done.pop();
    if (before === undefined) return undefined;
    const key = itemKey(before.item);
    if (before.label === undefined) this.#labels.delete(key);
    else this.#labels.set(key, before.label);
    if (before.knowing) this.#knowing.add(key);
    else this.#knowing.delete(key);
    return before.item;
  }

  /** The nearest pause in front of one or behind it that may be shown. */
  beside(index: number, step: 1 | -1): number | undefined {
    for (let i = index + step; i >= 0; i += step) {
      const item = this.items[i];
      if (item === undefined) return undefined;
      if (this.mayOpen(item)) return i;
    }
    return undefined;
  }

  /** Where to go on: the pause of last time, or the next one without a label that may be shown. */
  resumeAt(): number {
    const last = Math.max(0, this.items.findIndex((item) => itemKey(item) === this.#at)); // prettier-ignore
    for (let i = 0; i < this.items.length; i++) {
      const index = (last + i) % this.items.length;
      const item = this.items[index];
      if (item !== undefined && !this.#labels.has(itemKey(item)) && this.mayOpen(item)) return index;
    }
    return last;
  }

  saved(): SavedReview {
    const opened = this.items
      .filter((item) => this.wasOpened(item))
      .map((item) => ({
        callId: item.callId,
        decisionMs: item.decisionMs,
        revealed: this.isRevealed(item),
        labelledKnowing: this.labelledKnowing(item),
      }));
    const at = this.items.find((item) => itemKey(item) === this.#at);
    return { labels: this.#labels, opened, at: at && { callId: at.callId, decisionMs: at.decisionMs } };
  }

  /** Whether it was shown at some time. */
  wasOpened({ callId, decisionMs }: ReviewItem): boolean {
    return decisionMs <= (this.#furthest.get(callId) ?? -1);
  }

  #reach({ callId, decisionMs }: { readonly callId: string; readonly decisionMs: number }): void {
    this.#furthest.set(callId, Math.max(decisionMs, this.#furthest.get(callId) ?? -1));
  }
}
