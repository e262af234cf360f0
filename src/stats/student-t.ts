/** Student's t distribution. */
import { betaCdf, betaQuantile } from './beta.js';

/** P(T <= t) with so many degrees of freedom, which need not be whole. */
export function tCdf(t: number, degrees: number): number {
  const tail = 0.5 * betaCdf(degrees / (degrees + t * t), degrees / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}

/** P(|T| >= |t|): the two-sided p value. */
export function tTwoSided(t: number, degrees: number): number {
  return betaCdf(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** t with P(T <= t) = share, 0 < share < 1. @throws RangeError. */
export function tQuantile(share: number, degrees: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`a t quantile wants a share between 0 and 1, not ${share}`);
  const tail = Math.min(share, 1 - share);
  // Near the middle x is close to 1; there 1 - x is found by itself, so that no digit is lost.
  const x = betaQuantile(2 * tail, degrees / 2, 0.5);
  const rest = x > 0.5 ? betaQuantile(1 - 2 * tail, 0.5, degrees / 2) : 1 - x;
  const t = Math.sqrt((degrees * rest) / x);
  return share < 0.5 ? -t : t;
}
