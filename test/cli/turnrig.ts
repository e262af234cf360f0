/** Runs the built command as a user does. `npm ci` has built it (prepare). */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const BINARY = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
export const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly done: Promise<Ran>;
}

/** Starts it. LIVEKIT_* of the tester's shell are not passed on. */
export function start(args: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}): Running {
  const none = { LIVEKIT_URL: undefined, LIVEKIT_API_KEY: undefined, LIVEKIT_API_SECRET: undefined };
  const env: NodeJS.ProcessEnv = { ...process.env, ...none, ...options.env };
  return watch(spawn(process.execPath, [BINARY, ...args], { cwd: options.cwd ?? ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Running {
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const done = new Promise<Ran>((resolve) => child.once('close', (code, signal) => resolve({ code, signal, out, err })));
  return { process: child, done };
}

export function turnrig(...args: readonly string[]): Promise<Ran> {
  return start(args).done;
}

/** A built benchmark: `bench('soak', '--rounds', '1')`. As `npm run bench` has it, rtc-node does not write its log between the results. */
export function bench(name: string, ...args: readonly string[]): Promise<Ran> {
  const script = fileURLToPath(new URL(`../../dist/bench/${name}.js`, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production' };
  return watch(spawn(process.execPath, [script, ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })).done;
}

export const noStack = (ran: Ran): void => expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
