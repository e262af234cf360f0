/** What a person sees while candidates play: where the search stands, what is asked, and about how long it still takes. */
import type { Size, Step } from '../../shrink/model.js';
import { plain, type Console } from '../console.js';
import { progressLine } from '../progress.js';

/** Questions that a pause still costs: its bisection and the checks below the border (shrink/shorten.ts). */
const A_PAUSE = 10;
/** ddmin asks about twice for what it drops and what it keeps, and every round asks for what is left once more. */
const AGAIN = 2;

export class ShrinkView {
  readonly #start: number;
  #tried = 0;
  #shown = false;

  constructor(
    private readonly console: Console,
    /** Seconds, monotonic. */
    private readonly now: () => number,
  ) {
    this.#start = now();
  }

  say(what: string): void {
    this.#line(0, what);
  }

  step({ what, kept, answer }: Step, best: Size): void {
    this.#tried += 1;
    const left = AGAIN * (best.turns + best.noises + best.pieces) + A_PAUSE;
    const each = (this.now() - this.#start) / this.#tried;
    const stands = `${best.turns + best.noises} turns, ${best.pieces} pieces, ${best.pausesMs} ms of pauses`;
    this.#line(left * each, `${stands} · ${answer.reproduced}/${answer.sessions} ${kept ? 'still' : 'not'}: ${what}`);
  }

  #line(left: number, detail: string): void {
    if (!this.console.live) return;
    const line = progressLine('shrinking', this.#tried, this.#tried, left > 0 ? left : undefined, plain(detail), this.console.width - 1);
    process.stderr.write(`\r\u001b[2K${line}`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) process.stderr.write('\r\u001b[2K');
    this.#shown = false;
  }
}
