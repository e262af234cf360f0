/**
 * What a reference agent hears of several tracks, as the one stream without holes that a behaviour core takes. Pure.
 *
 * Packets of each track come placed, in their own order; a stretch is handed on once every track that still sends has covered it.
 */
import { msToSamples, shift } from '../../src/time/position.js';
import type { RigPos, Samples } from '../../src/time/position.js';

/** A track that lags this far behind the clock is not waited for: it was muted, left, or lost packets. */
const PATIENCE: Samples = msToSamples(200);
/** Longer than patience and any packet: what may be written but not yet handed on. */
const BUFFER: Samples = msToSamples(2_000);

export class Hearing {
  private readonly buffer = new Float32Array(BUFFER);
  private readonly heardTo = new Map<string, RigPos>();
  private next: RigPos | undefined;

  /** Takes a packet's audio, first sample at `at`. What has been handed on already is past hearing. */
  push(track: string, at: RigPos, pcm: Float32Array): void {
    this.next ??= at;
    // Placement learns, so neighbours may overlap by a few samples: each sample of a track is heard once.
    const heard = this.heardTo.get(track) ?? this.next;
    const from = Math.max(at, heard, this.next);
    const to = Math.min(at + pcm.length, this.next + BUFFER);
    for (let position = from; position < to; position++) {
      const slot = modulo(position);
      this.buffer[slot] = (this.buffer[slot] ?? 0) + (pcm[position - at] ?? 0);
    }
    this.heardTo.set(track, Math.max(heard, to) as RigPos);
  }

  gone(track: string): void {
    this.heardTo.delete(track);
  }

  /** Everything that is certain by now, in order; undefined when that is nothing. */
  take(now: RigPos): { readonly at: RigPos; readonly pcm: Float32Array } | undefined {
    const at = this.next;
    if (at === undefined) return undefined;
    const impatient = shift(now, -PATIENCE);
    const certain = [...this.heardTo.values()].filter((to) => to > impatient);
    const until = certain.length === 0 ? impatient : Math.min(...certain);
    const length = Math.min(until - at, BUFFER);
    if (length <= 0) return undefined;
    const pcm = new Float32Array(length);
    for (let i = 0; i < length; i++) {
      const slot = modulo(at + i);
      pcm[i] = this.buffer[slot] ?? 0;
      this.buffer[slot] = 0;
    }
    this.next = shift(at, length);
    return { at, pcm };
  }
}

/** Slot of a position, which may be negative. */
function modulo(position: number): number {
  return ((position % BUFFER) + BUFFER) % BUFFER;
}
