/**
 * Scores read back from a run folder, with suspicion: derived/summary.json of the run, derived/scores.json of a session. What is not checked here
 * is not read by anyone who trusts it; both files can be made again from the evidence.
 */
import { z } from 'zod';
import { TurnrigError } from '../error.js';
import { SCORER_VERSION } from './constants.js';
import { MEASURES, type RunSummary, type SessionScore } from './model.js';

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const measure = z.enum(MEASURES);
const outcome = z.enum(['scored', 'agent_failure', 'rig_invalid']);
const span = z.looseObject({ from: z.number(), to: z.number() });
const tally = z.looseObject({ pass: count, fail: count, withinUncertainty: count, unscored: count });
const bounds = z.looseObject({ spoiled: count, lowest: share, highest: share });

const value = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('measured'), ms: z.number(), plusMinusMs: z.number() }),
  z.looseObject({ kind: z.literal('censored'), aboveMs: z.number() }),
  z.looseObject({ kind: z.literal('interval'), fromMs: z.number(), toMs: z.number() }),
  z.looseObject({ kind: z.literal('none') }),
]);

const scoreSchema = z.looseObject({
  attempt: z.string(),
  session: z.string(),
  scene: z.string(),
  agent: z.string(),
  outcome,
  reason: z.string(),
  turns: z.array(z.looseObject({ turn: z.string(), start: z.number(), end: z.number() })),
  speech: z.looseObject({ segments: z.array(span), runs: z.array(span) }),
  windows: z.array(
    z.looseObject({
      id: z.string(),
      turn: z.string(),
      measure,
      window: span,
      verdict: z.enum(['pass', 'fail', 'within-uncertainty', 'unscored']),
      reason: z.string(),
      value,
      limitMs: z.number().optional(),
      counted: z.boolean(),
      flags: z.array(z.string()),
      evidence: span,
      details: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
    }),
  ),
  span,
});

/** A Rate (stats/rate.ts). */
export const rateSchema = z.looseObject({
  successes: count,
  windows: count,
  clusters: count,
  rate: share.optional(),
  icc: z.number().optional(),
  designEffect: z.number().optional(),
  effectiveN: z.number().optional(),
  interval: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('interval'), method: z.string(), low: z.number(), high: z.number(), sparse: z.boolean() }),
    z.looseObject({ kind: z.literal('none'), why: z.string(), reason: z.string() }),
  ]),
});

const rate = rateSchema.extend({ agent: z.string(), measure });

const stampSchema = z.looseObject({
  run: z.string(),
  scorer: z.looseObject({ version: z.number(), detector: z.string(), modelHash: z.string() }).optional(),
});

const summarySchema = stampSchema.extend({
  sessions: z.array(z.looseObject({ attempt: z.string(), session: z.string(), scene: z.string(), agent: z.string(), outcome })),
  measures: z.array(z.looseObject({ agent: z.string(), measure, tally, censored: count, bounds: bounds.optional() })),
  outcomes: z.array(z.looseObject({ agent: z.string(), scored: count, agentFailure: count, rigInvalid: count, missing: count })),
  statistics: z.looseObject({ rates: z.array(rate) }).optional(),
});

const wordsSchema = z.looseObject({
  asr: z.looseObject({ name: z.string(), version: z.string() }),
  judge: z.looseObject({ name: z.string(), version: z.string() }),
});

/** What a run's words were judged with. */
export interface WordsStamp {
  readonly asr: { readonly name: string; readonly version: string };
  readonly judge: { readonly name: string; readonly version: string };
}

/** A session's scores.json. @throws TurnrigError `run-folder` naming the file and the place in it. */
export function parseScore(bytes: Uint8Array, file: string): SessionScore {
  return readStored(scoreSchema, bytes, file) as SessionScore;
}

/**
 * The run's summary.json. Of one that another scorer made, or one that did not say which, nothing but that is given: its shape need not be this one's.
 * @throws TurnrigError `run-folder` naming the file and the place in it.
 */
export function parseSummary(bytes: Uint8Array, file: string): RunSummary {
  const json = jsonOf(bytes, file);
  const { run, scorer } = check(stampSchema, json, file);
  if (scorer?.version !== SCORER_VERSION)
    return { run, ...(scorer === undefined ? {} : { scorer }), sessions: [], measures: [], outcomes: [] };
  check(summarySchema, json, file);
  return json as RunSummary;
}

/** What is compared of the run's words.json. @throws TurnrigError `run-folder` naming the file and the place in it. */
export function parseWordsStamp(bytes: Uint8Array, file: string): WordsStamp {
  return check(wordsSchema, jsonOf(bytes, file), file);
}

/** As it was written and not as zod copies it: what is made from it again has its fields in their order. @throws TurnrigError `run-folder` naming the file and the place in it. */
export function readStored(schema: z.ZodType, bytes: Uint8Array, file: string, hint = SCORED_ANEW): unknown {
  const json = jsonOf(bytes, file, hint);
  check(schema, json, file, hint);
  return json;
}

const SCORED_ANEW = 'turnrig score RUN makes it anew.';

function jsonOf(bytes: Uint8Array, file: string, hint = SCORED_ANEW): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    throw damaged(file, ': it is not JSON', hint, cause);
  }
}

function check<T>(schema: z.ZodType<T>, json: unknown, file: string, hint = SCORED_ANEW): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  throw damaged(
    file,
    first === undefined ? '' : ` at ${first.path.map(String).join('.') || 'its top'}: ${first.message}`,
    hint,
    result.error,
  );
}

function damaged(file: string, where: string, hint: string, cause: unknown): TurnrigError {
  return new TurnrigError('run-folder', `${file} is damaged${where}`, { hint, cause });
}
