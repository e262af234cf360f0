/** What the review page may ask for: a pause up to its decision, its sound, a label, what follows. One change at a time, each on the disk before it is told. */
import type { Texts } from '../../src/calls/history.js';
import type { HistoryRow } from '../../src/calls/model.js';
import type { Review } from '../../src/calls/review.js';
import type { ReviewItem } from '../../src/calls/review-items.js';
import type { ReviewItemJson, ReviewLabel, ReviewStart } from '../../src/calls/review-json.js';
import { SOUND_RATE } from './call-sounds.js';

/** Sound before the decision, ms, and behind the pause once that is shown; a pause may last, so at most so much behind the decision. */
const BEFORE_MS = 8_000;
const AFTER_PAUSE_MS = 2_000;
const MOST_AFTER_MS = 20_000;

export interface DeskOptions {
  readonly annotator: string;
  readonly review: Review;
  /** Brings the review to the disk. */
  readonly save: () => Promise<void>;
  readonly texts: Texts;
  readonly history: readonly HistoryRow[];
  /** Length of a call's recording, ms. */
  readonly lengthOf: (callId: string) => number;
  readonly sound: (callId: string, fromMs: number, toMs: number) => Promise<Uint8Array>;
}

/** Asked for what may not be shown, or is not there. */
export class NotToBeShown extends Error {}

export class ReviewDesk {
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DeskOptions) {}

  start(): ReviewStart {
    return { annotator: this.options.annotator, at: this.options.review.resumeAt() };
  }

  /** That it was opened is kept before anything of it is told. @throws NotToBeShown; TurnrigError `store`. */
  show(index: number): Promise<ReviewItemJson> {
    return this.#inTurn(async () => {
      const item = this.options.review.open(index);
      if (item === undefined) throw new NotToBeShown('Label the pauses before it first: what comes later is not to be known.');
      await this.options.save();
      return this.#json(index, item);
    });
  }

  /** @returns bytes as CallSounds gives them. @throws NotToBeShown; TurnrigError. */
  async sound(index: number): Promise<Uint8Array> {
    await this.#queue;
    const item = this.#opened(index);
    const { fromMs, toMs } = this.#stretch(item);
    return this.options.sound(item.callId, fromMs, toMs);
  }

  /** A label that cannot be written was not given. @throws NotToBeShown; TurnrigError `store`. */
  label(index: number, label: ReviewLabel): Promise<ReviewItemJson> {
    return this.#inTurn(async () => {
      const { review, save } = this.options;
      const item = this.#opened(index);
      review.label(item, label);
      try {
        await save();
      } catch (error) {
        review.undo();
        throw error;
      }
      return this.#json(index, item);
    });
  }

  /** @throws NotToBeShown; TurnrigError `store`: then nothing is shown. */
  reveal(index: number): Promise<ReviewItemJson> {
    return this.#inTurn(async () => {
      const item = this.#opened(index);
      this.options.review.reveal(item);
      await this.options.save();
      return this.#json(index, item);
    });
  }

  /** @throws NotToBeShown when there is nothing to take back; TurnrigError `store`. */
  undo(): Promise<ReviewItemJson> {
    return this.#inTurn(async () => {
      const { review, save } = this.options;
      const item = review.undo();
      if (item === undefined) throw new NotToBeShown('There is nothing to undo: no label was given in this sitting.');
      const index = review.items.indexOf(item);
      review.open(index);
      await save();
      return this.#json(index, item);
    });
  }

  /** Once everything that was asked for is done. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** A pause that was shown before. */
  #opened(index: number): ReviewItem {
    const { review } = this.options;
    const item = review.items[index];
    if (item === undefined || !review.wasOpened(item)) throw new NotToBeShown('That pause has not been opened.');
    return item;
  }

  /** What may be heard and read of it. */
  #stretch(item: ReviewItem): { readonly fromMs: number; readonly toMs: number } {
    const { callId, decisionMs, pause } = item;
    const fromMs = Math.max(0, Math.min(decisionMs, pause?.startMs ?? decisionMs) - BEFORE_MS);
    if (!this.options.review.isRevealed(item)) return { fromMs, toMs: decisionMs };
    const behind = Math.min((pause?.endMs ?? decisionMs) + AFTER_PAUSE_MS, decisionMs + MOST_AFTER_MS);
    return { fromMs, toMs: Math.max(decisionMs, Math.min(behind, this.options.lengthOf(callId))) };
  }

  #json(index: number, item: ReviewItem): ReviewItemJson {
    const { review, texts, history } = this.options;
    const { callId, decisionMs, pause } = item;
    const { fromMs, toMs } = this.#stretch(item);
    const current = item.points[0]?.userText ?? '';
    const known = texts.at({ callId, decisionMs, userText: current }, { mode: 'offline' });
    // Shown is what had ended by then; what follows comes with the sound of it.
    const later = history
      .filter((row) => row.callId === callId && row.endMs > decisionMs && row.endMs <= toMs)
      .map(({ role, startMs, transcript }) => ({ role, startMs, text: transcript, later: true }));
    return {
      index,
      count: review.items.length,
      labelled: review.labelled,
      callId,
      decisionMs,
      pauseStartMs: pause?.startMs ?? null,
      history: [...known.history.map((row) => ({ ...row, later: false })), ...later],
      current,
      label: review.labelOf(item) ?? null,
      revealed: review.isRevealed(item),
      labelledKnowing: review.labelledKnowing(item),
      sound: { fromMs, toMs, rate: SOUND_RATE },
      previous: review.beside(index, -1) ?? null,
      next: review.beside(index, 1) ?? null,
      canUndo: review.canUndo,
    };
  }
}
