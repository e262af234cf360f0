/** The result of `turnrig text-reference`: scores by the same counts as an agent's, and what every scene came to. */
import { z } from 'zod';
import type { SelectiveSummary } from '../score/selective/model.js';
import type { Verdict } from '../score/model.js';
import { parseShape, type Judge } from '../words/index.js';
import type { ReferenceRow } from './row.js';

export const TEXT_REFERENCE_FORMAT = 'turnrig-text-reference';

export interface ReferenceWindow {
  readonly turn: string;
  readonly measure: string;
  readonly verdict: Verdict;
  /** What was decided and said: hostile text in one line. */
  readonly reason: string;
  readonly flags: readonly string[];
}

export interface ReferenceScene {
  readonly suite: string;
  readonly scene: string;
  /** SHA-256 of the texts, labels and gold answer: of other texts no figure stands beside these. */
  readonly sha256: string;
  readonly windows: readonly ReferenceWindow[];
}

export interface TextReference {
  readonly format: typeof TEXT_REFERENCE_FORMAT;
  readonly version: 1;
  readonly model: { readonly name: string; readonly prompt: string; readonly sha256: string };
  readonly judge: Pick<Judge, 'name' | 'kind' | 'version'>;
  /** Lines after which a decision was asked for; those without one, by why. */
  readonly decisions: { readonly asked: number; readonly unusable: number; readonly failed: number };
  /** Why the server was not of use, each reason once, the first five. */
  readonly failures: readonly string[];
  readonly selective: SelectiveSummary;
  readonly scenes: readonly ReferenceScene[];
}

const rate = z.looseObject({
  successes: z.int().nonnegative(),
  windows: z.int().nonnegative(),
  clusters: z.int().nonnegative(),
  rate: z.number().min(0).max(1).optional(),
  interval: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('interval'), low: z.number(), high: z.number(), level: z.number() }),
    z.looseObject({ kind: z.literal('none'), why: z.string() }),
  ]),
  withinUncertainty: z.int().nonnegative(),
  unscored: z.int().nonnegative(),
});
const schema = z.looseObject({
  format: z.literal(TEXT_REFERENCE_FORMAT),
  version: z.literal(1),
  model: z.looseObject({ name: z.string().min(1).max(500) }),
  judge: z.looseObject({ name: z.string(), version: z.string() }),
  selective: z.looseObject({
    scores: z.array(
      z.looseObject({
        condition: z.enum(['explicit', 'implicit', 'unpaired']),
        ...{ newInitiation: rate, responsePresence: rate, silence: rate, answerWindowYield: rate, windowResponse: rate },
        answerAccuracy: rate.optional(),
      }),
    ),
  }),
  scenes: z.array(z.looseObject({ suite: z.string(), scene: z.string(), sha256: z.string() })),
});

/** @throws TurnrigError `input` when it is no result of text-reference. */
export function parseTextReference(text: string, name: string): ReferenceRow {
  const { model, judge, selective, scenes } = parseShape(text, schema, name, 'no result of text-reference', HINT);
  return {
    model: model.name,
    judge: `${judge.name} ${judge.version}`,
    // The fields that are shown were looked at; the others are as this turnrig writes them.
    scores: selective.scores as unknown as ReferenceRow['scores'],
    scenes: scenes.map(({ suite, scene, sha256 }) => ({ suite, scene, sha256 })),
  };
}
const HINT = 'Make one: turnrig text-reference SUITE --chat-url URL --chat-model NAME --json > FILE';
