/** The standard normal distribution. */

const SQRT_TWO = Math.SQRT2;

/** Φ(z), relative error below 1e-13 in both tails down to 1e-300. */
export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / SQRT_TWO);
}

/** erfc(x) = 1 - erf(x): Taylor's series near 0, the continued fraction of the tail beyond (Abramowitz and Stegun, 7.1.6 and 7.1.14). */
function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2.5) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  let fraction = 0;
  for (let n = 80; n >= 1; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / ((x + fraction) * Math.sqrt(Math.PI));
}

/** Wichura's algorithm AS 241 (PPND16), Applied Statistics 37 (1988), 477-484: coefficients from the highest power down, as doubles. */
const CENTRE = {
  top: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513, 133.14166789178438,
    3.3871328727963665,
  ],
  bottom: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579, 42.31333070160091,
    1,
  ],
};
const MIDDLE = {
  top: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045, 5.769497221460691,
    4.630337846156546, 1.4234371107496835,
  ],
  bottom: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851, 1.6763848301838038,
    2.053191626637759, 1,
  ],
};
const TAIL = {
  top: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487, 1.7848265399172913,
    5.463784911164114, 6.657904643501103,
  ],
  bottom: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615, 0.1369298809227358,
    0.599832206555888, 1,
  ],
};

function ratio({ top, bottom }: { readonly top: readonly number[]; readonly bottom: readonly number[] }, r: number): number {
  const at = (coefficients: readonly number[]): number => coefficients.reduce((sum, one) => sum * r + one, 0);
  return at(top) / at(bottom);
}

/** z with Φ(z) = share, 0 < share < 1; relative error about 1e-15. @throws RangeError. */
export function normalQuantile(share: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`a normal quantile wants a share between 0 and 1, not ${share}`);
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(Math.min(share, 1 - share)));
  const z = r <= 5 ? ratio(MIDDLE, r - 1.6) : ratio(TAIL, r - 5);
  return q < 0 ? -z : z;
}
