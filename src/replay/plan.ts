/** What `turnrig replay` plays and why: RUN/replay.json, kept beside the run so that its windows can be read as turns of the call again. */
import { z } from 'zod';
import { planFile } from '../recording/plan-file.js';
import { HISTORY_MODES } from './choose.js';

export const REPLAY_PLAN_FILE = 'replay.json';
export const REPLAY_PLAN_VERSION = 1;

const ms = z.number().nonnegative();
const span = z.object({ fromMs: ms, toMs: ms });

const turn = z.object({
  /** In the scene. */
  id: z.string(),
  /** In the labels, or "t3" where it was found. */
  label: z.string(),
  /** Of the recording. */
  fromMs: ms,
  toMs: ms,
  /** Pauses that the agent should wait through, from the turn's first voiced sample: pause number i is hold i + 1. */
  holds: z.array(span),
  plusMinusMs: ms,
  /** False: played only so that the agent has heard it. */
  judged: z.boolean(),
});

const plan = z.object({
  version: z.literal(REPLAY_PLAN_VERSION),
  recording: z.object({ name: z.string(), sha256: z.string(), durationMs: ms, user: z.number().int(), agent: z.number().int() }),
  /** The folder of labels and the call in it; absent: turns were found by VAD. */
  labels: z.object({ call: z.string() }).exactOptional(),
  history: z.enum(HISTORY_MODES),
  /** What the agent is told of the dialogue before the first played turn; with `text` only. */
  messages: z.array(z.object({ role: z.enum(['assistant', 'user']), content: z.string() })),
  windowMs: ms,
  turns: z.array(turn).min(1),
  /** Stops as soon as the rate of reproduction is surely below or above; absent: all repeats are played. */
  sequential: z
    .object({ limit: z.number().gt(0).lt(1), level: z.number().gt(0).lt(1), maximum: z.number().int().positive() })
    .exactOptional(),
  /** What is odd about the recording, in words. */
  notes: z.array(z.string()),
});

export type PlannedTurn = z.infer<typeof turn>;
export type ReplayPlan = z.infer<typeof plan>;

export const { write: writeReplayPlan, read: readReplayPlan } = planFile(REPLAY_PLAN_FILE, 'replay', plan);
