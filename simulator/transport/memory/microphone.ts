import type { RigPos, Samples } from '../../../src/time/position.js';

interface Playing {
  readonly start: RigPos;
  readonly samples: Float32Array;
}

/** What is played into one human track: clips at exact samples, over silence. Clips that overlap are added. */
export class Microphone {
  #playing: Playing[] = [];

  play(start: RigPos, samples: Float32Array): void {
    this.#playing.push({ start, samples });
  }

  /** What sounds in [at, at + length); undefined for nothing. */
  render(at: RigPos, length: Samples): Float32Array | undefined {
    const end = at + length;
    this.#playing = this.#playing.filter(({ start, samples }) => start + samples.length > at);
    let frame: Float32Array | undefined;
    for (const { start, samples } of this.#playing) {
      const from = Math.max(at, start);
      const to = Math.min(end, start + samples.length);
      if (to <= from) continue;
      frame ??= new Float32Array(length);
      for (let i = from; i < to; i++) frame[i - at] = (frame[i - at] as number) + (samples[i - start] as number);
    }
    return frame;
  }
}
