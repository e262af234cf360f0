/**
 * The companion file of a data set of labelled calls (premature-reply.md, "Files": one YAML per data set): where recordings are, which channel is
 * whose, where decision points come from, and by what settings figures were made. Every problem is told with line and column.
 */
import { z } from 'zod';
import { checkShape } from '../scenario/explain.js';
import type { Finding, Problem } from '../scenario/problem.js';
import { readYaml } from '../scenario/yaml.js';
import { FIXED_LAG_MS, TEXT_MODES, type TextMode } from './history.js';
import { DEFAULT_FILTER, DEFAULT_GRID, type PolicyGridMs, type SpanFilter } from './policy-grid.js';

/** Where decision points come from; `vad_draft` (ours) are those of `turnrig calls draft`. */
export const POINT_SOURCES = ['vad_log', 'replayed', 'manual', 'xlsx_draft', 'vad_draft'] as const;
export type PointSource = (typeof POINT_SOURCES)[number];
/** Points that nobody has listened to: they never count (premature-reply.md, "Point metrics"). */
export const DRAFT_SOURCES: ReadonlySet<PointSource> = new Set(['xlsx_draft', 'vad_draft']);

export const SPLITS = ['train', 'tune', 'test'] as const;
export type CallSplit = (typeof SPLITS)[number];

/** One call. */
export interface CallEntry {
  /** Path beside the companion file; undefined where there is no recording. */
  readonly recording: string | undefined;
  /** Channels of the recording, from 0. */
  readonly userChannel: number;
  readonly agentChannel: number;
  /** Lower case, such as zh. */
  readonly language: string;
  readonly points: PointSource;
  readonly split: CallSplit | undefined;
}

export interface Companion {
  readonly calls: ReadonlyMap<string, CallEntry>;
  /** The detector that silences were found by; free text that is printed beside figures. */
  readonly vad: { readonly name: string; readonly version: string; readonly settings: Readonly<Record<string, unknown>> } | undefined;
  /** How inputs were cut, in words. */
  readonly clipping: string;
  readonly text: { readonly mode: TextMode; readonly lagMs: number };
  readonly spans: SpanFilter;
  readonly policies: PolicyGridMs;
  readonly versions: Readonly<Record<string, string>>;
}

export const COMPANION = 'calls.yaml';

/** Of a recording; more channels are no call. */
const MOST_CHANNELS = 32;
/** No policy waits longer for its next word, and no transcript comes later; a larger number is a slip. */
const MOST_WAIT_MS = 60_000;
/** Values of one list of a grid. */
const MOST_VALUES = 1_000;
const EXAMPLE = 'For example: calls: { demo: { recording: demo.wav, user: 0, agent: 1, language: zh, points: vad_log } }';

export const LANGUAGE_CODE = /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/;

const ms = z.int().min(0).max(MOST_WAIT_MS);
const rising = <T extends z.ZodType<number>>(one: T): z.ZodOptional<z.ZodArray<T>> =>
  z
    .array(one)
    .min(1)
    .max(MOST_VALUES)
    .refine((all: readonly number[]) => all.every((value, i) => i === 0 || value > (all[i - 1] ?? value)), 'its values must rise')
    .optional();
const language = z.string().regex(LANGUAGE_CODE, 'must be a code such as zh or en-GB').optional();
const channel = z
  .int()
  .min(0)
  .max(MOST_CHANNELS - 1)
  .optional();
const points = z.enum(POINT_SOURCES).optional();

const schema = z.strictObject({
  version: z.literal(1),
  language,
  points,
  calls: z
    .record(
      z.string(),
      z.strictObject({
        recording: z.string().min(1).optional(),
        user: channel,
        agent: channel,
        language,
        points,
        split: z.enum(SPLITS).optional(),
      }),
    )
    .describe(EXAMPLE),
  vad: z
    .strictObject({ name: z.string(), version: z.string().optional(), settings: z.record(z.string(), z.unknown()).optional() })
    .optional(),
  clipping: z.string().optional(),
  text: z.strictObject({ mode: z.enum(TEXT_MODES).optional(), lagMs: ms.optional() }).optional(),
  spans: z.strictObject({ fromMs: ms.optional(), toMs: ms.optional() }).optional(),
  policies: z
    .strictObject({
      thresholds: rising(z.number().min(0).max(1)),
      minWaitsMs: rising(ms),
      timeoutsMs: rising(ms),
      stepMs: ms.min(1).optional(),
    })
    .optional(),
  versions: z.record(z.string(), z.string()).optional(),
});
type CompanionFile = z.infer<typeof schema>;

/** Without a companion file: nothing is known of any call. */
export const NO_COMPANION: Companion = companionOf({ version: 1, calls: {} });

/** @returns `NO_COMPANION` where anything was reported. */
export function readCompanion(bytes: Uint8Array, file: string, report: (problem: Problem) => void): Companion {
  const yaml = readYaml(bytes, file, `A companion file needs at least version and calls. ${EXAMPLE}`);
  if (!('value' in yaml)) {
    for (const problem of yaml.problems) report(problem);
    return NO_COMPANION;
  }
  const read = schema.safeParse(yaml.value);
  const found = read.success ? between(read.data) : checkShape(schema, yaml.value);
  const problems = [...yaml.problems, ...found.map((finding) => yaml.problem(finding))];
  for (const problem of problems) report(problem);
  return read.success && problems.length === 0 ? companionOf(read.data) : NO_COMPANION;
}

/** What no field says by itself. */
function between(file: CompanionFile): Finding[] {
  const findings: Finding[] = [];
  for (const [id, { user = 0, agent = 1, language: own = file.language }] of Object.entries(file.calls)) {
    const path = ['calls', id];
    if (user === agent) findings.push({ path, value: agent, message: `user and agent are the same channel, ${agent}`, hint: 'Channels count from 0.' }); // prettier-ignore
    if (own === undefined) findings.push({ path, missing: true, message: 'language is missing', hint: 'Give it to the call, or once to the whole file.' }); // prettier-ignore
  }
  const { spans, policies } = companionOf(file);
  if (spans.toMs < spans.fromMs) findings.push({ path: ['spans', 'toMs'], value: spans.toMs, message: 'toMs must not lie before fromMs' });
  if ((policies.timeoutsMs.at(-1) ?? 0) < (policies.minWaitsMs[0] ?? 0))
    findings.push({
      path: ['policies', 'timeoutsMs'],
      message: 'all timeouts are shorter than the shortest minimum wait: there is no policy',
    });
  return findings;
}

/** With what is left out as the protocol has it. */
function companionOf(file: CompanionFile): Companion {
  const { vad, clipping = '', text, spans, policies, versions = {} } = file;
  return {
    calls: new Map(Object.entries(file.calls).map(([id, call]) => [id, entryOf(call, file)])),
    vad: vad && { name: vad.name, version: vad.version ?? '', settings: vad.settings ?? {} },
    clipping,
    text: { mode: text?.mode ?? 'offline', lagMs: text?.lagMs ?? FIXED_LAG_MS },
    spans: { fromMs: spans?.fromMs ?? DEFAULT_FILTER.fromMs, toMs: spans?.toMs ?? DEFAULT_FILTER.toMs },
    policies: {
      thresholds: policies?.thresholds ?? DEFAULT_GRID.thresholds,
      minWaitsMs: policies?.minWaitsMs ?? DEFAULT_GRID.minWaitsMs,
      timeoutsMs: policies?.timeoutsMs ?? DEFAULT_GRID.timeoutsMs,
      stepMs: policies?.stepMs ?? DEFAULT_GRID.stepMs,
    },
    versions,
  };
}

function entryOf(call: CompanionFile['calls'][string], common: Pick<CompanionFile, 'language' | 'points'>): CallEntry {
  return {
    recording: call.recording,
    userChannel: call.user ?? 0,
    agentChannel: call.agent ?? 1,
    language: (call.language ?? common.language ?? '').toLowerCase(),
    points: call.points ?? common.points ?? 'manual',
    split: call.split,
  };
}
