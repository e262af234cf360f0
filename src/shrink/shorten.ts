/**
 * The shortest length that still shows a fault, on a grid, by bisection. That a fault which a shorter length shows is shown by every longer one
 * is assumed by the bisection, and then checked: some shorter lengths are tried all the same, and where one shows it the search goes on from there.
 */

/** Shorter lengths that are tried below the border found (chosen). */
const PROBES = 4;
/** Each find below the border halves what is left at least; more rounds than this would play the whole grid. */
const ROUNDS = 6;

export interface Shortened {
  readonly length: number;
  /** False: a shorter length showed it where a longer one did not. */
  readonly monotone: boolean;
}

/**
 * @param from a length that shows it
 * @param least the shortest that makes sense, on the grid
 * @param step of the grid
 * @param settled it was shortened before, when there was more around it: where the next shorter length does not show it, nothing is asked again
 * @param test whether a length shows it; `probe` when it is one that the bisection has ruled out
 */
export async function shorten(
  from: number,
  least: number,
  step: number,
  test: (length: number, probe: boolean) => Promise<boolean>,
  settled = false,
): Promise<Shortened> {
  if (from <= least) return { length: from, monotone: true };
  const next = Math.max(least, least + step * (Math.ceil((from - least) / step) - 1));
  if (settled && !(await test(next, false))) return { length: from, monotone: true };
  if (await test(least, false)) return { length: least, monotone: true };
  let length = await border(least, from, least, step, (one) => test(one, false));
  let monotone = true;
  for (let round = 0; round < ROUNDS; round++) {
    const probes = between(least, length - step, least, step);
    const found = await firstShown(probes, test);
    if (found === undefined) break;
    monotone = false;
    const under = probes[probes.indexOf(found) - 1] ?? least;
    length = await border(under, found, least, step, (one) => test(one, false));
  }
  return { length, monotone };
}

async function firstShown(
  probes: readonly number[],
  test: (length: number, probe: boolean) => Promise<boolean>,
): Promise<number | undefined> {
  for (const probe of probes) if (await test(probe, true)) return probe;
  return undefined;
}

/** Bisects between a length that does not show it and one that does. */
async function border(
  hidden: number,
  shown: number,
  least: number,
  step: number,
  test: (length: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [hidden, shown];
  for (;;) {
    const steps = Math.ceil((high - low) / step);
    if (steps <= 1) return high;
    const middle = least + step * Math.floor((low - least) / step + steps / 2);
    if (middle <= low || middle >= high) return high;
    if (await test(middle)) high = middle;
    else low = middle;
  }
}

/** Points of the grid strictly between, evenly spread, rising. */
function between(low: number, high: number, least: number, step: number): number[] {
  const points: number[] = [];
  for (let i = 1; i <= PROBES; i++) {
    const point = least + step * Math.round((low + ((high - low) * i) / (PROBES + 1) - least) / step);
    if (point > low && point < high && !points.includes(point)) points.push(point);
  }
  return points;
}
