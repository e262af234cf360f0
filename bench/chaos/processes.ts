/** The processes of a run, found by their command lines among its descendants. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Target } from './plan.js';

const run = promisify(execFile);

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** What the command line of each holds. The supervisor is the run itself. */
const MARKS: Readonly<Record<Exclude<Target, 'supervisor'>, string>> = {
  worker: 'supervisor/media-worker.js',
  server: 'server/child.js',
  agent: 'chaos/agent.js',
};

async function processes(): Promise<ProcessLine[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args='], { maxBuffer: 16 << 20 });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return found === null ? [] : [{ pid: Number(found[1]), parent: Number(found[2]), command: found[3] ?? '' }];
  });
}

/** All processes below one, itself left out. */
export async function descendants(root: number): Promise<ProcessLine[]> {
  const all = await processes();
  const found: ProcessLine[] = [];
  const parents = new Set([root]);
  // Ids are not in order of age for ever: until nothing more is found.
  for (let before = -1; before !== found.length;) {
    before = found.length;
    for (const line of all) {
      if (parents.has(line.pid) || !parents.has(line.parent)) continue;
      parents.add(line.pid);
      found.push(line);
    }
  }
  return found;
}

/** Ids of a run's processes of that kind, at this moment. An agent's shell holds its command line too: the innermost is meant. */
export async function find(root: number, target: Target): Promise<number[]> {
  if (target === 'supervisor') return [root];
  const mark = MARKS[target];
  const below = await descendants(root);
  return below.filter(({ command }) => command.includes(mark) && !/^\S*sh -c /.test(command)).map(({ pid }) => pid);
}

/** False when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Those of the ids that still run after `within` ms; the list of a zombie is empty. */
export async function stillThere(ids: readonly number[], within: number): Promise<number[]> {
  for (const end = Date.now() + within; ;) {
    const all = new Map((await processes()).map((line) => [line.pid, line]));
    const left = ids.filter((pid) => all.has(pid) && !(all.get(pid)?.command ?? '').includes('<defunct>'));
    if (left.length === 0 || Date.now() > end) return left;
    await sleep(200);
  }
}
