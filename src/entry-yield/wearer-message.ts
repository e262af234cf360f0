/**
 * Frames of `p_wearer` that a white-box agent publishes on the room's data channel (entry-yield.md, "From a live run"): version 1 of the
 * message, read as what it is, text from a stranger. What is not of this shape is refused whole, with the reason.
 *
 *   topic turnrig.p_wearer, JSON in UTF-8, reliable or lossy:
 *   {"v":1,"p":0.37}                                            one frame, of the moment of sending
 *   {"v":1,"frames":[{"age_ms":40,"p":0.31},{"age_ms":0,"p":0.37}]}   several, each so old when it was sent
 */
import { z } from 'zod';
import { msToSamples, type Samples } from '../time/position.js';

export const WEARER_TOPIC = 'turnrig.p_wearer';
export const WEARER_VERSION = 1;

/** Bounds, chosen: ten seconds of frames at 50 a second fit into a message. */
export const WEARER_LIMITS = {
  bytes: 32_768,
  framesAMessage: 512,
  ageMs: 10_000,
  /** Of a session: twenty minutes at 50 a second, each a message. */
  messages: 60_000,
  frames: 120_000,
} as const;

/**
 * How far a frame may lie from where it is placed. It is placed by its arrival, which is later than its sending by the way through the server
 * and by what holds up two event loops, and never earlier (chosen: half a frame at 25 a second, above the p95 that was measured, docs/entry-yield.md).
 */
export const WEARER_PLUS_MINUS: Samples = msToSamples(20);

const probability = z.number().min(0).max(1);
const frame = z.object({ age_ms: z.number().min(0).max(WEARER_LIMITS.ageMs).optional(), p: probability });
const message = z.union([
  z.object({ v: z.literal(WEARER_VERSION), p: probability }),
  z.object({ v: z.literal(WEARER_VERSION), frames: z.array(frame).min(1).max(WEARER_LIMITS.framesAMessage) }),
]);

/** Frames of one message, as they came; `ages[i]` belongs to `p[i]`. */
export interface WearerFrames {
  readonly ages: readonly Samples[];
  readonly p: readonly number[];
}

/** @returns the frames, or why they are none, in one sentence without the sender's text. */
export function readWearerMessage(bytes: Uint8Array): WearerFrames | { readonly refused: string } {
  if (bytes.length > WEARER_LIMITS.bytes) return { refused: `${bytes.length} bytes, more than ${WEARER_LIMITS.bytes}` };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { refused: 'no JSON' };
  }
  const parsed = message.safeParse(value);
  if (!parsed.success) return { refused: whyNot(value) };
  const frames: readonly z.infer<typeof frame>[] = 'frames' in parsed.data ? parsed.data.frames : [{ p: parsed.data.p }];
  return { ages: frames.map(({ age_ms: age = 0 }) => msToSamples(age)), p: frames.map(({ p }) => Math.round(p * 1e6) / 1e6) };
}

function whyNot(value: unknown): string {
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;
  if (typeof version === 'number' && version !== WEARER_VERSION) return `version ${version}; this turnrig reads version ${WEARER_VERSION}`;
  return `not of the shape {"v":${WEARER_VERSION},"p":0..1} or {"v":${WEARER_VERSION},"frames":[{"age_ms":0..${WEARER_LIMITS.ageMs},"p":0..1}]}`;
}
