/** To a millionth: thirds have no end in decimals, and stored scores shall not either. */
export function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
