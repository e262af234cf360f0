/**
 * Decimal rounding as Python does it. The benchmark's times are `round(x, 6)` and its tables `f"{x:.1f}"` (eot-bench.md, "Span set and
 * grid"); both round the exact binary value, and an exact tie to the even digit. `Number.toFixed` is exact as well, but takes ties up.
 */

/** Places that times are kept to: microseconds. */
export const TIME_PLACES = 6;

/** Below 2^-(places + 1) steps a double cannot lie exactly between two decimals: a tie is an odd multiple of it (5^n divides nothing else). */
function isTie(magnitude: number, places: number): boolean {
  const halves = magnitude * 2 ** (places + 1);
  return Number.isInteger(halves) && halves % 2 === 1;
}

/** `f"{x:.<places>f}"`; x is finite and below 1e21. */
export function formatFixed(x: number, places: number): string {
  const magnitude = Math.abs(x);
  const sign = x < 0 || Object.is(x, -0) ? '-' : '';
  const up = magnitude.toFixed(places);
  if (!isTie(magnitude, places)) return sign + up;
  const last = up.charCodeAt(up.length - 1) - 48;
  // A tie went up: where that made the digit odd, the even one lies one unit below, without a borrow.
  return sign + (last % 2 === 0 ? up : up.slice(0, -1) + String(last - 1));
}

/** `round(x, places)`: the double nearest to that decimal. */
export function roundTo(x: number, places: number): number {
  return Number.isFinite(x) ? Number(formatFixed(x, places)) : x;
}

/** Seconds to microseconds, as every time in a file. */
export function round6(x: number): number {
  return roundTo(x, TIME_PLACES);
}

/** `numpy.round(x, 6)`: scaled, taken to the nearest integer (ties to even) and scaled back, which is not the same as round6 everywhere. */
export function numpyRound6(x: number): number {
  const scaled = x * 1e6;
  const down = Math.floor(scaled);
  const rest = scaled - down;
  const whole = rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1;
  return whole / 1e6;
}
