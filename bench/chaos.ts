/**
 * Whether a run survives what can happen to it: runs are disturbed at random moments, gone on with by --resume, and looked at.
 *
 *   npm run chaos -- [--runs 100] [--from 0] [--seed 1] [--room memory|embedded|both] [--json] [--keep]     (node dist/bench/chaos.js)
 *
 * The seed decides everything but the machine's own timing: `--from N --runs 1` with the same seed plays run N again.
 * docs/soak.md says what is done, what is checked, and the JSON shape.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDuration } from '../src/cli/progress.js';
import { messageOf } from '../src/error.js';
import { describe, planRun, ROOMS, type ChaosRoom, type ChaosRun } from './chaos/plan.js';
import { playChaos, playUndisturbed, type ChaosResult } from './chaos/play.js';

const EXIT = { complete: 0, problems: 1, usage: 2, interrupted: 130 } as const;
/** A run that was over before its disturbance is played again with an earlier moment, so often. */
const TRIES = 4;
const EARLIER = 0.6;

interface Options {
  readonly runs: number;
  readonly from: number;
  readonly seed: number;
  readonly rooms: readonly ChaosRoom[];
  readonly json: boolean;
  /** Keep the folders of good runs too. */
  readonly keep: boolean;
}

interface Row extends ChaosResult {
  readonly plan: ChaosRun;
  /** Undefined when it was removed. */
  readonly folder: string | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '100' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      room: { type: 'string', default: 'both' },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const whole = (name: 'runs' | 'from' | 'seed', least: number): number => {
    const number = Number(values[name]);
    if (!Number.isSafeInteger(number) || number < least) throw new RangeError(`--${name} takes a whole number from ${least}.`);
    return number;
  };
  const rooms = values.room === 'both' ? ROOMS : ROOMS.filter((room) => room === values.room);
  if (rooms.length === 0) throw new RangeError('--room takes memory, embedded or both.');
  return { runs: whole('runs', 1), from: whole('from', 0), seed: whole('seed', 0), rooms, json: values.json, keep: values.keep };
}

async function main(options: Options): Promise<number> {
  const abort = new AbortController();
  // Its runs are in groups of their own: the one under way comes to its end.
  const stop = (): void => {
    abort.abort();
    process.stderr.write('stopping after this run\n');
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const root = mkdtempSync(join(tmpdir(), 'turnrig-chaos-'));
  const undisturbed = new Map<ChaosRoom, Awaited<ReturnType<typeof playUndisturbed>>>();
  const rows: Row[] = [];
  const started = performance.now();
  for (let i = 0; i < options.runs && !abort.signal.aborted; i++) {
    const plan = planRun(options.seed, options.from + i, options.rooms);
    let base = undisturbed.get(plan.room);
    if (base === undefined) {
      const folder = join(root, `undisturbed-${plan.room}`);
      mkdirSync(folder);
      base = await playUndisturbed(plan.room, folder);
      undisturbed.set(plan.room, base);
    }
    const row = await playUntilHit(plan, root, base, options.keep);
    rows.push(row);
    const left = formatDuration(((performance.now() - started) / 1000 / rows.length) * (options.runs - rows.length));
    process.stderr.write(`${line(row)} (${rows.length} of ${options.runs}, about ${left} left)\n`);
    for (const problem of row.problems) process.stderr.write(`    ${problem}\n`);
  }
  if (!options.keep && rows.every(({ folder }) => folder === undefined)) rmSync(root, { recursive: true, force: true });
  return report(rows, options);
}

async function playUntilHit(
  plan: ChaosRun,
  root: string,
  base: { ms: number; summary: Parameters<typeof playChaos>[3] },
  keep: boolean,
): Promise<Row> {
  let moment = plan.moment;
  for (let tries = 1; ; tries++) {
    const folder = join(root, `run-${plan.run}${tries === 1 ? '' : `-${tries}`}`);
    mkdirSync(folder);
    const result = await playChaos({ ...plan, moment }, folder, base.ms, plan.room === 'memory' ? base.summary : undefined);
    const bad = result.problems.length > 0;
    if (!bad && !keep) rmSync(folder, { recursive: true, force: true });
    if (result.hit || bad || tries === TRIES) return { ...result, plan: { ...plan, moment }, folder: bad || keep ? folder : undefined };
    moment *= EARLIER;
  }
}

function line({ plan, hit, calls, problems, folder }: Row): string {
  const what = `${describe(plan.disturbance)}${plan.again === undefined ? '' : `, then ${describe(plan.again.disturbance)}`}`;
  const how = problems.length > 0 ? `FAILED, see ${folder ?? ''}` : hit ? `complete after ${calls} calls` : 'was over before';
  return `run ${plan.run} (${plan.room}): ${what} at ${Math.round(plan.moment * 100)}%: ${how}`;
}

function report(rows: readonly Row[], options: Options): number {
  const kinds = new Map<string, { runs: number; complete: number; missed: number }>();
  for (const { plan, hit, problems } of rows) {
    const kind = `${plan.room}: ${describe(plan.disturbance)}`;
    const count = kinds.get(kind) ?? { runs: 0, complete: 0, missed: 0 };
    kinds.set(kind, {
      runs: count.runs + 1,
      complete: count.complete + (problems.length === 0 ? 1 : 0),
      missed: count.missed + (hit ? 0 : 1),
    });
  }
  const failed = rows.filter(({ problems }) => problems.length > 0);
  const sorted = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  const fullDisk = rows.find((row) => row.fullDisk !== undefined)?.fullDisk ?? null;
  const exitCode = failed.length > 0 ? EXIT.problems : rows.length < options.runs ? EXIT.interrupted : EXIT.complete;
  if (options.json) {
    const failures = failed.map(({ plan, problems, folder }) => ({ ...plan, problems, folder: folder ?? null }));
    const { seed, runs: planned } = options;
    const complete = rows.length - failed.length;
    console.log(
      JSON.stringify(
        { seed, planned, runs: rows.length, complete, fullDisk, kinds: Object.fromEntries(sorted), failures, exitCode },
        null,
        2,
      ),
    );
    return exitCode;
  }
  console.log(`| ${'disturbance'.padEnd(44)} | runs | complete | too late |`);
  console.log(`| ${'-'.repeat(44)} | ---- | -------- | -------- |`);
  for (const [kind, { runs, complete, missed }] of sorted)
    console.log(`| ${kind.padEnd(44)} | ${String(runs).padStart(4)} | ${String(complete).padStart(8)} | ${String(missed).padStart(8)} |`);
  console.log(
    `\n${rows.length - failed.length} of ${rows.length} runs are complete after resume, nothing lost or doubled (seed ${options.seed})`,
  );
  if (fullDisk !== null) console.log(`a full disk was a ${fullDisk}`);
  return exitCode;
}

try {
  process.exit(await main(readOptions()));
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exit(error instanceof RangeError || error instanceof TypeError ? EXIT.usage : EXIT.problems);
}
