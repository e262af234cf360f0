import type { Console } from './console.js';

/** "2 m 05 s", "45 s": for people, rounded to the second. */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  const m = Math.floor(s / 60);
  if (m < 60) return `${m} m ${String(s % 60).padStart(2, '0')} s`;
  return `${Math.floor(m / 60)} h ${String(m % 60).padStart(2, '0')} m`;
}

/**
 * Seconds left, from the work done so far; undefined until enough is done to say (5% or one item).
 * @param done finished share, 0 to 1
 * @param elapsed seconds since the start
 */
export function remaining(done: number, elapsed: number): number | undefined {
  if (done <= 0 || elapsed <= 0) return undefined;
  return (elapsed * (1 - done)) / done;
}

/** How far: "3/12" of what is counted, "42%" of what has no number of its own. */
const farWords = (done: number, total: number, percent: boolean): string =>
  percent ? `${Math.round((100 * done) / Math.max(1, total))}%` : `${done}/${total}`;

/** One line of progress, no wider than `width`. @param left seconds; undefined when nothing can be said yet */
export function progressLine(
  label: string,
  done: number,
  total: number,
  left: number | undefined,
  detail: string,
  width: number,
  percent = false,
): string {
  const eta = left === undefined ? '' : `, about ${formatDuration(left)} left`;
  const line = `${label} ${farWords(done, total, percent)}${eta}${detail === '' ? '' : ` · ${detail}`}`;
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
}

/**
 * A progress line that rewrites itself on a terminal and stays quiet elsewhere.
 * `now` is injected (seconds, monotonic) so that it can be tested.
 */
export class Progress {
  #shown = false;
  #last = { done: 0, detail: '' };
  /** When `done` last changed: the estimate is made then, and counts down until it changes again. */
  #changed: { readonly done: number; readonly at: number };
  readonly #start: number;
  constructor(
    private readonly console: Console,
    private readonly label: string,
    private readonly total: number,
    private readonly now: () => number,
    private readonly expected?: number,
    /** Shares are told in percent: there is nothing to count. */
    private readonly percent = false,
  ) {
    this.#start = now();
    this.#changed = { done: 0, at: this.#start };
  }

  /** Seconds left; undefined while nothing is known. */
  left(done: number): number | undefined {
    const now = this.now();
    if (done !== this.#changed.done) this.#changed = { done, at: now };
    const share = this.total > 0 ? done / this.total : 0;
    const estimate = remaining(share, this.#changed.at - this.#start) ?? this.expected;
    return estimate === undefined ? undefined : Math.max(0, estimate - (now - this.#changed.at));
  }

  update(done: number, detail = ''): void {
    if (!this.console.live) return;
    this.#last = { done, detail };
    const line = progressLine(this.label, done, this.total, this.left(done), detail, this.console.width - 1, this.percent);
    process.stderr.write(`\r\u001b[2K${line}`);
    this.#shown = true;
  }

  /** Shows the same again with the time that has passed. */
  tick(): void {
    if (this.#shown) this.update(this.#last.done, this.#last.detail);
  }

  /** Clears the line, so that what is printed next starts clean. */
  clear(): void {
    if (this.#shown) process.stderr.write('\r\u001b[2K');
    this.#shown = false;
  }
}
