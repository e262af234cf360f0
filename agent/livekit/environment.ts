/** What the worker process, and the job processes that it starts, are told by their environment. */
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import { PRESET_NAMES, presetOf, TUNABLE, type Preset, type PresetName, type PresetTuning, type SttKind } from './presets.js';

const VARIABLES = {
  preset: 'TURNRIG_PRESET',
  stt: 'TURNRIG_PRESET_STT',
  agentName: 'TURNRIG_AGENT_NAME',
  tuning: 'TURNRIG_PRESET_TUNING',
} as const;

const tuningSchema = z.partialRecord(z.enum(TUNABLE), z.number().nonnegative());

const schema = z.object({
  [VARIABLES.preset]: z.enum(PRESET_NAMES),
  [VARIABLES.stt]: z.enum(['scripted', 'moonshine', 'none']).optional(),
  [VARIABLES.agentName]: z.string(),
  [VARIABLES.tuning]: z
    .string()
    .transform((text, context): PresetTuning => {
      const parsed = tuningSchema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      context.addIssue('no settings of a preset');
      return z.NEVER;
    })
    .optional(),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface WorkerSettings {
  readonly preset: Preset;
  readonly agentName: string;
}

/** The variables that `workerSettings` reads again. */
export function workerEnvironment(
  preset: PresetName,
  stt: SttKind | undefined,
  agentName: string,
  tuning?: PresetTuning,
): Record<string, string> {
  return {
    [VARIABLES.preset]: preset,
    [VARIABLES.agentName]: agentName,
    ...(stt === undefined ? {} : { [VARIABLES.stt]: stt }),
    ...(tuning === undefined ? {} : { [VARIABLES.tuning]: JSON.stringify(tuning) }),
  };
}

/** @throws TurnrigError `internal` when the process was not started by startWorker. */
export function workerSettings(env: Readonly<Record<string, string | undefined>>): WorkerSettings {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new TurnrigError('internal', `the worker was started without its settings: ${z.prettifyError(parsed.error)}`);
  return {
    preset: presetOf(parsed.data[VARIABLES.preset], parsed.data[VARIABLES.stt], parsed.data[VARIABLES.tuning]),
    agentName: parsed.data[VARIABLES.agentName],
  };
}
