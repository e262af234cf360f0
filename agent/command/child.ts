/** A process of an agent: in a group of its own, its log kept without secrets, its CPU time watched, and ended for sure. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, TurnrigError } from '../../src/error.js';
import { endedWithin, settled, within } from '../../simulator/bounded.js';
import { groupCpuSeconds } from './cpu.js';
import { LineSplitter, redactor } from './redact.js';

export interface ChildOptions {
  /** What it is, for messages: "the worker of preset vad-only", "the agent command". */
  readonly what: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Everything it prints goes here, each line cleared of secrets. */
  readonly logFile: string;
  readonly secrets: readonly string[];
  /** Called with every line it prints, as it is: with its secrets. */
  readonly onLine?: (line: string) => void;
  /** Opens an IPC channel. The child should end when it closes: then it does not outlive a killed rig. */
  readonly ipc?: boolean;
  /** Who gets the first, polite signal: the process alone, or all of its group as with Ctrl-C in a terminal. */
  readonly terminate: 'process' | 'group';
  /** So long it may take to end after that, ms; then the group is killed. */
  readonly grace: number;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether `stop` was called before. */
  readonly wanted: boolean;
}

/** CPU time of the process and all its descendants since it was started. */
export interface CpuUse {
  readonly cpuSeconds: number;
  /** Seconds since it was started. */
  readonly wallSeconds: number;
}

const CPU_EVERY_MS = 1000;
/** A descendant that left the group may hold the pipes open for ever: after the process's end they are read for so long. */
const DRAIN_MS = 2_000;
/** Last lines of a log that are shown when its process cannot start, and how much of each. */
const LAST_LINES = 3;
const SHOWN_OF_LINE = 240;
/** A log stops growing here; an agent that prints without end must not fill the disk. */
const LONGEST_LOG = 64 * 1024 * 1024;

const alive = new Set<Child>();
let watchingExit = false;

/** Children end with the rig even when nobody stops them. A `kill -9` of the rig cannot be caught: see `ipc`. */
function endWithRig(child: Child): void {
  alive.add(child);
  if (watchingExit) return;
  watchingExit = true;
  process.once('exit', () => {
    for (const each of alive) each.kill('SIGKILL');
  });
}

export class Child {
  /** Resolves, never rejects, once the process is gone and its log is written. */
  readonly exited: Promise<ChildExit>;
  readonly pid: number;
  readonly #process: ChildProcess;
  readonly #options: ChildOptions;
  readonly #startedAt = performance.now();
  readonly #lastLines: string[] = [];
  #stopping: Promise<ChildExit> | undefined;
  #cpu: CpuUse | undefined;

  private constructor(child: ChildProcess, pid: number, options: ChildOptions) {
    this.#process = child;
    this.pid = pid;
    this.#options = options;
    const watch = setInterval(() => this.cpu(), CPU_EVERY_MS);
    watch.unref();
    const logged = this.#keepLog();
    this.exited = new Promise<ChildExit>((resolve) => {
      child.once('exit', (code, signal) => {
        clearInterval(watch);
        const wanted = this.#stopping !== undefined;
        // What it left behind in its group would hold its pipes, and so its log, open.
        this.kill('SIGKILL');
        void settled(DRAIN_MS, logged).then((whole) => {
          if (!whole) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
          alive.delete(this);
          resolve({ code, signal, wanted });
        });
      });
    });
    endWithRig(this);
  }

  /** @throws TurnrigError `agent-start` when the system cannot start the command, `store` when the log cannot be written. */
  static async start(options: ChildOptions): Promise<Child> {
    try {
      mkdirSync(dirname(options.logFile), { recursive: true });
    } catch (cause) {
      throw new TurnrigError('store', `the log of ${options.what} cannot be written: ${messageOf(cause)}`, { cause });
    }
    const stdio: StdioOptions = options.ipc === true ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'];
    const child = spawn(options.command, [...options.args], {
      env: { ...options.env },
      stdio,
      detached: true,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (cause) =>
        reject(
          new TurnrigError('agent-start', `${options.what} cannot be started: ${messageOf(cause)}`, {
            hint: 'Check the command and its folder.',
            cause,
          }),
        ),
      );
    });
    child.on('error', () => undefined); // E.g. a message to a child that has just ended.
    if (child.pid === undefined) throw new TurnrigError('internal', `${options.what} was started without a process id`);
    return new Child(child, child.pid, options);
  }

  /** Messages of the child over IPC. */
  onMessage(listener: (message: unknown) => void): void {
    this.#process.on('message', listener);
  }

  /** CPU time so far; the last figure known once the process is gone; undefined where the system does not tell. */
  cpu(): CpuUse | undefined {
    const cpuSeconds = groupCpuSeconds(this.pid);
    if (cpuSeconds !== undefined)
      this.#cpu = {
        cpuSeconds: Math.max(cpuSeconds, this.#cpu?.cpuSeconds ?? 0),
        wallSeconds: (performance.now() - this.#startedAt) / 1000,
      };
    return this.#cpu;
  }

  /** The last lines of the log, cleared of secrets. */
  get lastLines(): string {
    return this.#lastLines.join('\n');
  }

  /** Ends it: asks, waits, kills the group. Resolves when it is gone; may be called again. Never rejects. */
  stop(): Promise<ChildExit> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end(): Promise<ChildExit> {
    this.cpu();
    if (this.#options.terminate === 'group') this.kill('SIGTERM');
    else this.#process.kill('SIGTERM');
    await endedWithin(this.#options.grace, this.exited, () => this.kill('SIGKILL'));
    // Killed by then: what is left is its log's end. A process that hangs in the kernel is left behind.
    return within(2 * DRAIN_MS, 'no end', this.exited).catch(() => ({ code: null, signal: 'SIGKILL', wanted: true }));
  }

  /** Signals the whole group by its id; that there is nobody left is fine. */
  kill(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch {
      // ESRCH: all gone.
    }
  }

  /** Resolves when both pipes are closed and the file is written. */
  #keepLog(): Promise<void> {
    const clean = redactor(this.#options.secrets);
    const file = createWriteStream(this.#options.logFile, { flags: 'a' });
    let size = 0;
    let broken = false;
    file.on('error', () => (broken = true)); // A full disk costs the log, not the run; the store says so.
    const write = (line: string): void => {
      this.#options.onLine?.(line);
      const text = clean(line);
      this.#lastLines.push(text.length > SHOWN_OF_LINE ? `${text.slice(0, SHOWN_OF_LINE)}...` : text);
      if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
      if (broken || size > LONGEST_LOG) return;
      size += text.length + 1;
      file.write(size > LONGEST_LOG ? '... the log was cut here\n' : `${text}\n`);
    };
    const drained = [this.#process.stdout, this.#process.stderr].map((stream) => {
      if (stream === null) return Promise.resolve();
      const lines = new LineSplitter(write);
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => lines.push(text));
      return new Promise<void>((resolve) => {
        stream.once('close', () => {
          lines.end();
          resolve();
        });
      });
    });
    return Promise.all(drained).then(
      () =>
        new Promise<void>((resolve) => {
          if (broken) resolve();
          else file.end(resolve);
        }),
    );
  }
}
