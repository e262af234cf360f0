/**
 * What the rig knows of its own clock: the result of `turnrig calibrate`, and the rule by which runs use it (design.md, rule 6).
 *
 * Errors are measured minus true, milliseconds. Truth comes from logs of push times alone (protocols/measurement.md, "Truth for calibration
 * comes from outside the recorder"). The file in the cache, what `--json` prints and what a run folder carries are this one object.
 */
import { z } from 'zod';
import { messageOf, TurnrigError } from '../error.js';

export const CALIBRATION_FORMAT = 'turnrig-calibration';
export const CALIBRATION_VERSION = 1;

/** "Outside its limits (bias 5 ms, p95 10 ms) it refuses latency verdicts" (design.md, rule 6). */
export const CALIBRATION_LIMITS = { biasMs: 5, p95AbsErrorMs: 10 } as const;
/** "if under 24 hours old, else a fresh short one" (design.md, rule 6). */
export const CALIBRATION_MAX_AGE_MS = 24 * 3_600_000;
/** Clocks of one machine are set now and then: a calibration may seem to come from so far ahead. */
const AHEAD_MS = 5 * 60_000;
/** A p95 of fewer measurements than this says nothing; what a short calibration makes at least. */
export const CALIBRATION_LEAST_N = 10;

/** Errors of one kind of measurement. Of nothing there are no figures: undefined, and null in JSON. */
export interface ErrorFigures {
  /** Measurements that have an error. */
  readonly n: number;
  readonly biasMs: number | undefined;
  /** 95th percentile of the absolute error, nearest rank. */
  readonly p95AbsErrorMs: number | undefined;
  readonly maxAbsErrorMs: number | undefined;
  /** Share of stated 95% intervals, interval-censored ones included, that hold the truth. */
  readonly coverage: number | undefined;
  /** Median half-width that was stated, ms. */
  readonly plusMinusMs: number | undefined;
  /** Edges that are only known to lie in a hole: they count in `coverage`, and have no error. */
  readonly censored: number;
  /** Events of the truth that the rig did not find; they have no error, and are no good sign. */
  readonly missed: number;
}

/** How an agent's audio reached the room, and how well the rig did on it. */
export interface ConditionResult extends ErrorFigures {
  /** Name as `--conditions` takes it: "answer", "queue-0", "starve-400", ... */
  readonly name: string;
  /** What the figures above are of. */
  readonly of: 'waits' | 'onsets';
  /** Sessions side by side while it was measured. */
  readonly sessions: number;
  /** `unknown` when nothing was measured. */
  readonly verdict: 'within' | 'outside' | 'unknown';
  /** Onsets and offsets of speech, placed on the host's monotonic clock. */
  readonly onset: ErrorFigures;
  readonly offset: ErrorFigures;
  /** Half-width of the truth itself, worst of the condition: what the push logs leave open, ms. */
  readonly truthPlusMinusMs: number;
  /** Truths left out because the push log alone cannot tell them. */
  readonly untold: number;
  /** Why there are no figures, or what a reader must know of them. Empty mostly. */
  readonly note: string;
}

/** How soon after an agent's onset a cue of the rig can sound (measurement.md, Outcomes: it "can only be late"). */
export interface CueReach {
  readonly n: number;
  readonly medianMs: number;
  /** So many milliseconds after the onset or more, 95 of 100 cues can be had. */
  readonly smallestReachableMs: number;
}

export interface Calibration extends ErrorFigures {
  readonly format: typeof CALIBRATION_FORMAT;
  readonly version: number;
  readonly turnrig: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Identity of the machine, hashed; see `CalibrationPlace`. */
  readonly machine: string;
  /** "memory", "livekit". */
  readonly transport: string;
  /** Kind of server: "none", "embedded", "livekit". Never an address. */
  readonly server: string;
  readonly serverVersion: string;
  /** What the top-level figures are of: the waits of a reference agent's answers, or onsets when answers were not asked for. */
  readonly of: 'waits' | 'onsets';
  readonly sessions: number;
  readonly seed: number;
  /** Asked for by `--delay`; undefined: another one every turn. */
  readonly delayMs: number | undefined;
  /** Packets dropped on purpose, percent. */
  readonly lossPercent: number;
  readonly conditions: readonly ConditionResult[];
  /** The same answers as an application hears them through a jitter buffer; undefined where it was not listened to. */
  readonly audioStream: ErrorFigures | undefined;
  readonly cue: CueReach | undefined;
}

/** Where a run takes place: what a calibration must be of to count for it. */
export interface CalibrationPlace {
  readonly machine: string;
  readonly transport: string;
  readonly server: string;
  readonly serverVersion: string;
}

export type LatencyTrust =
  | { readonly may: true; readonly reason: string }
  | {
      readonly may: false;
      /** `none`, `stale` and `elsewhere`: a fresh one mends it. `unmeasured` and `outside`: the machine does not measure well enough. */
      readonly code: 'none' | 'stale' | 'elsewhere' | 'unmeasured' | 'outside';
      readonly reason: string;
    };

/** Whether figures keep the limits; `unknown` when there are too few of them. */
export function withinLimits(figures: Pick<ErrorFigures, 'n' | 'biasMs' | 'p95AbsErrorMs'>): ConditionResult['verdict'] {
  const { n, biasMs, p95AbsErrorMs } = figures;
  if (n === 0 || biasMs === undefined || p95AbsErrorMs === undefined) return 'unknown';
  return Math.abs(biasMs) <= CALIBRATION_LIMITS.biasMs && p95AbsErrorMs <= CALIBRATION_LIMITS.p95AbsErrorMs ? 'within' : 'outside';
}

/**
 * Whether latency verdicts may be given (design.md, rule 6): by a calibration of the same machine, transport and server that is under
 * 24 hours old, is of waits, without loss made on purpose, and keeps its limits.
 *
 * @param now ms since the epoch. @returns with a sentence for a person either way.
 */
export function mayJudgeLatency(calibration: Calibration | undefined, now: number, place: CalibrationPlace): LatencyTrust {
  if (calibration === undefined) return refused('none', 'this machine was not calibrated for this room');
  const other = differs(calibration, place);
  if (other !== undefined) return refused('elsewhere', `the calibration is of another ${other}`);
  const age = now - Date.parse(calibration.createdAt);
  if (!(age >= -AHEAD_MS && age < CALIBRATION_MAX_AGE_MS))
    return refused('stale', `the calibration of ${calibration.createdAt} is not from the last ${CALIBRATION_MAX_AGE_MS / 3_600_000} hours`);
  if (calibration.of !== 'waits' || calibration.lossPercent !== 0)
    return refused('elsewhere', 'the calibration measured no waits, or dropped packets on purpose');
  const { n, biasMs, p95AbsErrorMs } = calibration;
  if (n < CALIBRATION_LEAST_N || biasMs === undefined || p95AbsErrorMs === undefined)
    return refused('unmeasured', `the calibration measured ${n} waits, ${CALIBRATION_LEAST_N} are the least`);
  const figures = `bias ${biasMs.toFixed(1)} ms, p95 ${p95AbsErrorMs.toFixed(1)} ms`;
  if (withinLimits(calibration) === 'within') return { may: true, reason: `calibrated: ${figures}, n = ${n}` };
  return refused(
    'outside',
    `the rig's own error is outside its limits on this machine (${figures}; limits ${CALIBRATION_LIMITS.biasMs} and ${CALIBRATION_LIMITS.p95AbsErrorMs} ms)`,
  );
}

function refused(code: Exclude<LatencyTrust, { may: true }>['code'], reason: string): LatencyTrust {
  return { may: false, code, reason };
}

function differs(calibration: Calibration, place: CalibrationPlace): string | undefined {
  if (calibration.machine !== place.machine) return 'machine';
  if (calibration.transport !== place.transport) return 'transport';
  return calibration.server !== place.server || calibration.serverVersion !== place.serverVersion ? 'server' : undefined;
}

const count = z.number().int().nonnegative();
/** undefined in memory, null in JSON: "no figure" is written down. */
const figure = z
  .number()
  .nullable()
  .transform((value) => value ?? undefined);
const figures = {
  n: count,
  biasMs: figure,
  p95AbsErrorMs: figure,
  maxAbsErrorMs: figure,
  coverage: figure,
  plusMinusMs: figure,
  censored: count,
  missed: count,
};
const errorFigures = z.object(figures);
const of = z.enum(['waits', 'onsets']);
const text = z.string().max(400);

/** The calibration as JSON. */
export const calibrationSchema = z.object({
  format: z.literal(CALIBRATION_FORMAT),
  version: z.literal(CALIBRATION_VERSION),
  turnrig: text,
  createdAt: z.iso.datetime(),
  machine: text,
  transport: text,
  server: text,
  serverVersion: text,
  of,
  sessions: count,
  seed: z.number(),
  delayMs: figure,
  lossPercent: z.number(),
  ...figures,
  conditions: z.array(
    z.object({
      name: text,
      of,
      sessions: count,
      verdict: z.enum(['within', 'outside', 'unknown']),
      ...figures,
      onset: errorFigures,
      offset: errorFigures,
      truthPlusMinusMs: z.number(),
      untold: count,
      note: text,
    }),
  ),
  audioStream: errorFigures.nullable().transform((value) => value ?? undefined),
  cue: z
    .object({ n: count, medianMs: z.number(), smallestReachableMs: z.number() })
    .nullable()
    .transform((value) => value ?? undefined),
});

/** Reads a calibration with suspicion. @throws TurnrigError `run-folder` when it is none, or one of another version. */
export function readCalibration(json: string): Calibration {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (cause) {
    throw new TurnrigError('run-folder', 'the stored calibration is damaged', { hint: CALIBRATE, cause });
  }
  const result = calibrationSchema.safeParse(parsed);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new TurnrigError(
    'run-folder',
    `the stored calibration cannot be read: ${issue ? `${issue.path.join('.')}: ${issue.message}` : ''}`,
    {
      hint: CALIBRATE,
      cause: messageOf(result.error),
    },
  );
}

const CALIBRATE = 'Make it anew: turnrig calibrate.';

/** One object of JSON. What does not exist is null, where plain JSON would leave its key out. */
export function writeCalibration(calibration: Calibration): string {
  return `${JSON.stringify(calibration, (_key, value: unknown) => (value === undefined ? null : value), 2)}\n`;
}
