/** Lags that are summed side by side: a sum waits for its own last addition, and five do not wait for one another. */
const SIDE_BY_SIDE = 5;

/**
 * Sum over i of signal[lag + i] * template[i], for every lag at which the template lies in the signal; added up in order of i.
 * For a few lags: with many, fft.ts is quicker.
 */
export function directCorrelation(signal: Float32Array, template: Float32Array): Float64Array {
  const sums = new Float64Array(Math.max(0, signal.length - template.length + 1));
  let lag = 0;
  for (; lag + SIDE_BY_SIDE <= sums.length; lag += SIDE_BY_SIDE) fiveLags(signal, template, lag, sums);
  for (; lag < sums.length; lag++) {
    let sum = 0;
    for (let i = 0; i < template.length; i++) sum += (signal[lag + i] as number) * (template[i] as number);
    sums[lag] = sum;
  }
  return sums;
}

function fiveLags(signal: Float32Array, template: Float32Array, lag: number, sums: Float64Array): void {
  let [a, b, c, d, e] = [0, 0, 0, 0, 0];
  // Every index is in bounds: each sample is read once and handed on from lag to lag.
  let s0 = signal[lag] as number;
  let s1 = signal[lag + 1] as number;
  let s2 = signal[lag + 2] as number;
  let s3 = signal[lag + 3] as number;
  for (let i = 0, next = lag + SIDE_BY_SIDE - 1; i < template.length; i++, next++) {
    const t = template[i] as number;
    const s4 = signal[next] as number;
    a += s0 * t;
    b += s1 * t;
    c += s2 * t;
    d += s3 * t;
    e += s4 * t;
    s0 = s1;
    s1 = s2;
    s2 = s3;
    s3 = s4;
  }
  sums[lag] = a;
  sums[lag + 1] = b;
  sums[lag + 2] = c;
  sums[lag + 3] = d;
  sums[lag + 4] = e;
}
