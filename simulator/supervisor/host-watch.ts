/**
 * Who uses the processors while a session plays, four times a second: what the rig's own late frames are held against
 * (src/score/starvation.ts). Files are read without blocking: the media loop that it runs beside must not be late because of it.
 * From Linux' /proc; elsewhere only the rig's own share is known.
 */
import { readFile, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseStat, TICKS_PER_SECOND } from '../../agent/command/cpu.js';
import type { CpuShares } from '../../src/recording/model.js';

/** A burst of an agent's inference lasts some 100 ms; a tick of /proc is 10 ms. */
const EVERY_MS = 250;
/** A group's processes are looked up anew every so many readings: walking /proc costs more than reading a few of its files. */
const LOOK_UP_EVERY = 8;

/** CPU seconds so far, of everything that is known. */
export interface Reading {
  readonly at: number;
  readonly rig: number;
  readonly agent: number | undefined;
  readonly host: number | undefined;
}
export type ReadCpu = () => Promise<Reading>;

/** Shares of one processor between two readings. */
export function sharesBetween(a: Reading, b: Reading): CpuShares {
  const seconds = b.at - a.at;
  const share = (from: number | undefined, to: number | undefined): number | undefined =>
    from === undefined || to === undefined || seconds <= 0 ? undefined : Math.max(0, to - from) / seconds;
  const [rig, agent, host] = [share(a.rig, b.rig), share(a.agent, b.agent), share(a.host, b.host)];
  return {
    ...(rig === undefined ? {} : { rigCpu: rig }),
    ...(agent === undefined ? {} : { agentCpu: agent }),
    ...(host === undefined ? {} : { hostCpu: host }),
  };
}

export interface HostFigures {
  readonly processors: number;
  readonly whole: CpuShares;
  readonly whenLate: CpuShares | undefined;
}

export class HostWatch {
  readonly #read: ReadCpu;
  readonly #timer: NodeJS.Timeout;
  #first: Reading | undefined;
  #last: Reading | undefined;
  #shares: CpuShares | undefined;
  #worst = 0;
  /** A frame was late since the last reading: the next one covers it. */
  #marked = false;
  #whenLate: CpuShares | undefined;
  #reading = false;

  constructor(read: ReadCpu, every = EVERY_MS) {
    this.#read = read;
    void this.sample();
    this.#timer = setInterval(() => void this.sample(), every);
    this.#timer.unref();
  }

  /** A frame was late by so much: the shares around the latest one are kept. */
  late(amount: number): void {
    if (amount < this.#worst) return;
    this.#worst = amount;
    // The stall lies before its report: in the reading that is over, or in the one that is under way.
    this.#whenLate = this.#shares;
    this.#marked = true;
  }

  figures(): HostFigures {
    const whole = this.#first !== undefined && this.#last !== undefined ? sharesBetween(this.#first, this.#last) : {};
    return { processors: availableParallelism(), whole, whenLate: this.#whenLate };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Takes a reading. One at a time: on a machine that is too busy for four a second there are fewer. */
  async sample(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      const now = await this.#read();
      if (this.#last !== undefined) this.#shares = sharesBetween(this.#last, now);
      this.#first ??= now;
      this.#last = now;
      if (!this.#marked) return;
      this.#marked = false;
      this.#whenLate = heavier(this.#whenLate, this.#shares);
    } finally {
      this.#reading = false;
    }
  }
}

/** Of the two readings around a stall the one in which the agent used more: nothing of it is to stay unseen. */
function heavier(a: CpuShares | undefined, b: CpuShares | undefined): CpuShares | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if ((a.agentCpu ?? 0) === (b.agentCpu ?? 0)) return (a.hostCpu ?? 0) > (b.hostCpu ?? 0) ? a : b;
  return (a.agentCpu ?? 0) > (b.agentCpu ?? 0) ? a : b;
}

/** Readings of this process, of a process group (undefined: the agent runs elsewhere) and of the machine. */
export function cpuReader(group: number | undefined, now: () => number): ReadCpu {
  const agent = group === undefined ? undefined : new GroupCpu(group);
  return async () => {
    const [agentSeconds, host] = await Promise.all([agent?.seconds(), hostSeconds()]);
    const { user, system } = process.cpuUsage();
    return { at: now(), rig: (user + system) / 1e6, agent: agentSeconds, host };
  };
}

/** CPU seconds of a group's processes, and of their ended children that they have waited for. It never goes back. */
class GroupCpu {
  #pids: readonly string[] = [];
  #count = 0;
  #seconds: number | undefined;

  constructor(private readonly group: number) {}

  async seconds(): Promise<number | undefined> {
    const all = this.#count++ % LOOK_UP_EVERY === 0;
    const pids = all ? (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)) : this.#pids;
    const found: string[] = [];
    let ticks = 0;
    for (const pid of pids) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').then(parseStat, () => undefined);
      if (stat?.group !== this.group) continue;
      found.push(pid);
      ticks += stat.ticks;
    }
    this.#pids = found;
    if (found.length > 0) this.#seconds = Math.max(this.#seconds ?? 0, ticks / TICKS_PER_SECOND);
    return this.#seconds;
  }
}

/** All processors' busy time: the first line of /proc/stat without idle and iowait (proc_stat(5)); guests are in user and nice already. */
async function hostSeconds(): Promise<number | undefined> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  return busySeconds(text);
}

export function busySeconds(text: string): number | undefined {
  const line = /^cpu +(.+)$/m.exec(text)?.[1];
  if (line === undefined) return undefined;
  const [user = NaN, nice = NaN, system = NaN, , , irq = 0, softirq = 0, steal = 0] = line.trim().split(/ +/).map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return Number.isFinite(busy) ? busy / TICKS_PER_SECOND : undefined;
}
