/** Starts the process of one calibration session and brings back its result. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TurnrigError, type ErrorCode } from '../../src/error.js';
import type { FromRig, Job, JobResult, ToRig } from './job.js';

/** How long a session may take to end once it was asked to. */
const STOP_MS = 15_000;

/**
 * @param onProgress bursts said so far.
 * @throws TurnrigError what the session threw, or `internal` when its process ended without a result; the signal's reason when stopped.
 */
export async function runJob(job: Job, signal: AbortSignal, onProgress: (done: number) => void): Promise<JobResult> {
  const child = fork(rigFile(), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-2000)));
  const gone = once(child, 'exit');
  const tell = (message: ToRig): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    tell({ type: 'stop' });
    killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  const ended = new Promise<FromRig>((resolve) => {
    child.on('message', (message: FromRig) => {
      if (message.type === 'progress') onProgress(message.done);
      else resolve(message);
    });
    void gone.then(() =>
      resolve({ type: 'failed', code: 'internal', message: `its process ended. ${log.trim().split('\n').at(-1) ?? ''}` }),
    );
  });
  tell({ type: 'job', job });
  if (signal.aborted) stop();
  try {
    const end = await ended;
    signal.throwIfAborted();
    if (end.type === 'result') return end.result;
    throw new TurnrigError(
      end.type === 'failed' ? (end.code as ErrorCode) : 'internal',
      `the calibration session ${job.condition} failed: ${end.type === 'failed' ? end.message : end.type}`,
    );
  } finally {
    signal.removeEventListener('abort', stop);
    // Native libraries keep it alive; it has said everything.
    child.kill('SIGKILL');
    await gone;
    clearTimeout(killer);
  }
}

/** rig.js beside this file or, when this is the source (tests), in dist/. */
function rigFile(): string {
  const here = fileURLToPath(new URL('./rig.js', import.meta.url));
  return import.meta.url.endsWith('.ts') ? here.replace(/simulator\/calibration\/rig\.js$/, 'dist/simulator/calibration/rig.js') : here;
}
