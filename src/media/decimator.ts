/** 48 kHz to 16 kHz for what hears (VAD), as a stream without shift: output sample k belongs to the instant of input sample 3k. */
import { SAMPLE_RATE, type Samples } from '../time/position.js';
import { besselI0 } from './bessel.js';
import { isSilent } from './silence.js';

export const DECIMATION = 3;
export const DECIMATED_RATE = SAMPLE_RATE / DECIMATION;

/** Half of the filter's length: output k is known once input 3k + REACH is there (1 ms), which is the stream's only delay. */
export const DECIMATOR_REACH = 48;
/** -6 dB point: the middle of a transition band from 7 to 8.7 kHz, where speech detectors have little to hear. */
const CUTOFF_HZ = 7_850;
/** Kaiser window for about 60 dB of stop band with these 97 taps (Kaiser and Schafer 1980: 0.1102 (A - 8.7)). */
const KAISER_BETA = 0.1102 * (60 - 8.7);

/** Linear phase: symmetric around its middle tap. Normalised to a gain of 1 at 0 Hz. */
function designTaps(): Float64Array {
  const taps = Float64Array.from({ length: 2 * DECIMATOR_REACH + 1 }, (_, i) => {
    const n = i - DECIMATOR_REACH;
    const x = (2 * CUTOFF_HZ) / SAMPLE_RATE;
    const sinc = n === 0 ? x : Math.sin(Math.PI * x * n) / (Math.PI * n);
    return sinc * besselI0(KAISER_BETA * Math.sqrt(1 - (n / DECIMATOR_REACH) ** 2));
  });
  const gain = taps.reduce((sum, t) => sum + t, 0);
  return taps.map((t) => t / gain);
}

const TAPS = designTaps();

/** So many input samples are worked off at a time: enough to be quick, few enough that silence between words is passed over. */
const CHUNK = 960;

/**
 * Streaming decimator by 3. Only the outputs that are kept are computed, which is the polyphase form's saving.
 * Any chunking of the input gives the same output.
 */
export class Decimator {
  /** Input in reach of outputs to come, the next output's first tap at 0. Begins with zeros for what lies before the stream. */
  readonly #line = new Float64Array(TAPS.length + CHUNK + 3 * DECIMATION);
  #held = DECIMATOR_REACH;
  /** Whether all that is held is zeros. */
  #silent = true;
  /** Input samples so far, to know how many outputs the stream owes when it ends. */
  #received = 0;
  #given = 0;

  /** How many 16 kHz samples so many more 48 kHz samples will give. */
  due(more: Samples): number {
    return Math.max(0, Math.ceil((this.#received + more - DECIMATOR_REACH) / DECIMATION)) - this.#given;
  }

  /**
   * Takes 48 kHz samples and returns the 16 kHz samples that are known now.
   * @param output where to put them: as many as are due.
   */
  push(pcm48k: Float32Array, output = new Float32Array(this.due(pcm48k.length))): Float32Array {
    this.#run(pcm48k, output);
    this.#received += pcm48k.length;
    this.#given += output.length;
    return output;
  }

  /** Ends the stream: zeros follow it. Gives the rest of ceil(input / 3) samples and starts anew. */
  flush(): Float32Array {
    const owed = Math.ceil(this.#received / DECIMATION) - this.#given;
    const rest = this.push(new Float32Array(DECIMATOR_REACH)).slice(0, owed);
    this.reset();
    return rest;
  }

  reset(): void {
    this.#line.fill(0);
    this.#held = DECIMATOR_REACH;
    this.#silent = true;
    this.#received = 0;
    this.#given = 0;
  }

  #run(input: Float32Array, output: Float32Array): void {
    let done = 0;
    for (let from = 0; from < input.length; from += CHUNK) {
      const to = Math.min(from + CHUNK, input.length);
      const length = this.#held + to - from;
      const count = Math.max(0, Math.floor((length - TAPS.length) / DECIMATION) + 1);
      // Digital silence, which most of an agent's track is, stays digital silence and costs no sum.
      const silent = isSilent(input, from, to);
      if (!silent || !this.#silent) {
        this.#line.set(input.subarray(from, to), this.#held);
        filter(this.#line, output.subarray(done, done + count));
        this.#line.copyWithin(0, count * DECIMATION, length);
        // A silent chunk that fills the line leaves nothing but silence.
        this.#silent = silent && length - count * DECIMATION <= to - from;
        if (this.#silent) this.#line.fill(0);
      } else output.fill(0, done, done + count);
      this.#held = length - count * DECIMATION;
      done += count;
    }
  }
}

/**
 * TAPS against the line, for output k from line[3k] on; the symmetric pairs are added first, which halves the multiplications.
 * Four outputs at a time: a sum waits for its own last addition, and four do not wait for one another.
 */
function filter(line: Float64Array, output: Float32Array): void {
  const last = TAPS.length - 1;
  const middle = TAPS[DECIMATOR_REACH] as number;
  // Every index is in bounds: the caller gives as many outputs as there are whole windows; past them the line is as long as its capacity.
  for (let k = 0; k < output.length; k += 4) {
    const at = k * DECIMATION;
    const centre = at + DECIMATOR_REACH;
    let a = middle * (line[centre] as number);
    let b = middle * (line[centre + 3] as number);
    let c = middle * (line[centre + 6] as number);
    let d = middle * (line[centre + 9] as number);
    for (let i = at, j = at + last; i < j; i++, j--) {
      const tap = TAPS[i - at] as number;
      a += tap * ((line[i] as number) + (line[j] as number));
      b += tap * ((line[i + 3] as number) + (line[j + 3] as number));
      c += tap * ((line[i + 6] as number) + (line[j + 6] as number));
      d += tap * ((line[i + 9] as number) + (line[j + 9] as number));
    }
    output[k] = a;
    if (k + 1 < output.length) output[k + 1] = b;
    if (k + 2 < output.length) output[k + 2] = c;
    if (k + 3 < output.length) output[k + 3] = d;
  }
}

/** The whole of `pcm48k` at 16 kHz: ceil(length / 3) samples. */
export function decimate(pcm48k: Float32Array): Float32Array {
  const decimator = new Decimator();
  const whole = new Float32Array(Math.ceil(pcm48k.length / DECIMATION));
  const known = decimator.due(pcm48k.length);
  decimator.push(pcm48k, whole.subarray(0, known));
  whole.set(decimator.flush(), known);
  return whole;
}
