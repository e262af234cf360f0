/** One chaos run: a real `turnrig run` that is disturbed, then --resume until it is complete, then a look at what is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDisk, type Disk } from './disk.js';
import { checkFolder, printed, snapshot, type Printed } from './evidence.js';
import { describe, type ChaosRun, type Disturbance } from './plan.js';
import { descendants, find, signal, stillThere } from './processes.js';
import { firstCall, resumeCall, turnrig, type Ran, type Running } from './turnrig.js';

/** Calls of --resume that a run may need: one, and one more for each further disturbance. */
const MOST_RESUMES = 3;
/** A call that has not come to an end by then hangs, ms; an undisturbed one takes 5 to 40 s. */
const HUNG_AFTER = 300_000;
/** What a killed run started may take so long to notice, ms. */
const GONE_WITHIN = 30_000;
/** How often it is looked whether the target is there, ms. */
const LOOK_EVERY = 50;

export interface ChaosResult {
  /** Whether the disturbance met its target; false when the run was over before. */
  readonly hit: boolean;
  /** Calls of turnrig until the run was complete. */
  readonly calls: number;
  /** What must not be, in words; none: the run is complete, and nothing is lost or doubled. */
  readonly problems: readonly string[];
  readonly fullDisk: Disk['kind'] | undefined;
}

/**
 * @param folder empty, for everything of this run
 * @param undisturbedMs how long such a run takes when it is left alone
 * @param expected the scores of an undisturbed run, where they must come out the same (in memory)
 */
export async function playChaos(
  plan: ChaosRun,
  folder: string,
  undisturbedMs: number,
  expected: Printed['summary'] | undefined,
): Promise<ChaosResult> {
  const disturbances = [plan.disturbance, ...(plan.again === undefined ? [] : [plan.again.disturbance])];
  const disk = disturbances.some(({ kind }) => kind === 'full-disk') ? makeDisk(join(folder, 'disk')) : undefined;
  try {
    return await new Play(plan, join(disk?.folder ?? folder, 'run'), disk, undisturbedMs, expected, disturbances).run();
  } finally {
    disk?.remove();
  }
}

class Play {
  private readonly problems: string[] = [];
  private readonly guest: boolean;
  private calls = 0;

  constructor(
    private readonly plan: ChaosRun,
    private readonly out: string,
    private readonly disk: Disk | undefined,
    private readonly undisturbedMs: number,
    private readonly expected: Printed['summary'] | undefined,
    private readonly disturbances: readonly Disturbance[],
  ) {
    this.guest = disturbances.some((what) => what.kind !== 'full-disk' && what.target === 'agent');
  }

  async run(): Promise<ChaosResult> {
    const { disturbance, moment, again } = this.plan;
    const hit = await this.disturbed(this.call(), disturbance, moment);
    let result: Printed | undefined;
    for (let resumes = 0; resumes < MOST_RESUMES && this.problems.length === 0; resumes++) {
      const before = await snapshot(this.out);
      if (resumes === 0 && again !== undefined) {
        await this.disturbed(this.call(), again.disturbance, again.moment);
        continue;
      }
      const ran = await this.ended(this.call());
      result = this.read(ran);
      // A run that gave up (a dead server that did not come back in time, for one) says how to go on: so it is gone on with.
      if (result === undefined || result.summary.outcomes.some(({ missing }) => missing > 0)) continue;
      this.checkEnd(ran, result);
      this.problems.push(...(await checkFolder(this.out, before, result)));
      this.checkScores(result);
      await this.checkAgain();
      break;
    }
    if (result === undefined && this.problems.length === 0) this.problems.push(`the run was not complete after ${MOST_RESUMES} resumes`);
    return { hit, calls: this.calls, problems: this.problems, fullDisk: this.disk?.kind };
  }

  /** The first call, or --resume once there is a run: one that was cut off before its run.json is none, and is started again. */
  private call(): Running {
    this.calls++;
    const { room } = this.plan;
    const begun = existsSync(join(this.out, 'run.json'));
    return turnrig(begun ? resumeCall(room, this.guest, this.out) : firstCall(room, this.guest, this.out));
  }

  /** Disturbs a call and waits for its end and for that of everything it started. @returns whether the disturbance met its target */
  private async disturbed(running: Running, what: Disturbance, moment: number): Promise<boolean> {
    const state = { over: false };
    const done = this.ended(running).finally(() => (state.over = true));
    await Promise.race([sleep(moment * this.undisturbedMs), done]);
    let targets: readonly number[] = [];
    while (!state.over && targets.length === 0) {
      targets = await find(running.pid, what.kind === 'full-disk' ? 'supervisor' : what.target);
      if (targets.length === 0) await sleep(LOOK_EVERY);
    }
    const family = [running.pid, ...(await descendants(running.pid)).map(({ pid }) => pid)];
    const hit = !state.over && (await this.strike(what, targets, running.pid));
    const ran = await done;
    const left = await stillThere(family, GONE_WITHIN);
    if (left.length > 0) this.problems.push(`${describe(what)}: processes were left behind: ${left.join(', ')}`);
    this.disk?.empty();
    const killed = what.kind === 'kill' && what.target === 'supervisor';
    if (!(killed && ran.signal === 'SIGKILL')) this.checkWords(ran, describe(what));
    return hit;
  }

  private async strike(what: Disturbance, targets: readonly number[], root: number): Promise<boolean> {
    switch (what.kind) {
      case 'kill':
        return targets.map((pid) => signal(pid, 'SIGKILL')).some(Boolean);
      case 'stall': {
        const stopped = targets.filter((pid) => signal(pid, 'SIGSTOP'));
        await sleep(what.ms);
        for (const pid of stopped) signal(pid, 'SIGCONT');
        return stopped.length > 0;
      }
      case 'full-disk':
        await this.disk?.fill(root);
        return true;
    }
  }

  private async ended(running: Running): Promise<Ran> {
    const timer = setTimeout(() => {
      this.problems.push(`call ${this.calls} hung for ${HUNG_AFTER / 1000} s`);
      signal(running.pid, 'SIGKILL');
    }, HUNG_AFTER);
    const ran = await running.done;
    clearTimeout(timer);
    return ran;
  }

  /** A call that was not killed itself ends by itself, with a documented exit code and without a stack. */
  private checkWords({ code, signal: by, err }: Ran, when: string): void {
    if (by !== null || ![0, 1, 3, 4].includes(code ?? -1))
      this.problems.push(`${when}: the call ended with ${by ?? `exit code ${code ?? '?'}`}: ${err.slice(-500)}`);
    if (/\n\s+at .*[:(]/.test(err)) this.problems.push(`${when}: a stack was shown: ${err.slice(-500)}`);
  }

  private read({ out, code, signal: by, err }: Ran): Printed | undefined {
    try {
      return printed.parse(JSON.parse(out));
    } catch {
      this.problems.push(`the resumed run printed no result (${by ?? `exit code ${code ?? '?'}`}): ${err.slice(-500)}`);
      return undefined;
    }
  }

  private checkEnd(ran: Ran, { gate }: Printed): void {
    this.checkWords(ran, 'the resumed run');
    if (ran.code !== gate.exitCode)
      this.problems.push(`exit code ${ran.code ?? '?'}, but the gate says ${gate.exitCode}: ${ran.err.slice(-500)}`);
  }

  /** What the rig spoiled counts for nobody: only what was done to the agent itself may be held against it. */
  private checkScores({ summary }: Printed): void {
    if (this.expected !== undefined && JSON.stringify(summary.measures) !== JSON.stringify(this.expected.measures))
      this.problems.push('the scores are not those of an undisturbed run');
    if (this.disturbances.some((what) => what.kind !== 'full-disk' && what.target === 'agent')) return;
    for (const { attempt, outcome, reason, tally } of summary.sessions) {
      if (outcome === 'agent_failure') this.problems.push(`${attempt} is held against the agent: ${reason}`);
      if (outcome === 'scored' && tally.fail > 0) this.problems.push(`${attempt} has ${tally.fail} failed expectations`);
    }
  }

  /** Scored and reported again, the same evidence gives the same bytes. */
  private async checkAgain(): Promise<void> {
    const files = [join(this.out, 'derived', 'summary.json'), join(this.out, 'report', 'index.html')];
    const read = (): string[] => files.map((file) => readFileSync(file, 'latin1'));
    if (files.some((file) => !existsSync(file))) return;
    const before = read();
    const ran = await this.ended(turnrig(['score', this.out, '--report']));
    this.checkWords(ran, 'scored again');
    const after = read();
    files.forEach((file, i) => {
      if (before[i] !== after[i]) this.problems.push(`scored again, ${file} is another`);
    });
  }
}

/** An undisturbed run: how long it takes, ms, and what it scores. @throws Error when it is not well by itself. */
export async function playUndisturbed(room: ChaosRun['room'], folder: string): Promise<{ ms: number; summary: Printed['summary'] }> {
  const start = performance.now();
  const { out, err } = await turnrig(firstCall(room, false, join(folder, 'run'))).done;
  const ms = performance.now() - start;
  try {
    return { ms, summary: printed.parse(JSON.parse(out)).summary };
  } catch {
    throw new Error(`an undisturbed run (${room}) printed no result: ${err.slice(-500)}`);
  }
}
