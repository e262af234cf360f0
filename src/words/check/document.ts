/** The result of `turnrig judge-check --json`, which `turnrig score --judge-check` reads. */
import { z } from 'zod';
import type { JudgeCheck } from '../../stats/rogan-gladen.js';
import type { Judge } from '../model.js';
import type { CheckFailures } from './failures.js';
import type { CheckParts } from './figures.js';
import { parseShape } from './parse.js';

export const CHECK_FORMAT = 'turnrig-judge-check';

export interface CheckDocument {
  readonly format: typeof CHECK_FORMAT;
  readonly version: 1;
  readonly judge: Pick<Judge, 'name' | 'kind' | 'version'>;
  /** Absent: the transcripts of the set were judged, and no ASR was in it. */
  readonly asr?: {
    readonly name: string;
    readonly version: string;
    readonly voice: string;
    readonly wordErrors: { readonly errors: number; readonly words: number; readonly rate: number | null };
    readonly failed: number;
  };
  readonly set: { readonly name: string; readonly language: string; readonly sha256: string; readonly items: number };
  readonly answer: CheckParts;
  readonly intrusion: CheckParts;
  /** Absent where every item has a verdict. */
  readonly failures?: CheckFailures;
}

/** What a run's accuracies are corrected by, and whose it is. */
export interface Checked {
  readonly judge: string;
  readonly version: string;
  /** Name of the ASR that was in it; empty where the set's own transcripts were judged. */
  readonly asr: string;
  readonly set: string;
  readonly answer: JudgeCheck;
  readonly intrusion: JudgeCheck;
}

const counts = z
  .object({ right: z.int().nonnegative(), of: z.int().nonnegative() })
  .refine(({ right, of }) => right <= of, 'more right than there are');
const figures = z.object({ sensitivity: counts, specificity: counts });
const schema = z.object({
  format: z.literal(CHECK_FORMAT),
  version: z.literal(1),
  judge: z.object({ name: z.string(), version: z.string() }),
  asr: z.object({ name: z.string() }).optional(),
  set: z.object({ name: z.string(), sha256: z.string() }),
  answer: z.object({ held: figures }),
  intrusion: z.object({ held: figures }),
});

export const checkedOf = ({ judge, asr, set, answer, intrusion }: z.infer<typeof schema>): Checked => ({
  judge: judge.name,
  version: judge.version,
  asr: asr?.name ?? '',
  set: `${set.name} (${set.sha256.slice(0, 12)})`,
  answer: pick(answer.held),
  intrusion: pick(intrusion.held),
});

const pick = ({ sensitivity, specificity }: z.infer<typeof figures>): JudgeCheck => ({
  sensitivity: { right: sensitivity.right, of: sensitivity.of },
  specificity: { right: specificity.right, of: specificity.of },
});

/** @throws TurnrigError `input` when it is no result of judge-check. */
export function parseChecked(text: string, name: string): Checked {
  return checkedOf(parseShape(text, schema, name, 'no result of judge-check', HINT));
}
const HINT = 'Make one: turnrig judge-check --json > FILE';
