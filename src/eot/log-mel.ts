/** The log-mel picture of 8 s at 16 kHz that Whisper's extractor makes and smart-turn v3 wants: 80 bands, a frame every 10 ms. */

export const LOG_MEL_SAMPLES = 128_000;
export const MEL_BANDS = 80;
const FFT = 400;
const HOP = 160;
export const LOG_MEL_FRAMES = LOG_MEL_SAMPLES / HOP;
const BINS = FFT / 2 + 1;
const NYQUIST = 8000;
const POWER_FLOOR = 1e-10;
const VARIANCE_FLOOR = 1e-7;

/** Slaney's scale: linear to 1 kHz, logarithmic above. */
const toMel = (hertz: number): number => (hertz < 1000 ? (3 * hertz) / 200 : 15 + (Math.log(hertz / 1000) * 27) / Math.log(6.4));
const toHertz = (mel: number): number => (mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27));

/** A triangle of unit area a band; only its non-zero stretch is kept. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

function bandsOf(): Band[] {
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) => toHertz((toMel(NYQUIST) * i) / (MEL_BANDS + 1)));
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low = 0, peak = 0, high = 0] = edges.slice(band, band + 3);
    const weights = Array.from({ length: BINS }, (_x, bin) => {
      const hertz = (bin * NYQUIST) / (BINS - 1);
      return (Math.max(0, Math.min((hertz - low) / (peak - low), (high - hertz) / (high - peak))) * 2) / (high - low);
    });
    const first = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const end = weights.findLastIndex((weight) => weight > 0) + 1;
    return { first, weights: Float64Array.from(weights.slice(first, Math.max(first, end))) };
  });
}

/** Cosine and sine of a transform of 400 points, made once; 400 is no power of two, and a picture wants 800 of them. */
interface Tables {
  readonly bands: readonly Band[];
  readonly window: Float64Array;
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

let tables: Tables | undefined;

function tablesOnce(): Tables {
  return (tables ??= {
    bands: bandsOf(),
    window: Float64Array.from({ length: FFT }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT)),
    cos: Float64Array.from({ length: FFT }, (_, i) => Math.cos((2 * Math.PI * i) / FFT)),
    sin: Float64Array.from({ length: FFT }, (_, i) => Math.sin((2 * Math.PI * i) / FFT)),
  });
}

/**
 * Mean 0 and variance 1 over the 8 s, rounded to single precision after each step as the reference does: quantised models answer to the last
 * bits of their picture.
 */
function normalised(samples: Float32Array): Float32Array {
  const f = Math.fround;
  let sum = 0;
  for (const x of samples) sum += x;
  const mean = f(sum / samples.length);
  let squares = 0;
  for (const x of samples) squares += f(f(x - mean) ** 2);
  const deviation = f(Math.sqrt(f(f(squares / samples.length) + f(VARIANCE_FLOOR))));
  return samples.map((x) => f(f(x - mean) / deviation));
}

/**
 * Power at the 201 bins of a real frame of 400 = 16 * 25 points: 16 transforms of 25 interleaved points, joined. Split so, it costs a
 * tenth of the plain sum.
 */
function power(frame: Float64Array, { cos, sin }: Tables, into: Float64Array, real: Float64Array, imaginary: Float64Array): void {
  for (let r = 0; r < 16; r++) {
    for (let k = 0; k < 25; k++) {
      let [re, im] = [0, 0];
      for (let n = 0; n < 25; n++) {
        const x = frame[16 * n + r] as number;
        const turn = (16 * n * k) % FFT;
        re += x * (cos[turn] as number);
        im -= x * (sin[turn] as number);
      }
      real[25 * r + k] = re;
      imaginary[25 * r + k] = im;
    }
  }
  for (let bin = 0; bin < BINS; bin++) {
    let [re, im] = [0, 0];
    for (let r = 0; r < 16; r++) {
      const [x, y] = [real[25 * r + (bin % 25)] as number, imaginary[25 * r + (bin % 25)] as number];
      const turn = (r * bin) % FFT;
      const [c, s] = [cos[turn] as number, sin[turn] as number];
      re += x * c + y * s;
      im += y * c - x * s;
    }
    into[bin] = re * re + im * im;
  }
}

/** @param samples LOG_MEL_SAMPLES of them. @returns MEL_BANDS rows of LOG_MEL_FRAMES */
export function logMel(samples: Float32Array): Float32Array {
  if (samples.length !== LOG_MEL_SAMPLES) throw new RangeError(`${LOG_MEL_SAMPLES} samples are wanted, not ${samples.length}`);
  const all = tablesOnce();
  const x = normalised(samples);
  const [frame, spectrum] = [new Float64Array(FFT), new Float64Array(BINS)];
  const [real, imaginary] = [new Float64Array(FFT), new Float64Array(FFT)];
  const picture = new Float64Array(MEL_BANDS * LOG_MEL_FRAMES);
  let highest = -Infinity;
  for (let f = 0; f < LOG_MEL_FRAMES; f++) {
    for (let i = 0; i < FFT; i++) {
      // Centred frames; what lies beyond an end is mirrored.
      const at = Math.abs(f * HOP + i - FFT / 2);
      frame[i] = (x[at < x.length ? at : 2 * (x.length - 1) - at] as number) * (all.window[i] as number);
    }
    power(frame, all, spectrum, real, imaginary);
    all.bands.forEach(({ first, weights }, band) => {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (spectrum[first + i] as number);
      const level = Math.log10(Math.max(POWER_FLOOR, sum));
      picture[band * LOG_MEL_FRAMES + f] = level;
      if (level > highest) highest = level;
    });
  }
  return Float32Array.from(picture, (level) => (Math.max(level, highest - 8) + 4) / 4);
}
