/**
 * What one track says: clips laid over silence at exact sample positions. Pure; the pacer asks for the frames in order.
 */
import type { SpeakerId, TurnId } from '../../src/schedule/events.js';
import type { RigPos, Samples } from '../../src/time/position.js';
import { shift } from '../../src/time/position.js';

/** Samples of one frame: 10 ms, what WebRTC's audio sources take. */
export const FRAME: Samples = 480;

/** A clip to be said. */
export interface Utterance {
  readonly turn: TurnId;
  readonly speaker: SpeakerId;
  /** Mono, 48 kHz, full scale 1. */
  readonly samples: Float32Array;
  /** Where sample 0 is to lie. */
  readonly at: RigPos;
  /** One past the last voiced sample, counted from the clip's sample 0. */
  readonly voicedEnd: Samples;
}

/** Something that became true with the frame just made. */
export type VoiceEvent =
  /** `late` is how far `start` lies behind the position that was asked for; 0 in the ordinary case. */
  | { readonly type: 'started'; readonly turn: TurnId; readonly start: RigPos; readonly late: Samples }
  | { readonly type: 'ended'; readonly turn: TurnId; readonly voicedEnd: RigPos };

interface Playing extends Utterance {
  readonly start: RigPos;
  started: boolean;
  ended: boolean;
}

export interface VoiceFrame {
  /** FRAME samples, s16. */
  readonly samples: Int16Array<ArrayBuffer>;
  readonly events: readonly VoiceEvent[];
}

export class Voice {
  private playing: Playing[] = [];
  private next: RigPos;

  /** @param from position of the first frame's first sample. */
  constructor(from: RigPos) {
    this.next = from;
  }

  /** Plays from the position it names, or from the next frame's first sample when that has passed. */
  say(utterance: Utterance): void {
    const start = utterance.at < this.next ? this.next : utterance.at;
    this.playing.push({ ...utterance, start, started: false, ended: false });
  }

  /** The next frame, one after the other without a gap. */
  frame(): VoiceFrame {
    const from = this.next;
    const to = shift(from, FRAME);
    this.next = to;
    const events: VoiceEvent[] = [];
    const sounding = this.playing.filter((clip) => clip.start < to);
    const samples = sounding.length === 0 ? new Int16Array(FRAME) : toPcm16(mix(sounding, from));
    for (const clip of sounding) {
      if (!clip.started) {
        clip.started = true;
        events.push({ type: 'started', turn: clip.turn, start: clip.start, late: clip.start - clip.at });
      }
      const voicedEnd = shift(clip.start, clip.voicedEnd);
      if (!clip.ended && voicedEnd <= to) {
        clip.ended = true;
        events.push({ type: 'ended', turn: clip.turn, voicedEnd });
      }
    }
    this.playing = this.playing.filter((clip) => !clip.ended || clip.start + clip.samples.length > to);
    return { samples, events };
  }
}

/** Sums the clips' parts of [from, from + FRAME). */
function mix(clips: readonly Playing[], from: RigPos): Float32Array {
  const out = new Float32Array(FRAME);
  for (const clip of clips) {
    for (let i = 0; i < FRAME; i++) out[i] = (out[i] ?? 0) + (clip.samples[from + i - clip.start] ?? 0);
  }
  return out;
}

/** Full scale 1 to s16, clipped. */
export function toPcm16(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) => Math.max(-32768, Math.min(32767, Math.round(sample * 32767))));
}
