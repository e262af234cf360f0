/** Starts a real @livekit/agents worker in one of the presets as a child process. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messageOf, TurnrigError } from '../../src/error.js';
import { within } from '../../simulator/bounded.js';
import { describeExit } from '../command/agent-command.js';
import { Child, type ChildExit, type CpuUse } from '../command/child.js';
import { secretsOf } from '../command/redact.js';
import { workerEnvironment } from './environment.js';
import { moonshineFiles } from './moonshine/files.js';
import { presetOf, presetSettings, type PresetName, type PresetTuning, type SttKind } from './presets.js';
import { readWorkerMessage, WARM_LINE } from './protocol.js';

export interface StartWorkerOptions {
  readonly preset: PresetName;
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly logFile: string;
  /** Another STT than the preset's: `none` for languages without one. */
  readonly stt?: SttKind;
  /** Other values of the preset's own settings. */
  readonly tuning?: PresetTuning;
  /**
   * Name under which it is dispatched; unique by default, so that runs on one server do not take each other's agents. Empty: it is
   * sent into every new room.
   */
  readonly agentName?: string;
  /** How long it may take until the server has it, ms. */
  readonly within?: number;
}

export interface AgentWorker {
  readonly agentName: string;
  /** Of the worker, which leads a process group with its job and inference processes. */
  readonly pid: number;
  /** For the run manifest: every setting that takes part in turn taking, and what is a stand-in. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Resolves, never rejects, when the process has ended, wanted or not. */
  readonly exited: Promise<ChildExit>;
  /** CPU time of the worker with its job and inference processes. */
  cpu(): CpuUse | undefined;
  stop(): Promise<ChildExit>;
}

const WITHIN_MS = 60_000;
/** Workers outlive SIGTERM by seconds (facts.md). */
const GRACE_MS = 10_000;

/**
 * Starts the worker and waits until the server has taken it and a job process with warm models waits for the first room.
 *
 * @throws TurnrigError `missing` when turnrig is not built or the preset's model files are not there, `agent-start` when the
 *   worker ends or does not register in time.
 */
export async function startWorker(options: StartWorkerOptions): Promise<AgentWorker> {
  const preset = presetOf(options.preset, options.stt, options.tuning);
  if (preset.stt === 'moonshine') moonshineFiles();
  const agentName = options.agentName ?? `turnrig-${options.preset}-${randomBytes(4).toString('hex')}`;
  // Secrets travel in the environment of the child only, never in its arguments.
  const env = {
    ...process.env,
    ...workerEnvironment(options.preset, options.stt, agentName, options.tuning),
    LIVEKIT_URL: options.url,
    LIVEKIT_API_KEY: options.apiKey,
    LIVEKIT_API_SECRET: options.apiSecret,
  };
  const what = `the worker of preset ${options.preset}`;
  let warm: (() => void) | undefined;
  const warmed = new Promise<void>((resolve) => (warm = resolve));
  const child = await Child.start({
    what,
    command: process.execPath,
    args: [workerFile()],
    env,
    logFile: options.logFile,
    secrets: secretsOf(env),
    onLine: (line) => {
      if (line === WARM_LINE) warm?.();
    },
    ipc: true,
    terminate: 'process',
    grace: GRACE_MS,
  });
  try {
    await ready(child, warmed, what, options.within ?? WITHIN_MS);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    pid: child.pid,
    agentName,
    settings: presetSettings(preset),
    exited: child.exited,
    cpu: () => child.cpu(),
    stop: () => child.stop(),
  };
}

/** The built worker: Node runs it as JavaScript also where this file runs as TypeScript, as in tests. */
function workerFile(): string {
  const beside = fileURLToPath(new URL('./worker.js', import.meta.url));
  const built = existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/agent/livekit/worker.js', import.meta.url));
  if (!existsSync(built)) throw new TurnrigError('missing', 'the agent worker is not built', { hint: 'Run `npm run build`.' });
  return built;
}

/** Resolves when the worker is registered and warm. @throws TurnrigError `agent-start` when it is not in time. */
async function ready(child: Child, warmed: Promise<void>, what: string, ms: number): Promise<void> {
  const why = await within(
    ms,
    'was not ready',
    Promise.race([
      Promise.all([warmed, registered(child)]).then(
        () => undefined,
        (reason: unknown) => `failed: ${messageOf(reason)}`,
      ),
      child.exited.then((exit) => `ended before it was ready (${describeExit(exit)})`),
    ]),
  ).catch(messageOf);
  if (why === undefined) return;
  const lines = child.lastLines === '' ? '' : `; its last lines: ${child.lastLines}`;
  throw new TurnrigError('agent-start', `${what} ${why}${lines}`, { hint: 'Its log tells more; `turnrig doctor` checks what it needs.' });
}

function registered(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.onMessage((value) => {
      const message = readWorkerMessage(value);
      if (message?.type === 'registered') resolve();
      if (message?.type === 'failed') reject(new Error(message.message));
    });
  });
}
