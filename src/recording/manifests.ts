/** The JSON files of a run folder, read with suspicion: run.json, session.json, end.json and the header of a packet file. */
import { z } from 'zod';
import { calibrationSchema, writeCalibration } from '../calibration/model.js';
import { TurnrigError } from '../error.js';
import { PRIMARY_MEASURES } from '../scenario/model.js';
import { rigPos } from '../time/position.js';
import type { RunManifest, SessionEnd, SessionManifest, TrackManifest } from './model.js';
import { RUN_FORMAT, SPOILED_CAUSES, STARVERS } from './model.js';
import { length, maybe, samples, sceneSchema, sha256 } from './schema-scene.js';
import { migrate } from './versions.js';

export const SESSION_FORMAT = 'turnrig-session';
export const END_REASONS = [
  'complete',
  'agent-absent',
  'agent-not-ready',
  'agent-left',
  'agent-silent-track',
  'greeting-missing',
  'rig-trouble',
  'stopped',
] as const;

/** Names that become file names: no separator, no leading dot, so that none can lead out of the folder. */
export const fileSafe = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, 'must be a plain file name');
export const position = samples.transform((value) => rigPos(value));

const share = z.number().nonnegative();
const agent = z.object({
  name: z.string(),
  way: z.enum(['preset', 'name', 'automatic', 'command', 'wait', 'reference', 'recording']),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  reported: z.record(z.string(), z.string()),
});
const planned = z.object({
  id: z.string(),
  scene: z.string(),
  suite: z.string(),
  agent: z.string(),
  repeat: length,
  block: length,
  seed: z.number(),
});

const runSchema: z.ZodType<RunManifest> = z.object({
  format: z.literal(RUN_FORMAT),
  version: z.number(),
  id: z.string(),
  createdAt: z.string(),
  turnrig: z.string(),
  node: z.string(),
  platform: z.string(),
  cpus: z.number(),
  transport: z.string(),
  server: z.string(),
  seed: z.number(),
  suites: z.array(z.object({ name: z.string(), file: z.string(), sha256, primary: z.enum(PRIMARY_MEASURES).exactOptional() })),
  agents: z.array(agent),
  scenes: z.array(sceneSchema),
  plan: z.array(planned),
  models: z.record(z.string(), z.string()),
  constants: z.record(z.string(), z.union([z.number(), z.string()])),
  latency: z
    .object({
      may: z.boolean(),
      reason: z.string(),
      calibration: calibrationSchema.exactOptional(),
      roundTrip: z.object({ minMs: share, medianMs: share, n: length }).exactOptional(),
    })
    .exactOptional(),
  redacted: z.object({ names: z.boolean(), transcripts: z.boolean(), audio: z.boolean() }).exactOptional(),
});

const trackSchema: z.ZodType<TrackManifest> = z.object({
  id: fileSafe,
  owner: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('human'), speakers: z.array(z.string()) }),
    z.object({ kind: z.literal('agent'), identity: z.string() }),
  ]),
  codec: z.enum(['opus', 'pcm']),
  constantDelay: z.number(),
  constantDelayPlusMinus: z.number().nonnegative(),
  name: z.string(),
  source: z.string(),
});

const sessionSchema: z.ZodType<SessionManifest> = z.object({
  format: z.literal(SESSION_FORMAT),
  version: z.number(),
  attempt: fileSafe,
  session: planned,
  scene: z.string(),
  agent: z.string(),
  startedAt: z.string(),
  zeroNs: z.string().regex(/^-?\d+$/),
});

const healthSchema = z.object({
  lateFrames: length,
  frames: length,
  maxLateness: z.number(),
  eventLoopLagP99: maybe(z.number()),
  eventLoopLagMax: maybe(z.number()),
  lostPackets: length,
  lostAgentPackets: length.exactOptional(),
  rigCpu: maybe(z.number()),
  agentCpu: maybe(z.number()),
  hostCpu: share.exactOptional(),
  processors: z.number().positive().exactOptional(),
  whenLate: z.object({ rigCpu: share.exactOptional(), agentCpu: share.exactOptional(), hostCpu: share.exactOptional() }).exactOptional(),
});
const endSchema: z.ZodType<SessionEnd> = z.object({
  reason: z.enum(END_REASONS),
  detail: z.string(),
  tracks: z.array(trackSchema),
  lastPos: position,
  packets: z.record(z.string(), length),
  health: healthSchema,
  spoiled: z.object({ cause: z.enum(SPOILED_CAUSES), detail: z.string(), starvedBy: z.enum(STARVERS).exactOptional() }).exactOptional(),
});

/** run.json as it is written. A calibration names its missing figures (src/calibration/model.ts), which plain JSON would leave out. */
export function encodeRunManifest(manifest: RunManifest): string {
  const { latency } = manifest;
  const calibration = latency?.calibration && (JSON.parse(writeCalibration(latency.calibration)) as unknown);
  return `${JSON.stringify(calibration === undefined ? manifest : { ...manifest, latency: { ...latency, calibration } }, null, 2)}\n`;
}

/** run.json. @throws TurnrigError `run-folder` naming the file, the place in it and what to do. */
export function parseRunManifest(text: string, name = 'run.json'): RunManifest {
  const json = objectOf(text, name);
  if (json['format'] !== RUN_FORMAT) throw damaged(name, `is not the manifest of a turnrig run`);
  return check(runSchema, migrate(name, json), name);
}

/** session.json. @throws TurnrigError `run-folder`. */
export function parseSessionManifest(text: string, name = 'session.json'): SessionManifest {
  const json = objectOf(text, name);
  if (json['format'] !== SESSION_FORMAT) throw damaged(name, `is not the manifest of a turnrig session`);
  return check(sessionSchema, migrate(name, json), name);
}

/** end.json. @throws TurnrigError `run-folder`. */
export function parseSessionEnd(text: string, name = 'end.json'): SessionEnd {
  return check(endSchema, objectOf(text, name), name);
}

/** The JSON in a packet file's header. @throws TurnrigError `run-folder`. */
export function parseTrackManifest(text: string, name: string): TrackManifest {
  return check(trackSchema, objectOf(text, name), name);
}

function objectOf(text: string, name: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw damaged(name, 'is not JSON', cause);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw damaged(name, 'is not a JSON object');
  return json as Readonly<Record<string, unknown>>;
}

function check<T>(schema: z.ZodType<T>, json: unknown, name: string): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  const place = first === undefined ? '' : ` at ${first.path.map(String).join('.') || 'its top'}: ${first.message}`;
  throw damaged(name, `is damaged${place}`, result.error);
}

function damaged(name: string, what: string, cause?: unknown): TurnrigError {
  return new TurnrigError('run-folder', `${name} ${what}`, {
    hint: 'check that this is a folder written by `turnrig run`, or restore the file from a copy',
    ...(cause === undefined ? {} : { cause }),
  });
}
