/** Whole-clip resampling by libsamplerate's best sinc converter. Not for streams: a stream's 48 kHz to 16 kHz is `Decimator`. */
// A UMD bundle: Node sees its names on the default export only.
import libsamplerate from '@alexanderolsen/libsamplerate-js';

/**
 * Zeros (in seconds) around the clip. The converter centres its filter, so it adds no delay, but on inputs over 4 MB the binding loses the last
 * few milliseconds (the filter's tail): the padding takes that loss.
 */
const PADDING_S = 0.05;

/**
 * Resamples a mono clip without moving it: the instant of input sample i is that of output sample i * toRate / fromRate.
 *
 * @returns round(length * toRate / fromRate) samples; a copy when the rates are equal.
 * @throws RangeError when a rate is not a positive integer.
 */
export async function resample(samples: Float32Array, fromRate: number, toRate: number): Promise<Float32Array> {
  for (const rate of [fromRate, toRate])
    if (!Number.isInteger(rate) || rate <= 0) throw new RangeError(`a sample rate must be a positive integer, not ${rate}`);
  if (fromRate === toRate || samples.length === 0) return samples.slice();
  const padIn = paddingOf(fromRate, toRate);
  const padded = new Float32Array(samples.length + 2 * padIn);
  padded.set(samples, padIn);
  const converter = await libsamplerate.create(1, fromRate, toRate, {
    converterType: libsamplerate.ConverterType.SRC_SINC_BEST_QUALITY,
  });
  try {
    const start = (padIn * toRate) / fromRate;
    const length = Math.round((samples.length * toRate) / fromRate);
    const out = new Float32Array(length);
    out.set(converter.simple(padded).subarray(start, start + length));
    return out;
  } finally {
    converter.destroy();
  }
}

/** A padding of about PADDING_S whose length is a whole number of samples at both rates. */
function paddingOf(fromRate: number, toRate: number): number {
  const unit = fromRate / gcd(fromRate, toRate);
  return unit * Math.ceil((PADDING_S * fromRate) / unit);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
