/**
 * The lower hull of (RTP time, lateness) and the line that touches it (protocols/measurement.md, "Placing RTP": "lower hull of
 * (RTP time, arrival), slope within 200 ppm"; after Moon, Skelly and Towsley, INFOCOM 1999).
 *
 * A packet can be late but never early, so the sender's clock lies on the lower side of all points. Of the lines below every point,
 * the one closest to them on average runs along the hull's edge over the mean of the RTP times.
 */

export interface Line {
  /** y = at0 + slope * (x - x0). */
  readonly x0: number;
  readonly at0: number;
  /** dy/dx, dimensionless. */
  readonly slope: number;
}

export function lineAt(line: Line, x: number): number {
  return line.at0 + line.slope * (x - line.x0);
}

/** Grows by one point at a time; x must not go back. Keeps the hull's corners only: a few dozen for a session. */
export class LowerHull {
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  #count = 0;
  #meanX = 0;

  /** How many points it has seen. */
  get count(): number {
    return this.#count;
  }

  /** @throws RangeError when x goes back. */
  add(x: number, y: number): void {
    const xs = this.#xs;
    const ys = this.#ys;
    const last = xs.at(-1);
    if (last !== undefined && x < last) throw new RangeError('points must come in the order of x');
    this.#count += 1;
    this.#meanX += (x - this.#meanX) / this.#count;
    if (last === x) {
      // Of two points above each other only the lower one can be a corner.
      if (y >= (ys.at(-1) ?? Infinity)) return;
      xs.pop();
      ys.pop();
    }
    while (xs.length >= 2 && !turnsUp(xs, ys, x, y)) {
      xs.pop();
      ys.pop();
    }
    xs.push(x);
    ys.push(y);
  }

  /** The highest line at the mean x that no point lies below, with |slope| <= maxSlope. Undefined without points. */
  line(maxSlope: number): Line | undefined {
    if (this.#count === 0) return undefined;
    const x0 = this.#meanX;
    const slope = Math.max(-maxSlope, Math.min(maxSlope, this.#edgeOver(x0)));
    let at0 = Infinity;
    for (const [i, x] of this.#xs.entries()) at0 = Math.min(at0, (this.#ys[i] ?? Infinity) - slope * (x - x0));
    return { x0, at0, slope };
  }

  /** Slope of the hull's edge over x; 0 with a single corner. */
  #edgeOver(x: number): number {
    const xs = this.#xs;
    const ys = this.#ys;
    let low = 0;
    let high = xs.length - 1;
    if (high === 0) return 0;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((xs[middle] ?? Infinity) <= x) low = middle;
      else high = middle;
    }
    return ((ys[high] ?? 0) - (ys[low] ?? 0)) / ((xs[high] ?? 0) - (xs[low] ?? 0));
  }
}

/** Whether the way over the last two corners to the point bends upward, so that the last corner stays a corner. */
function turnsUp(xs: readonly number[], ys: readonly number[], x: number, y: number): boolean {
  const [ax, ay, bx, by] = [xs.at(-2) ?? 0, ys.at(-2) ?? 0, xs.at(-1) ?? 0, ys.at(-1) ?? 0];
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0;
}
