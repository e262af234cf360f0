/** The shape of a compiled scene inside run.json (src/scenario/model.ts), checked on reading: a run folder may come from anywhere. */
import { z } from 'zod';
import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import { ACROSS_MEASURES, FAMILIES, TURN_LABELS } from '../scenario/model.js';

export const samples = z.number().int();
export const length = samples.nonnegative();
/** JSON leaves out what is undefined; the models name it. */
export const maybe = <T>(type: z.ZodType<T>) => type.optional().transform((value): T | undefined => value);
/** SHA-256 in hex. Also a file name, so nothing else may pass. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

const clipSpan = z.object({ from: length, to: length });
const clip = z.object({
  hash: sha256,
  length,
  voiced: clipSpan,
  parts: z.array(clipSpan.extend({ text: z.string() })),
  activeLevelDb: z.number(),
  sources: z.array(z.string()),
});

const cue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), offset: samples }),
  z.object({ kind: z.literal('after'), turn: z.string(), edge: z.enum(['start', 'end']), gap: samples }),
  z.object({ kind: z.literal('next') }),
  z.object({
    kind: z.literal('agent'),
    edge: z.enum(['onset', 'offset']),
    since: maybe(z.string()),
    offset: length,
    tolerance: length,
    timeout: length,
    otherwise: z.enum(['skip', 'play']),
  }),
]);

const hold = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gap'), length }),
  z.object({ kind: z.literal('answer'), onsetWithin: length, silence: length, cap: length }),
  z.object({ kind: z.literal('fixed'), length }),
  z.object({ kind: z.literal('observe'), afterStart: length, afterEnd: length }),
]);

const replyLimits = z.object({ within: length, once: z.boolean(), maxGap: length.exactOptional() });
const expectation = z.discriminatedUnion('kind', [
  replyLimits.extend({ kind: z.literal('reply') }),
  z.object({ kind: z.literal('silence') }),
  z.object({
    kind: z.literal('yield'),
    within: length,
    quiet: length,
    reply: replyLimits.exactOptional(),
    mayReply: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('continue'), maxGap: length, quietAfter: length.exactOptional(), reaction: length.exactOptional() }),
  z.object({ kind: z.literal('probe'), within: length }),
  z.object({ kind: z.literal('may-answer') }),
  z.object({ kind: z.literal('none') }),
]);

const turn: z.ZodType<CompiledTurn> = z.object({
  id: z.string(),
  label: z.enum(TURN_LABELS),
  kind: z.literal('noise').exactOptional(),
  speaker: z.string(),
  text: z.string(),
  clip,
  cue,
  hold,
  expect: expectation,
  plusMinus: length.exactOptional(),
  source: z.string(),
});

const percentile = z.number().min(0).max(100);
const across = z.object({
  turn: z.string(),
  measure: z.enum(ACROSS_MEASURES),
  spread: z.object({ low: percentile, high: percentile, within: length }),
  least: length,
});

export const sceneSchema: z.ZodType<CompiledScene> = z.object({
  id: z.string(),
  scene: z.string(),
  suite: z.string(),
  title: z.string(),
  variant: z.record(z.string(), z.union([z.string(), z.number()])),
  arm: maybe(z.string()),
  repeats: length,
  pair: maybe(z.object({ id: z.string(), condition: z.string() })),
  language: z.string(),
  assistant: z.string().exactOptional(),
  family: z.enum(FAMILIES).exactOptional(),
  gold: z
    .object({
      answer: z.string(),
      mustMention: z.array(z.array(z.string())),
      mustNotMention: z.array(z.string()),
      evidence: z.array(z.string()),
    })
    .exactOptional(),
  layout: z.enum(['mixed', 'tracks']),
  speakers: z.array(z.object({ id: z.string(), name: z.string() })),
  greeting: z.object({ policy: z.enum(['expected', 'ignored', 'forbidden']), within: length }),
  turns: z.array(turn),
  across: z.array(across).exactOptional(),
  tail: length,
  limits: z.object({ lateFrame: length, packetLossShare: z.number().min(0).max(1), readyWithin: length }),
});
