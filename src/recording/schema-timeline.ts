/** The shape of a line of timeline.jsonl (src/schedule/events.ts), checked on reading. */
import { z } from 'zod';
import type { TimelineLine } from './model.js';
import { END_REASONS, position } from './manifests.js';
import { length, samples } from './schema-scene.js';

const text = z.string();
const stamp = { kind: z.literal('event'), seq: length, at: position };
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) => z.object({ ...stamp, type: z.literal(type), ...shape });

const eventLine = z.discriminatedUnion('type', [
  event('session-opened', {}),
  event('agent-joined', { identity: text }),
  event('agent-left', { identity: text, reason: text }),
  event('agent-track', { track: text, name: text, tracks: length }),
  event('agent-track-ended', { track: text, tracks: length }),
  event('agent-track-muted', { track: text, muted: z.boolean() }),
  event('agent-subscribed', { speaker: text }),
  event('agent-flowing', {}),
  event('agent-reported-ready', {}),
  event('turn-started', { turn: text, start: position }),
  event('turn-ended', { turn: text, voicedEnd: position }),
  event('agent-speech-on', { since: position }),
  event('agent-speech-off', { since: position }),
  event('agent-sound', { since: position }),
  event('woke', {}),
  event('reported', {
    what: z.enum(['state', 'transcript', 'user-transcript', 'event']),
    text,
    final: z.boolean().exactOptional(),
  }),
  event('p-wearer', { identity: text, ages: z.array(length), p: z.array(z.number().min(0).max(1)) }),
  event('rig-trouble', {
    what: z.enum(['late-frame', 'stall', 'packet-loss', 'server-gone', 'recorder-gone', 'starved-host', 'store', 'stood-still']),
    detail: text,
    amount: samples.exactOptional(),
  }),
  event('stop-requested', { reason: text }),
]);

const command = z.discriminatedUnion('type', [
  z.object({ type: z.literal('play'), turn: text, at: position, because: text }),
  z.object({ type: z.literal('skip'), turn: text, because: text }),
  z.object({ type: z.literal('mark'), mark: text, turn: text.exactOptional(), at: position }),
  z.object({ type: z.literal('wake'), at: position }),
  z.object({ type: z.literal('finish'), reason: z.enum(END_REASONS) }),
]);

export const timelineLineSchema: z.ZodType<TimelineLine> = z.discriminatedUnion('kind', [
  eventLine,
  z.object({ kind: z.literal('command'), after: samples, command }),
]);
