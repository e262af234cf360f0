/** Measures: opens the servers that the conditions want, runs the sessions side by side, and puts the figures together. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { assemble, type ConditionEvidence } from '../../calibration/assemble.js';
import { LOSS_PERCENT, type ConditionName } from '../../calibration/conditions.js';
import type { Calibration } from '../../calibration/model.js';
import { observationRows, type ObservedSession } from '../../calibration/rows.js';
import { planJobs, type PlannedJob } from '../../calibration/plan.js';
import { messageOf, TurnrigError } from '../../error.js';
import type { JobResult } from '../../../simulator/calibration/job.js';
import { secondsOf } from '../../../simulator/calibration/seconds.js';
import { runJob } from '../../../simulator/calibration/run-job.js';
import { writeAtomic } from '../../../simulator/store/atomic.js';
import { storeFailure } from '../../../simulator/store/failures.js';
import { nodeFileSystem } from '../../../simulator/store/file-system.js';
import { makeFolder } from '../../../simulator/store/make-folder.js';
import type { LiveKitAccess } from '../../../simulator/transport/livekit/server-api.js';
import { VERSION } from '../version.js';
import { placeOf } from './place.js';
import type { CalibrationServer } from './servers.js';

export interface MeasureOptions {
  /** Undefined: in memory, in virtual time. */
  readonly servers: CalibrationServer | undefined;
  readonly conditions: readonly ConditionName[];
  /** Bursts, or turns, of each condition. */
  readonly n: number;
  readonly seed: number;
  /** ms; undefined: another one every turn. */
  readonly delayMs: number | undefined;
  /** Dropped on purpose in every condition that does not say otherwise, percent. */
  readonly lossPercent: number;
  /** Sessions side by side. */
  readonly sessions: number;
  /** Bursts that are worth a session of their own; undefined: ten. Fewer, where the time counts and not the processors. */
  readonly least?: number;
  /** Whether an application listens through AudioStream beside the rig. */
  readonly listen: boolean;
  /** Keeps the senders' logs and every observation here; undefined: they are thrown away. */
  readonly folder: string | undefined;
  /** Bursts said so far, of all. */
  readonly onProgress?: (done: number, total: number, what: string) => void;
  readonly signal: AbortSignal;
}

/** Delays that are drawn when none was given, ms: what agents take. */
const DELAYS: readonly [number, number] = [300, 1_200];
/** Joining a room, loading models and scoring take about so long a session, seconds. */
const SESSION_S = 12;

/** About how long it takes, seconds. */
export function expectedSeconds({
  conditions,
  n,
  sessions,
  servers,
  seed,
}: Pick<MeasureOptions, 'conditions' | 'n' | 'sessions' | 'servers' | 'seed'>): number {
  if (servers === undefined) return SESSION_S;
  return (
    planJobs(conditions, n, seed, sessions, secondsOf).reduce((sum, job) => sum + SESSION_S + job.n * secondsOf(job.condition), 0) /
    sessions
  );
}

/**
 * @throws TurnrigError when no room can be had or the disk fails; the signal's reason when stopped. A session that fails otherwise leaves its
 * reason as the note of its condition.
 */
export async function measure(options: MeasureOptions): Promise<Calibration> {
  const { servers, conditions, n, seed, delayMs, lossPercent, sessions } = options;
  const folder = options.folder ?? join(tmpdir(), `turnrig-calibrate-${randomBytes(6).toString('hex')}`);
  await makeFolder(folder).catch((cause: unknown) => {
    throw storeFailure(folder, cause);
  });
  try {
    const refused = new Map(conditions.flatMap((name) => refusal(name, servers, lossPercent)));
    const jobs = planJobs(
      conditions.filter((name) => !refused.has(name)),
      n,
      seed,
      servers === undefined ? 1 : sessions,
      secondsOf,
      options.least,
    );
    const results = await runAll(options, jobs, folder);
    if (options.folder !== undefined)
      await writeAtomic(nodeFileSystem, join(folder, OBSERVATIONS), observationRows(results.flatMap(observed)));
    const evidence = conditions.map((name) => evidenceOf(name, servers === undefined ? 1 : sessions, results, refused.get(name) ?? ''));
    const place = servers === undefined ? placeOf('memory', 'none', '') : placeOf('livekit', servers.server, servers.serverVersion);
    return assemble({ turnrig: VERSION, createdAt: new Date().toISOString(), ...place, sessions, seed, delayMs, lossPercent }, evidence);
  } finally {
    await servers?.stop();
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Every observation, in the folder that was asked for. */
const OBSERVATIONS = 'observations.jsonl';

function observed(outcome: Outcome): ObservedSession[] {
  const { condition, part } = outcome.job;
  return 'result' in outcome ? [{ condition, session: part, ...outcome.result }] : [];
}

type Outcome = { readonly job: PlannedJob } & ({ readonly result: JobResult } | { readonly failure: string });

async function runAll(options: MeasureOptions, jobs: readonly PlannedJob[], folder: string): Promise<Outcome[]> {
  const { servers, signal, onProgress } = options;
  const done = new Map<PlannedJob, number>();
  const total = jobs.reduce((sum, job) => sum + job.n, 0);
  const prefix = `calibrate-${randomBytes(4).toString('hex')}`;
  const outcomes: Outcome[] = [];
  const queue = [...jobs];
  const one = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined && !signal.aborted; job = queue.shift()) {
      const current = job;
      const access: LiveKitAccess | undefined = await servers?.access(LOSS_PERCENT[job.condition] ?? options.lossPercent);
      const tell = (bursts: number): void => {
        done.set(current, bursts);
        onProgress?.(Math.floor([...done.values()].reduce((a, b) => a + b, 0)), total, current.condition);
      };
      try {
        const result = await runJob(
          {
            id: `${prefix}-${job.condition}-${job.part}`,
            condition: job.condition,
            n: job.n,
            seed: job.seed,
            access,
            delay: options.delayMs === undefined ? DELAYS : [options.delayMs, options.delayMs],
            folder,
            // One listener: it decodes everything a second time.
            listen: options.listen && job.condition === 'answer' && job.part === 0,
          },
          signal,
          tell,
        );
        outcomes.push({ job, result });
      } catch (error) {
        signal.throwIfAborted();
        if (
          error instanceof TurnrigError &&
          (error.code === 'room-unreachable' || error.code === 'room-refused' || error.code === 'missing')
        )
          throw error;
        outcomes.push({ job, failure: messageOf(error) });
      }
      tell(job.n);
    }
  };
  await Promise.all(Array.from({ length: servers === undefined ? 1 : options.sessions }, one));
  signal.throwIfAborted();
  return outcomes;
}

function refusal(name: ConditionName, servers: CalibrationServer | undefined, lossPercent: number): [ConditionName, string][] {
  if (servers === undefined)
    return name === 'answer' ? [] : [[name, 'not measured: in memory there is no sender but the one that answers']];
  const loss = LOSS_PERCENT[name] ?? lossPercent;
  return loss > 0 && servers.server !== 'embedded' ? [[name, 'not measured: only the embedded server drops packets on purpose']] : [];
}

function evidenceOf(name: string, sessions: number, outcomes: readonly Outcome[], refused: string): ConditionEvidence {
  const own = outcomes.filter(({ job }) => job.condition === name);
  const results = own.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  const failures = own.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
  const notes = [refused, ...failures, ...results.map(({ note }) => note)].filter((note) => note !== '');
  return {
    name,
    sessions,
    waits: results.flatMap(({ waits }) => waits),
    onsets: results.flatMap(({ onsets }) => onsets),
    offsets: results.flatMap(({ offsets }) => offsets),
    stream: results.flatMap(({ stream }) => stream),
    cues: results.flatMap(({ cues }) => cues),
    note: [...new Set(notes)].join('; '),
  };
}
