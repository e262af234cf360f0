import type { RigPos } from '../../../src/time/position.js';

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

  /** Adds [at, at + frame.length) to the frame. False when there was nothing to add. */
  render(at: RigPos, frame: Float32Array): boolean {
    const end = at + frame.length;
    this.#playing = this.#playing.filter(({ start, samples }) => start + samples.length > at);
    let sounded = false;
    for (const { start, samples } of this.#playing) {
      const from = Math.max(at, start);
      const to = Math.min(end, start + samples.length);
      for (let i = from; i < to; i++) frame[i - at] = (frame[i - at] ?? 0) + (samples[i - start] ?? 0);
      sounded ||= to > from;
    }
    return sounded;
  }
}
