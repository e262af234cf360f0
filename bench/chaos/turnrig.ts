/** The built command, started as a user starts it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChaosRoom } from './plan.js';

const ROOT = new URL('../../../', import.meta.url);
const BINARY = fileURLToPath(new URL('dist/src/cli/main.js', ROOT));
const SUITE = fileURLToPath(new URL('bench/chaos/suite.yaml', ROOT));
const AGENT = fileURLToPath(new URL('dist/bench/chaos/agent.js', ROOT));
const SERVER_VARIABLES = ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'];

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly pid: number;
  readonly done: Promise<Ran>;
}

/** Starts the command on the embedded server, whatever the environment names. */
export function turnrig(args: readonly string[]): Running {
  const env = { ...process.env };
  for (const name of SERVER_VARIABLES) Reflect.deleteProperty(env, name);
  // A group of its own: Ctrl-C stops the chaos, and that its run.
  const child = spawn(process.execPath, [BINARY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const done = new Promise<Ran>((resolve) => {
    child.once('error', (error) => resolve({ code: -1, signal: null, out, err: error.message }));
    // Not 'close': what a killed run leaves behind may hold its pipes.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal, out, err }), PIPES_DRAIN));
  });
  return { pid: child.pid ?? 0, done };
}

/** ms */
const PIPES_DRAIN = 100;

/**
 * How a run is called, but for its folder. In memory a session takes a fraction of a second, in a room some seconds.
 * @param guest an agent in a process of its own, instead of the reference agent, which lives in the media worker
 */
export function agentsOf(room: ChaosRoom, guest: boolean): readonly string[] {
  if (room === 'memory') return ['--memory', '--agent', 'reference:answer-after=700', '--concurrency', '1'];
  const agent = guest
    ? ['--agent', 'guest=wait', '--agent-cmd', `"${process.execPath}" "${AGENT}"`]
    : ['--agent', 'reference:answer-after=700'];
  // What is killed here are runs, not calibrations.
  return [...agent, '--concurrency', '2', '--no-calibrate'];
}

const REPEATS: Readonly<Record<ChaosRoom, number>> = { memory: 6, embedded: 2 };

export function firstCall(room: ChaosRoom, guest: boolean, out: string): readonly string[] {
  return ['run', SUITE, ...agentsOf(room, guest), '--repeats', String(REPEATS[room]), '--out', out, '--json'];
}

export function resumeCall(room: ChaosRoom, guest: boolean, out: string): readonly string[] {
  return ['run', '--resume', out, ...agentsOf(room, guest), '--json'];
}
