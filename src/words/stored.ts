/** A run's words.json as it was stored. */
import { z } from 'zod';
import { rateSchema, readStored } from '../score/stored.js';
import type { WordsSummary } from './summary.js';

const count = z.int().nonnegative();

const measure = z.looseObject({
  measure: z.enum(['answer-accuracy', 'silence']),
  judged: count,
  judgedPass: count,
  silent: count,
  empty: count,
  unusable: count,
  notJudged: count,
  uncorrected: rateSchema,
  corrected: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('corrected'), rate: z.number(), low: z.number(), high: z.number(), n: count }),
    z.looseObject({ kind: z.literal('none'), reason: z.string() }),
  ]),
});

const schema = z.looseObject({
  asr: z.looseObject({ name: z.string(), version: z.string() }),
  judge: z.looseObject({ name: z.string(), kind: z.enum(['heuristic', 'chat']), version: z.string() }),
  checked: z.looseObject({ set: z.string(), asr: z.string() }).optional(),
  agents: z.array(z.looseObject({ agent: z.string(), measures: z.array(measure) })),
});

const HINT = 'turnrig score RUN --asr ... --judge ... makes it anew; where it is deleted, what was said is left out.';

/** @throws TurnrigError `run-folder` naming the file and the place in it. */
export function parseWords(bytes: Uint8Array, file: string): WordsSummary {
  return readStored(schema, bytes, file, HINT) as WordsSummary;
}
