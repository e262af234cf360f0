/** 48 kHz to 16 kHz for what hears (VAD), as a stream without shift: output sample k belongs to the instant of input sample 3k. */
import { SAMPLE_RATE } from '../time/position.js';

export const DECIMATION = 3;
export const DECIMATED_RATE = SAMPLE_RATE / DECIMATION;

/** Half of the filter's length: output k is known once input 3k + REACH is there (1 ms), which is the stream's only delay. */
export const DECIMATOR_REACH = 48;
/** -6 dB point: the middle of a transition band from 7 to 8.7 kHz, where speech detectors have little to hear. */
const CUTOFF_HZ = 7_850;
/** Kaiser window for about 60 dB of stop band with these 97 taps (Kaiser and Schafer 1980: 0.1102 (A - 8.7)). */
const KAISER_BETA = 0.1102 * (60 - 8.7);

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > 1e-12 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

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

/**
 * Streaming decimator by 3. Only the outputs that are kept are computed, which is the polyphase form's saving.
 * Any chunking of the input gives the same output.
 */
export class Decimator {
  /** Input not yet out of every output's reach; starts with zeros for what lies before the stream. */
  #buffer = new Float32Array(DECIMATOR_REACH);
  /** Index in #buffer of the next output's first tap. */
  #next = 0;
  /** Input samples so far, to know how many outputs the stream owes when it ends. */
  #received = 0;
  #given = 0;

  /** Takes 48 kHz samples and returns the 16 kHz samples that are known now. */
  push(pcm48k: Float32Array): Float32Array {
    this.#received += pcm48k.length;
    return this.#run(pcm48k);
  }

  /** Ends the stream: zeros follow it. Gives the rest of ceil(input / 3) samples and starts anew. */
  flush(): Float32Array {
    const owed = Math.ceil(this.#received / DECIMATION) - this.#given;
    const rest = this.#run(new Float32Array(DECIMATOR_REACH)).slice(0, owed);
    this.reset();
    return rest;
  }

  reset(): void {
    this.#buffer = new Float32Array(DECIMATOR_REACH);
    this.#next = 0;
    this.#received = 0;
    this.#given = 0;
  }

  #run(input: Float32Array): Float32Array {
    const kept = this.#buffer.length - this.#next;
    const line = new Float32Array(Math.max(0, kept) + input.length + Math.min(0, kept));
    line.set(this.#buffer.subarray(this.#next));
    // When the next output starts beyond all that is known, the first of these samples are in no output's reach any more.
    line.set(kept < 0 ? input.subarray(Math.min(-kept, input.length)) : input, Math.max(0, kept));
    if (kept < 0 && input.length < -kept) {
      this.#next = -kept - input.length;
      this.#buffer = new Float32Array(0);
      return new Float32Array(0);
    }
    const count = Math.max(0, Math.floor((line.length - TAPS.length) / DECIMATION) + 1);
    const output = new Float32Array(count);
    // Digital silence, which most of an agent's track is, stays digital silence and costs no sum.
    let lastSound = -1;
    for (let k = 0, seen = 0; k < count; k++) {
      const at = k * DECIMATION;
      for (; seen < at + TAPS.length; seen++) if (line[seen] !== 0) lastSound = seen;
      if (lastSound >= at) output[k] = dot(line, at);
    }
    this.#given += count;
    this.#buffer = line;
    this.#next = count * DECIMATION;
    return output;
  }
}

/** TAPS against line from `at` on; the symmetric pairs are added first, which halves the multiplications. */
function dot(line: Float32Array, at: number): number {
  // Every index is in bounds: the caller gives whole windows.
  let sum = (TAPS[DECIMATOR_REACH] as number) * (line[at + DECIMATOR_REACH] as number);
  for (let i = 0, j = TAPS.length - 1; i < j; i++, j--) sum += (TAPS[i] as number) * ((line[at + i] as number) + (line[at + j] as number));
  return sum;
}

/** The whole of `pcm48k` at 16 kHz: ceil(length / 3) samples. */
export function decimate(pcm48k: Float32Array): Float32Array {
  const decimator = new Decimator();
  const head = decimator.push(pcm48k);
  const tail = decimator.flush();
  const whole = new Float32Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
