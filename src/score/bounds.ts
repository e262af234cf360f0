/** Worst-case bounds: what a rate would be if all that the rig spoiled had failed, and if all of it had passed (measurement.md, Outcomes). */
export interface Bounds {
  /** Of what could not be counted, so many. */
  readonly spoiled: number;
  /** Shares from 0 to 1. */
  readonly lowest: number;
  readonly highest: number;
}

/** @param hits of `counted` that were decided. @returns undefined when nothing was spoiled: then the rate is what it is. */
export function worstCase(hits: number, counted: number, spoiled: number): Bounds | undefined {
  if (spoiled === 0) return undefined;
  const all = counted + spoiled;
  return { spoiled, lowest: share(hits / all), highest: share((hits + spoiled) / all) };
}

/** To a millionth: thirds have no end in decimals, and stored scores shall not either. */
function share(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
