/** What `eot live` plays: RUN/eot-live.json, kept beside the run so that its windows can be read as spans of the data set again. */
import { z } from 'zod';
import { planFile } from '../../recording/plan-file.js';

export const LIVE_PLAN_FILE = 'eot-live.json';
export const LIVE_PLAN_VERSION = 1;

const seconds = z.number().nonnegative();
const span = z.object({
  /** Position in the turn's own list of spans, as in span_set.parquet. */
  spanIndex: z.number().int().nonnegative(),
  start: seconds,
  end: seconds,
});

const turn = z.object({
  /** Of the data set. */
  id: z.string(),
  language: z.string(),
  /** Where it is played: scene and turn of the run. */
  scene: z.string(),
  turn: z.string(),
  /** Its pauses in order: hold number i is the scene's pause number i + 1. */
  holds: z.array(span),
  /** Absent where the last span is too short to count as an end of turn. */
  eot: span.exactOptional(),
});

const plan = z.object({
  version: z.literal(LIVE_PLAN_VERSION),
  dataset: z.object({ path: z.string(), name: z.string(), split: z.string(), revision: z.string().exactOptional() }),
  minSilenceSpan: seconds,
  /** An answer that has not come by then counts as this late, censored. */
  timeoutS: z.number().positive(),
  turns: z.array(turn).min(1),
});

export type LiveSpan = z.infer<typeof span>;
export type LiveTurn = z.infer<typeof turn>;
export type LivePlan = z.infer<typeof plan>;

export const { write: writeLivePlan, read: readLivePlan } = planFile(LIVE_PLAN_FILE, 'eot live', plan);
