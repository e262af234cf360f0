/** The beta distribution: regularised incomplete beta and its inverse. */
import { logBeta } from './gamma.js';

const MAX_TERMS = 20_000;
const TINY = 1e-300;
const EPSILON = 1e-16;

/** I_x(a, b): the share of Beta(a, b) below x. a and b > 0. Relative error below 1e-11 for a, b to 1e5. @throws RangeError. */
export function betaCdf(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`betaCdf wants positive shapes, not ${a} and ${b}`);
  if (Number.isNaN(x)) throw new RangeError('betaCdf of NaN');
  return incomplete(x, 1 - x, a, b);
}

/** 1 - I_x(a, b) without loss of digits in the upper tail. */
export function betaTail(x: number, a: number, b: number): number {
  return incomplete(1 - x, x, b, a);
}

/** `y` is 1 - x, handed in because the smaller of the two is the exact one. */
function incomplete(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const logOf = (share: number, rest: number): number => (share < 0.5 ? Math.log(share) : Math.log1p(-rest));
  const front = Math.exp(a * logOf(x, y) + b * logOf(y, x) - logBeta(a, b));
  // The continued fraction converges quickly below the mean; above it the mirrored one does.
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(x, a, b)) / a;
  return 1 - (front * continuedFraction(y, b, a)) / b;
}

/** Lentz's method for the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < EPSILON * 4) return result;
  }
  throw new RangeError(`the incomplete beta function of ${a} and ${b} did not converge`);
}

function away(from0: number): number {
  return Math.abs(from0) < TINY ? TINY : from0;
}

/** x with I_x(a, b) = share: Newton steps, kept inside a bracket that is halved where they leave it. @throws RangeError. */
export function betaQuantile(share: number, a: number, b: number): number {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a share lies in [0, 1], not ${share}`);
  if (share === 0 || share === 1) return share;
  const scale = logBeta(a, b);
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let i = 0; i < 500; i++) {
    const error = betaCdf(x, a, b) - share;
    if (error === 0) return x;
    if (error < 0) low = x;
    else high = x;
    if (high - low <= 2 * Number.EPSILON * high) break;
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - scale);
    const next = x - error / density;
    // Small shapes put quantiles at 1e-100: there the bracket is halved on the logarithmic scale.
    const halved = low === 0 ? high / 1024 : high > 4 * low ? Math.sqrt(low) * Math.sqrt(high) : (low + high) / 2;
    const chosen = next > low && next < high ? next : halved;
    if (Math.abs(chosen - x) <= Number.EPSILON * x) return chosen;
    x = chosen;
  }
  return x;
}
