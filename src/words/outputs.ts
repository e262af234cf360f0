/**
 * Outputs of models as evidence: what an ASR heard and what a judge said is stored under the hash of everything that decided it, so that scoring
 * again asks nobody and gives the same bytes (design.md, rule 3).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Judge, Question } from './model.js';
import type { Asr } from '../speech/asr.js';

/** Goes up when stored outputs mean something else. */
export const OUTPUT_VERSION = 1;

export interface StoredOutput {
  readonly version: number;
  readonly kind: 'transcript' | 'answer' | 'intrusion' | 'decision';
  /** Model and the version that pins it. */
  readonly model: string;
  readonly pinned: string;
  /** SHA-256 of what it was asked: the audio's bytes and language, the question, or the messages. */
  readonly input: string;
  /** As it came. */
  readonly text: string;
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const schema: z.ZodType<StoredOutput> = z.strictObject({
  version: z.literal(OUTPUT_VERSION),
  kind: z.enum(['transcript', 'answer', 'intrusion', 'decision']),
  model: z.string(),
  pinned: z.string(),
  input: hex,
  text: z.string(),
});

export type OutputKey = Omit<StoredOutput, 'text'>;

/** Longest output that is kept, UTF-16 units; what is longer is cut. Nobody says so much in 60 s. Chosen. */
export const LONGEST_OUTPUT = 20_000;

const sha256 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

export function transcriptKey({ name, version }: Pick<Asr, 'name' | 'version'>, samples: Int16Array, language: string): OutputKey {
  const bytes = new Uint8Array(2 * samples.length);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, i) => view.setInt16(2 * i, sample, true));
  return { version: OUTPUT_VERSION, kind: 'transcript', model: name, pinned: version, input: sha256(`${language.toLowerCase()}\n`, bytes) };
}

export function verdictKey({ name, version }: Pick<Judge, 'name' | 'version'>, question: Question): OutputKey {
  return { version: OUTPUT_VERSION, kind: question.kind, model: name, pinned: version, input: sha256(canonical(question)) };
}

/** Name of the output's file: SHA-256 of its key. */
export const outputName = ({ version, kind, model, pinned, input }: OutputKey): string =>
  sha256(JSON.stringify([version, kind, model, pinned, input]));

/** The stored text; undefined when the file is not the output of that key. */
export function readOutput(bytes: Uint8Array, key: OutputKey): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return undefined;
  const { text, ...stored } = parsed.data;
  return outputName(stored) === outputName(key) ? text : undefined;
}

export function writeOutput(key: OutputKey, text: string): string {
  return `${JSON.stringify({ ...key, text: text.slice(0, LONGEST_OUTPUT) }, null, 1)}\n`;
}

/** JSON with its keys in order: one question, one hash. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
