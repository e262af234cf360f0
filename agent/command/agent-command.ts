/**
 * `--agent-cmd`: an agent under test as the user starts it, in any language. It gets the room by its environment, its log and its
 * CPU use are kept, and it ends with the run, together with everything it started.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnrigError } from '../../src/error.js';
import { Child, type ChildExit, type CpuUse } from './child.js';
import { secretsOf } from './redact.js';

export interface AgentCommandOptions {
  /** A line for the shell, as the user gave it. */
  readonly command: string;
  readonly url: string;
  /** For workers that register with the server. */
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** For programs that join one room by themselves. */
  readonly room?: { readonly name: string; readonly token: string };
  readonly logFile: string;
  readonly cwd?: string;
  /** What the command inherits; the rig's own environment by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A command that ends within this time has not started, ms. */
  readonly settle?: number;
  /** How long it may take to end, ms. */
  readonly grace?: number;
}

export interface AgentCommand {
  readonly pid: number;
  /** Resolves, never rejects, when the command has ended, wanted or not. */
  readonly exited: Promise<ChildExit>;
  cpu(): CpuUse | undefined;
  stop(): Promise<ChildExit>;
}

/** Names of the environment variables that an agent command gets: LiveKit's own, and two of turnrig for a room to join. */
export const AGENT_ENV = {
  url: 'LIVEKIT_URL',
  apiKey: 'LIVEKIT_API_KEY',
  apiSecret: 'LIVEKIT_API_SECRET',
  room: 'TURNRIG_ROOM',
  token: 'TURNRIG_ROOM_TOKEN',
} as const;

const SETTLE_MS = 500;
const GRACE_MS = 8000;

/** A word that the shell takes as it stands: no quotes, no expansion, no assignment. */
const PLAIN_WORD = /^[\w@%+:,./-]+$/;

/**
 * Whether there is such a program at all, for those who would otherwise tell only after a long preparation. Only the command's first word is
 * looked at, and only where the shell would take it as it stands; a misspelt script behind it shows when it is started.
 *
 * @throws TurnrigError `agent-start` when the shell knows no such program, `input` when the command is empty.
 */
export function checkAgentCommand(command: string, env: NodeJS.ProcessEnv = process.env): void {
  const [word = ''] = command.trim().split(/\s+/);
  if (word === '') throw emptyCommand();
  if (!PLAIN_WORD.test(word)) return;
  // The shell itself says what it would run: its builtins and words, the PATH, a file.
  const { status } = spawnSync('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', word], { env, stdio: 'ignore' });
  if (status === null || status === 0) return;
  throw new TurnrigError('agent-start', `the agent command cannot be started: there is no program "${word}".`, {
    hint: `Try it by itself: ${command}`,
  });
}

const emptyCommand = (): TurnrigError =>
  new TurnrigError('input', 'the agent command is empty', { hint: 'Give one, e.g. --agent-cmd "python agent.py start".' });

/** Starts the command. @throws TurnrigError `agent-start` when it cannot be started or ends at once; its last lines are told. */
export async function startAgentCommand(options: AgentCommandOptions): Promise<AgentCommand> {
  if (options.command.trim() === '') throw emptyCommand();
  const env = { ...(options.env ?? process.env), ...roomEnvironment(options) };
  const child = await Child.start({
    what: 'the agent command',
    command: '/bin/sh',
    args: ['-c', options.command],
    env,
    logFile: options.logFile,
    secrets: secretsOf(env),
    terminate: 'group',
    grace: options.grace ?? GRACE_MS,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const ended = await Promise.race([child.exited, sleep(options.settle ?? SETTLE_MS, undefined, { ref: false })]);
  if (ended !== undefined) {
    const lines = child.lastLines === '' ? 'it printed nothing' : `it printed: ${child.lastLines}`;
    throw new TurnrigError('agent-start', `the agent command ended at once (${describeExit(ended)}); ${lines}`, {
      hint: `Try it by itself: ${options.command}`,
    });
  }
  return { pid: child.pid, exited: child.exited, cpu: () => child.cpu(), stop: () => child.stop() };
}

function roomEnvironment(options: AgentCommandOptions): Record<string, string> {
  const given: Record<string, string | undefined> = {
    [AGENT_ENV.url]: options.url,
    [AGENT_ENV.apiKey]: options.apiKey,
    [AGENT_ENV.apiSecret]: options.apiSecret,
    [AGENT_ENV.room]: options.room?.name,
    [AGENT_ENV.token]: options.room?.token,
  };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** "exit code 127", "signal SIGSEGV". */
export function describeExit(exit: ChildExit): string {
  return exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`;
}
