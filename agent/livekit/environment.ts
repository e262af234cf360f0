/** What the worker process, and the job processes that it starts, are told by their environment. */
import { z } from 'zod';
import { TurnrigError } from '../../src/error.js';
import { PRESET_NAMES, presetOf, type Preset, type PresetName, type SttKind } from './presets.js';

const VARIABLES = { preset: 'TURNRIG_PRESET', stt: 'TURNRIG_PRESET_STT', agentName: 'TURNRIG_AGENT_NAME' } as const;

const schema = z.object({
  [VARIABLES.preset]: z.enum(PRESET_NAMES),
  [VARIABLES.stt]: z.enum(['scripted', 'moonshine', 'none']).optional(),
  [VARIABLES.agentName]: z.string(),
});

export interface WorkerSettings {
  readonly preset: Preset;
  readonly agentName: string;
}

/** The variables that `workerSettings` reads again. */
export function workerEnvironment(preset: PresetName, stt: SttKind | undefined, agentName: string): Record<string, string> {
  return { [VARIABLES.preset]: preset, [VARIABLES.agentName]: agentName, ...(stt === undefined ? {} : { [VARIABLES.stt]: stt }) };
}

/** @throws TurnrigError `internal` when the process was not started by startWorker. */
export function workerSettings(env: Readonly<Record<string, string | undefined>>): WorkerSettings {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new TurnrigError('internal', `the worker was started without its settings: ${z.prettifyError(parsed.error)}`);
  return {
    preset: presetOf(parsed.data[VARIABLES.preset], parsed.data[VARIABLES.stt]),
    agentName: parsed.data[VARIABLES.agentName],
  };
}
