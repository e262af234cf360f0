/**
 * What a sender says, hole after hole: bursts of voice with a hard onset, at places that are drawn from a seed. Pure.
 *
 * Everything is in frames of 10 ms, and in even numbers of them: a packet holds two, and an odd one that is left over would be sent after a
 * hole together with what comes then (facts.md, "how senders behave").
 */
import { mulberry32 } from '../../../src/scenario/random.js';
import { msToSamples } from '../../../src/time/position.js';
import type { SenderSettings } from './condition.js';
import { cutting, RAMP } from './voices.js';

/** Samples of one frame: 10 ms. */
export const FRAME = 480;
const PACKET = 2 * FRAME;

export type Step =
  | { readonly kind: 'silence'; readonly frames: number }
  /** The voice lies in these samples, a whole number of packets, with silence before and after. */
  | { readonly kind: 'speak'; readonly burst: number; readonly samples: Int16Array }
  /** Nothing is pushed for so long; the sample clock stands still. Frames of silence before it flush what is held back. */
  | { readonly kind: 'starve'; readonly ms: number }
  /** Waits so long, and empties the queue. */
  | { readonly kind: 'clear'; readonly afterMs: number }
  | { readonly kind: 'mute' | 'unmute' | 'republish' };

/** Quiet before a burst: longer than any pause that a voice detector takes for none. */
const GAP_MS = [450, 900] as const;
const VOICE_MS = [350, 800] as const;
/** A voice into a queue is longer than it, so that pushes wait and show its clock (agent/truth/queue.ts). */
const BEYOND_QUEUE_MS = 350;
const MUTED_MS = 800;
/** After an unmute or a publication the recorder has to be there again, before anything counts. */
const SETTLE_MS = 1_500;
/**
 * Silence between a cut voice and the stop: what is held back and what a codec rings on come out. Without it they are heard after the stop, and no log
 * of pushes could tell (agent/truth/direct.ts).
 */
const FLUSH_FRAMES = 6;
const STOPPED_MS = [200, 2_000] as const;

/**
 * Bursts without end; the caller takes so many.
 *
 * @param voices recorded voices to cut bursts from: mono, 48 kHz, full scale 1, voiced throughout.
 */
export function* script(settings: SenderSettings, seed: number, voices: readonly Float32Array[]): Generator<Step, never> {
  const next = mulberry32(seed);
  const between = ([from, to]: readonly [number, number]): number => from + (to - from) * next();
  // What lies in the queue when the last frame has been pushed sounds into the gap.
  const gap = (): number => packets(between(GAP_MS) + queueMs);
  const packets = (ms: number): number => 2 * Math.max(1, Math.round(msToSamples(ms) / PACKET));
  const voice = (ms: number, cut: boolean): Int16Array =>
    burst(cutting(voices, next), Math.round(msToSamples(ms)), Math.floor(PACKET * next()), cut);
  const { breaks, queueMs } = settings;
  for (let number = 0; ; number++) {
    const length = queueMs + (queueMs > 0 ? BEYOND_QUEUE_MS : 0) + between(VOICE_MS);
    switch (breaks.kind) {
      case 'none':
        yield { kind: 'silence', frames: gap() };
        yield { kind: 'speak', burst: number, samples: voice(length, false) };
        break;
      case 'starve':
        yield { kind: 'silence', frames: gap() };
        yield { kind: 'starve', ms: breaks.ms };
        yield { kind: 'speak', burst: number, samples: voice(length, false) };
        break;
      case 'restart':
        yield { kind: 'silence', frames: FLUSH_FRAMES };
        yield { kind: 'starve', ms: 10 * Math.round(between(STOPPED_MS) / 10) };
        yield { kind: 'speak', burst: number, samples: voice(length, true) };
        break;
      case 'clear':
        yield { kind: 'silence', frames: gap() };
        yield { kind: 'speak', burst: number, samples: voice(length, false) };
        // What is in the queue by then lasts for a second more.
        yield { kind: 'clear', afterMs: between([0, 600]) };
        break;
      case 'republish':
        yield { kind: 'silence', frames: gap() };
        if (number % 4 === 1) {
          yield { kind: 'mute' };
          yield { kind: 'silence', frames: packets(MUTED_MS) };
          yield { kind: 'unmute' };
          yield { kind: 'silence', frames: packets(between([300, 900])) };
        } else if (number % 4 === 3) {
          yield { kind: 'republish' };
          yield { kind: 'silence', frames: packets(SETTLE_MS) };
        }
        yield { kind: 'speak', burst: number, samples: voice(length, false) };
        break;
    }
  }
}

/**
 * Voice that begins at sample `lead` of the first packet, with ramps of 2 ms at both ends. When it is cut it has no second ramp and sounds
 * up to the last sample of the last packet.
 */
function burst(voice: (i: number) => number, length: number, lead: number, cut: boolean): Int16Array {
  const whole = PACKET * Math.ceil((lead + length) / PACKET);
  const samples = new Int16Array(whole);
  const end = cut ? whole : lead + length;
  for (let i = lead; i < end; i++) {
    const ramp = Math.min(1, (i - lead + 1) / RAMP, cut ? 1 : (end - i) / RAMP);
    samples[i] = Math.round(32_767 * ramp * voice(i - lead));
  }
  return samples;
}
