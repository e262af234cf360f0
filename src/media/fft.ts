/**
 * A radix-2 Fourier transform, and what it is here for: correlations at many lags, in place of one sum a lag. Signals are real, so each goes
 * through a transform of half its length, even samples as real and odd ones as imaginary parts (Sorensen et al. 1987).
 */

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
  // Pairs, without a multiplication.
  for (let a = 0, b = 1; b < n; a += 2, b += 2) {
    const [x, y] = [re[b] as number, im[b] as number];
    re[b] = (re[a] as number) - x;
    im[b] = (im[a] as number) - y;
    re[a] = (re[a] as number) + x;
    im[a] = (im[a] as number) + y;
  }
  for (let size = 4; size <= n; size <<= 1) {
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

/** Of a real signal of length n: its frequencies 0 to n / 2. */
interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Of the samples and zeros behind them. @param n a power of two, 4 or more, not less than there are samples. */
function spectrumOf(samples: Float32Array, n: number): Spectrum {
  const m = n >> 1;
  const re = new Float64Array(m + 1);
  const im = new Float64Array(m + 1);
  for (let i = 0, k = 0; i < samples.length; i += 2, k++) {
    re[k] = samples[i] as number;
    im[k] = i + 1 < samples.length ? (samples[i + 1] as number) : 0;
  }
  transform(re.subarray(0, m), im.subarray(0, m));
  re[m] = re[0] as number;
  im[m] = im[0] as number;
  const { cos, sin } = turnsOf(n);
  // Even samples' spectrum is (Z(k) + Z*(m - k)) / 2, odd ones' (Z(k) - Z*(m - k)) / 2i; together E + O exp(-2 pi i k / n).
  for (let k = 0, j = m; k <= j; k++, j--) {
    const [a, b, c, d] = [re[k] as number, im[k] as number, re[j] as number, im[j] as number];
    const [evenRe, evenIm, oddRe, oddIm] = [(a + c) / 2, (b - d) / 2, (b + d) / 2, (c - a) / 2];
    const x = oddRe * (cos[k] as number) - oddIm * (sin[k] as number);
    const y = oddRe * (sin[k] as number) + oddIm * (cos[k] as number);
    re[k] = evenRe + x;
    im[k] = evenIm + y;
    re[j] = evenRe - x;
    im[j] = y - evenIm;
  }
  return { re, im };
}

/** The real signal of a spectrum, its first `length` samples. The spectrum is used up. */
function signalOf({ re, im }: Spectrum, length: number): Float64Array {
  const m = re.length - 1;
  const { cos, sin } = turnsOf(2 * m);
  // Back to Z = E + i O, conjugated, so that the forward transform is the inverse one.
  for (let k = 0, j = m; k <= j; k++, j--) {
    const [a, b, c, d] = [re[k] as number, im[k] as number, re[j] as number, im[j] as number];
    const [evenRe, evenIm] = [(a + c) / 2, (b - d) / 2];
    const [x, y] = [(a - c) / 2, (b + d) / 2];
    const oddRe = x * (cos[k] as number) + y * (sin[k] as number);
    const oddIm = y * (cos[k] as number) - x * (sin[k] as number);
    re[k] = evenRe - oddIm;
    im[k] = -(evenIm + oddRe);
    re[j] = evenRe + oddIm;
    im[j] = evenIm - oddRe;
  }
  const [evens, odds] = [re.subarray(0, m), im.subarray(0, m)];
  transform(evens, odds);
  const signal = new Float64Array(length);
  for (let i = 0; i < length; i++) signal[i] = i % 2 === 0 ? (evens[i >> 1] as number) / m : -(odds[i >> 1] as number) / m;
  return signal;
}

/** What is looked for in many signals: its spectrum is made once for each length. */
export class Correlator {
  readonly #template: Float32Array;
  readonly #spectra = new Map<number, Spectrum>();

  constructor(template: Float32Array) {
    this.#template = template;
  }

  /** Sum over i of signal[lag + i] * template[i], for every lag at which the template lies in the signal. */
  correlate(signal: Float32Array): Float64Array {
    const lags = Math.max(0, signal.length - this.#template.length + 1);
    if (lags === 0) return new Float64Array(0);
    let n = 4;
    while (n < signal.length) n <<= 1;
    const wanted = this.#spectrum(n);
    const { re, im } = spectrumOf(signal, n);
    // The correlation's spectrum is S T*.
    for (let k = 0; k < re.length; k++) {
      const [a, b, c, d] = [re[k] as number, im[k] as number, wanted.re[k] as number, wanted.im[k] as number];
      re[k] = a * c + b * d;
      im[k] = b * c - a * d;
    }
    return signalOf({ re, im }, lags);
  }

  #spectrum(n: number): Spectrum {
    const kept = this.#spectra.get(n);
    if (kept) return kept;
    const spectrum = spectrumOf(this.#template, n);
    this.#spectra.set(n, spectrum);
    return spectrum;
  }
}

/** A correlation that is asked for once: as `Correlator.correlate`. */
export function crossCorrelation(signal: Float32Array, template: Float32Array): Float64Array {
  return new Correlator(template).correlate(signal);
}
