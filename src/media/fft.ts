/** A radix-2 Fourier transform, and what it is here for: correlations at many lags, in place of one sum a lag. */

/** In place, forward, length a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  const { cos, sin } = turnsOf(n);
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    swap(re, i, j);
    swap(im, i, j);
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const stride = n / size;
    for (let from = 0; from < n; from += size) {
      for (let a = from, b = from + half, k = 0; a < from + half; a++, b++, k += stride) {
        const c = cos[k] as number;
        const s = sin[k] as number;
        const x = (re[b] as number) * c - (im[b] as number) * s;
        const y = (re[b] as number) * s + (im[b] as number) * c;
        re[b] = (re[a] as number) - x;
        im[b] = (im[a] as number) - y;
        re[a] = (re[a] as number) + x;
        im[a] = (im[a] as number) + y;
      }
    }
  }
}

interface Turns {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

const TURNS = new Map<number, Turns>();

/** exp(-2 pi i k / n) for k under n / 2; kept, as there are few lengths and they come again. */
function turnsOf(n: number): Turns {
  const kept = TURNS.get(n);
  if (kept) return kept;
  const angle = (_: unknown, k: number): number => (-2 * Math.PI * k) / n;
  const angles = Float64Array.from({ length: n >> 1 }, angle);
  const turns = { cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
  TURNS.set(n, turns);
  return turns;
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = values[i] as number;
  values[i] = values[j] as number;
  values[j] = value;
}

/**
 * Sum over i of signal[lag + i] * template[i], for every lag at which the template lies in the signal.
 * Both real signals go through one transform as the two parts of a complex one.
 */
export function crossCorrelation(signal: Float32Array, template: Float32Array): Float64Array {
  const lags = Math.max(0, signal.length - template.length + 1);
  if (lags === 0) return new Float64Array(0);
  let n = 1;
  while (n < signal.length) n <<= 1;
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  re.set(signal);
  im.set(template);
  transform(re, im);
  const outRe = new Float64Array(n);
  const outIm = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const m = (n - k) & (n - 1);
    const [a, b, c, d] = [re[k] as number, im[k] as number, re[m] as number, im[m] as number];
    // Spectra of the two: S = (Z(k) + Z*(m)) / 2, T = (Z(k) - Z*(m)) / 2i; the correlation's is S T*.
    const sRe = (a + c) / 2;
    const sIm = (b - d) / 2;
    const tRe = (b + d) / 2;
    const tIm = (c - a) / 2;
    // Conjugated, so that the forward transform is the inverse one.
    outRe[k] = sRe * tRe + sIm * tIm;
    outIm[k] = -(sIm * tRe - sRe * tIm);
  }
  transform(outRe, outIm);
  return outRe.subarray(0, lags).map((value) => value / n);
}
