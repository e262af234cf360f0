/** What the live tests of the built command share: a run folder of their own, a calibration of this machine, and looks at its processes. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { placeOf, storeCalibration } from '../../src/cli/calibrate/place.js';
import { startRoomServer } from '../../simulator/server/start.js';
import { calibration } from '../calibration/example.js';
import { start, type Ran, type Running } from '../cli/turnrig.js';

export const SUITE = fileURLToPath(new URL('./fixtures/live.yaml', import.meta.url));
const GUEST = fileURLToPath(new URL('./fixtures/guest.mjs', import.meta.url));

/** An agent by command that does `what` (fixtures/guest.mjs). */
export const guest = (what: string): readonly string[] => ['--agent', 'wait', '--agent-cmd', `"${process.execPath}" "${GUEST}" ${what}`];
export const guestRuns = (what: string): boolean => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(`${GUEST} ${what}`);
/** The reference agent of most of these runs. */
export const AGENT: readonly string[] = ['--agent', 'reference:answer-after=700'];

/** A run of the fixture suite into `out`, by the built command. */
export function run(out: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  return start(['run', SUITE, ...args, '--out', out], { env });
}

const printed = z.object({
  gate: z.object({ result: z.string(), exitCode: z.number(), reason: z.string() }),
  summary: z.object({
    sessions: z.array(z.object({ attempt: z.string(), outcome: z.string(), reason: z.string(), replays: z.number().optional() })),
    measures: z.array(
      z.object({
        measure: z.string(),
        value: z.object({ medianMs: z.number(), n: z.number() }).optional(),
        tally: z.record(z.string(), z.number()),
      }),
    ),
  }),
});
/** What `--json` printed. */
export const json = (ran: Ran) => printed.parse(JSON.parse(ran.out));
/** No stack trace reaches a user. */
export const noStack = (ran: Ran) => expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);

/**
 * A calibration of this machine as the runs find it. What is tested here is not how well a machine measures that is busy with other
 * tests; a run that calibrates by itself has a test of its own.
 */
export async function calibrated(server: string, serverVersion: string): Promise<void> {
  const place = placeOf('livekit', server, serverVersion);
  await storeCalibration(calibration({ ...place, createdAt: new Date().toISOString() }));
}

/** For the tests of a file: a cache with a calibration for the embedded server, and a new folder for each. Gives the folder's path. */
export function calibratedFolders(): () => string {
  const before = process.env['TURNRIG_CACHE'];
  let cache: string;
  let folder: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'turnrig-cache-'));
    process.env['TURNRIG_CACHE'] = cache;
    const server = await startRoomServer();
    await server.stop();
    await calibrated('embedded', server.version);
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['TURNRIG_CACHE'];
    else process.env['TURNRIG_CACHE'] = before;
    await rm(cache, { recursive: true, force: true });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnrig-live-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Waits until an attempt's log in the run folder has an event of that type. */
export async function untilLogged(out: string, attempt: string, type: string): Promise<void> {
  const timeline = join(out, 'sessions', attempt, 'timeline.jsonl');
  const log = (): Promise<string> => readFile(timeline, 'utf8').catch(() => '');
  await expect.poll(async () => (await log()).includes(`"${type}"`), { timeout: 90_000, interval: 20 }).toBe(true);
}

/** Children of a process, by their command lines. */
export function childrenOf(pid: number): { pid: number; command: string }[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
      return found !== null && Number(found[2]) === pid ? [{ pid: Number(found[1]), command: found[3] ?? '' }] : [];
    });
}

/** The process id of the child whose command line has `part`. @throws when there is none: 0 would be the whole group. */
export function childOf(running: Running, part: string): number {
  const found = childrenOf(running.process.pid!).find(({ command }) => command.includes(part));
  if (found === undefined) throw new Error(`no child with ${part}`);
  return found.pid;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
