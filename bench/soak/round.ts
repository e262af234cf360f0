/** A round from outside: its client process, started, watched and ended. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SoakReport, SoakTask } from './model.js';

/** Of what a client that ends badly wrote last, so much is kept, characters. */
const LAST_WORDS = 600;

/** A round takes its seconds of audio and 3 s more; one that hangs so much longer is lost, ms. */
const HUNG_AFTER = 120_000;

export interface RoundResult {
  /** Undefined when the process ended before it told anything. */
  readonly report: SoakReport | undefined;
  /** How the process ended, when not well. */
  readonly crash: string | undefined;
  /** What it wrote last, when it ended not well. */
  readonly lastWords: string;
}

/** Plays a round. Resolves however it goes; undefined when it was called off by the signal. */
export function playRound(task: SoakTask, signal: AbortSignal): Promise<RoundResult | undefined> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('client.js', import.meta.url)), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-LAST_WORDS)));
    let report: SoakReport | undefined;
    let hung = false;
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(
      () => {
        hung = true;
        kill();
      },
      HUNG_AFTER + task.seconds * 1000,
    );
    signal.addEventListener('abort', kill, { once: true });
    child.once('message', (message: SoakReport) => (report = message));
    child.once('close', (code, killed) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      if (signal.aborted) resolve(undefined);
      else {
        const crash = hung ? 'client hung' : endOf('client', code, killed);
        resolve({ report, crash, lastWords: crash === undefined ? '' : words.trim() });
      }
    });
    child.send(task, () => undefined);
  });
}

/** "client SIGSEGV", "server exit 1"; undefined for an end with code 0. */
export function endOf(what: string, code: number | null, signal: NodeJS.Signals | null): string | undefined {
  if (signal !== null) return `${what} ${signal}`;
  return code === 0 ? undefined : `${what} exit ${code ?? '?'}`;
}
