/** Runs as `turnrig compare` reads them: manifest, summary, and session by session what systems are compared by. */
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SUMMARY_FILE, WORDS_FILE, readScore } from '../../../simulator/scoring/score-run.js';
import { resumeState } from '../../../simulator/store/resume.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { SystemPlays } from '../../compare/system.js';
import type { CheckedRun } from '../../compare/compatible.js';
import type { SystemInput } from '../../compare/compare.js';
import { TurnrigError } from '../../error.js';
import type { RunSummary, SessionOutcome, SessionScore } from '../../score/model.js';
import { separate } from '../../score/counted.js';
import { SelectiveCounts } from '../../score/selective/counts.js';
import type { SelectiveSummary } from '../../score/selective/model.js';
import { agentsOf } from '../../score/agents-of.js';
import { parseSummary, parseWordsStamp } from '../../score/stored.js';
import { placesOf } from '../../score/statistics/cluster-of.js';
import type { Console } from '../console.js';
import { scoreStored } from '../play/finish.js';
import { splitLabel } from '../table-files.js';

export interface OpenedRun {
  /** As the user named it, without a label. */
  readonly given: string;
  readonly label: string | undefined;
  readonly reader: RunReader;
  readonly summary: RunSummary;
  readonly judgedBy: string | undefined;
}

/** Opens "RUN" or "LABEL=RUN"; a run that was never scored is scored first. @throws TurnrigError `run-folder`, `missing`. */
export async function openForCompare(argument: string, console: Console): Promise<OpenedRun> {
  const { label, path } = splitLabel(argument);
  const reader = await openRun(resolve(path));
  const stored = await reader.readDerived(SUMMARY_FILE);
  const summary = stored === undefined ? await scoreStored(reader, console) : parseSummary(stored, join(path, 'derived', SUMMARY_FILE));
  return { given: path, label, reader, summary, judgedBy: judgedBy(await reader.readDerived(WORDS_FILE), path) };
}

/** @throws TurnrigError `input` when two are one run: the same folder by another way, or a copy of it. */
export async function refuseTwice(runs: readonly OpenedRun[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const { given, reader } of runs) {
    const { id, createdAt, seed } = reader.manifest;
    // An id holds the second of its start, which runs of two machines may share.
    const keys = [await realpath(reader.dir), JSON.stringify([id, createdAt, seed])];
    const other = keys.map((key) => seen.get(key)).find((found) => found !== undefined);
    if (other !== undefined)
      throw new TurnrigError('input', `${other} and ${given} are the same run (${id}): it is named twice`, {
        hint: 'Name another run. Agents of one run are compared in its own report: turnrig report RUN.',
      });
    for (const key of keys) seen.set(key, given);
  }
}

export function checkedRun({ given, reader, summary, judgedBy: by }: OpenedRun): CheckedRun {
  return { name: given, manifest: reader.manifest, summary, ...(by === undefined ? {} : { judgedBy: by }) };
}

/** "moonshine 1, heuristic 1": recogniser and judge with their versions. */
function judgedBy(stored: Uint8Array | undefined, path: string): string | undefined {
  if (stored === undefined) return undefined;
  const { asr, judge } = parseWordsStamp(stored, join(path, 'derived', WORDS_FILE));
  return [asr, judge].map(({ name, version }) => `${name} ${version}`).join(', ');
}

/**
 * Every system of a run, from the stored scores of the attempts that count.
 *
 * @param onSession after each.
 * @throws TurnrigError `run-folder` for scores that are missing or damaged, or that are not those which the summary counts.
 */
export async function readSystems(
  { reader, summary, given }: OpenedRun,
  run: number,
  names: readonly string[],
  onSession: () => void,
): Promise<SystemInput[]> {
  const { manifest } = reader;
  const agents = agentsOf(manifest);
  const places = placesOf(manifest);
  const planned = new Map(manifest.plan.map((session) => [session.id, session]));
  const selective = new SelectiveCounts(manifest);
  const systems = new Map(agents.map((agent, i) => [agent, new SystemPlays(names[i] ?? agent)]));
  const read: ReadScore[] = [];
  for (const attempt of await countedAttempts(reader)) {
    const score = await readScore(reader, attempt);
    if (score === undefined)
      throw new TurnrigError('run-folder', `${attempt} of ${given} was played but not scored`, {
        hint: `score it: turnrig score ${given}`,
      });
    const [place, session] = [places.get(score.session), planned.get(score.session)];
    const scene = session && reader.scene(session);
    if (place !== undefined && scene !== undefined) {
      systems.get(score.agent)?.add(score, place, scene);
      read.push(score);
    }
    selective.add(score);
    onSession();
  }
  refuseOtherCounts(given, summary, read);
  const counted = selective.done();
  // The windows behind its counts are listed by cell there (compare/model.ts, CellWindow).
  const found = counted && separate<SelectiveSummary>(counted).value;
  return agents.flatMap((agent): SystemInput[] => {
    const plays = systems.get(agent);
    return plays === undefined ? [] : [{ plays, run, agent, summary, selective: found }];
  });
}

type ReadScore = Pick<SessionScore, 'agent' | 'outcome'>;

/** Counts of the summary stand beside what is made of the sessions here: both are of the same sessions, or nothing is said. */
function refuseOtherCounts(given: string, { outcomes }: RunSummary, read: readonly ReadScore[]): void {
  const agents = new Set([...outcomes, ...read].map(({ agent }) => agent));
  for (const agent of agents) {
    const own = outcomes.find((one) => one.agent === agent);
    const there = (outcome: SessionOutcome): number => read.filter((one) => one.agent === agent && one.outcome === outcome).length;
    const told = [own?.scored ?? 0, own?.agentFailure ?? 0, own?.rigInvalid ?? 0];
    const found = [there('scored'), there('agent_failure'), there('rig_invalid')];
    if (told.every((n, i) => n === found[i])) continue;
    throw new TurnrigError(
      'run-folder',
      `the summary of ${given} counts ${countWords(told)} of ${agent}, and its sessions hold the scores of ${countWords(found)}`,
      { hint: `Restore what is gone, or count what is there: turnrig score ${given}` },
    );
  }
}

const countWords = ([scored = 0, failed = 0, spoiled = 0]: readonly number[]): string =>
  `${scored} scored, ${failed} failed and ${spoiled} spoiled sessions`;

async function countedAttempts(reader: RunReader): Promise<string[]> {
  const progress = await resumeState(reader);
  return [...progress].sort(([a], [b]) => a - b).flatMap(([, { counted }]) => counted ?? []);
}
