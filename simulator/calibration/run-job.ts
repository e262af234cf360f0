/** Starts the process of one calibration session and brings back its result. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TurnrigError, type ErrorCode } from '../../src/error.js';
import { endedWithin, Overdue, within } from '../bounded.js';
import type { FromRig, Job, JobResult, ToRig } from './job.js';
import { secondsOf } from './seconds.js';

/** How long a session may take to end once it was asked to. */
const STOP_MS = 15_000;
/** Rendering voices, joining, leaving and scoring, however busy the machine is. */
const AROUND_MS = 300_000;
/** Bursts take as long as they take; what takes twice that, and all the rest, stands still. */
const longestMs = (job: Job): number => AROUND_MS + 2_000 * job.n * secondsOf(job.condition);

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
    const end = await within(longestMs(job), 'no result', ended).catch((error: unknown): FromRig => {
      if (!(error instanceof Overdue)) throw error;
      return { type: 'failed', code: 'internal', message: `its process stood still: ${error.message}` };
    });
    signal.throwIfAborted();
    if (end.type === 'result') return end.result;
    const failed = end.type === 'failed' ? end : { code: 'internal', message: end.type };
    throw new TurnrigError(failed.code as ErrorCode, `the calibration session ${job.condition} failed: ${failed.message}`, {
      ...('hint' in failed ? { hint: failed.hint } : {}),
    });
  } finally {
    signal.removeEventListener('abort', stop);
    // Native libraries keep it alive; it has said everything.
    clearTimeout(killer);
    await endedWithin(0, gone, () => child.kill('SIGKILL'));
  }
}

/** rig.js beside this file or, when this is the source (tests), in dist/. */
function rigFile(): string {
  const here = fileURLToPath(new URL('./rig.js', import.meta.url));
  return import.meta.url.endsWith('.ts') ? here.replace(/simulator\/calibration\/rig\.js$/, 'dist/simulator/calibration/rig.js') : here;
}
