/** Runs as `turnrig compare` reads them: manifest, summary, and session by session what systems are compared by. */
import { basename, resolve } from 'node:path';
import { SUMMARY_FILE, readScore } from '../../../simulator/scoring/score-run.js';
import { resumeState } from '../../../simulator/store/resume.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { openRun } from '../../../simulator/store/run-store.js';
import { SystemPlays } from '../../compare/system.js';
import type { CheckedRun } from '../../compare/compatible.js';
import type { SystemInput } from '../../compare/compare.js';
import { TurnrigError } from '../../error.js';
import type { RunSummary } from '../../score/model.js';
import { SelectiveCounts } from '../../score/selective/counts.js';
import { agentsOf } from '../../score/agents-of.js';
import { placesOf } from '../../score/statistics/cluster-of.js';
import type { Console } from '../console.js';
import { scoreStored } from '../play/finish.js';
import { splitLabel } from '../table-files.js';

/** Beside the summary, where words were judged: by what. */
const WORDS_FILE = 'words.json';

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
  const summary =
    stored === undefined ? await scoreStored(reader, console) : (parsed(stored, `${path}/derived/${SUMMARY_FILE}`) as RunSummary);
  return { given: path, label, reader, summary, judgedBy: judgedBy(await reader.readDerived(WORDS_FILE), path) };
}

export function checkedRun({ given, reader, summary, judgedBy: by }: OpenedRun): CheckedRun {
  return { name: given, manifest: reader.manifest, summary, ...(by === undefined ? {} : { judgedBy: by }) };
}

interface Versioned {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** "moonshine 1, heuristic 1": recogniser and judge with their versions. */
function judgedBy(stored: Uint8Array | undefined, path: string): string | undefined {
  if (stored === undefined) return undefined;
  const { asr, judge } = parsed(stored, `${path}/derived/${WORDS_FILE}`) as Partial<Record<'asr' | 'judge', Versioned>>;
  return [asr, judge].map((one) => `${String(one?.name)} ${String(one?.version)}`).join(', ');
}

function parsed(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (cause) {
    throw new TurnrigError('run-folder', `${file} is damaged`, { hint: 'make it again: turnrig score RUN', cause });
  }
}

/** A name a system: its agent's, its run's label, or both where they are needed to tell it from the others. */
export function systemNames(
  runs: readonly { readonly given: string; readonly label: string | undefined; readonly agents: readonly string[] }[],
): string[][] {
  const all = runs.flatMap(({ label, agents }) => (label !== undefined && agents.length === 1 ? [label] : agents));
  const twice = (name: string): boolean => all.filter((one) => one === name).length > 1;
  return runs.map(({ given, label, agents }) =>
    agents.map((agent) => {
      if (label !== undefined) return agents.length === 1 ? label : `${label}/${agent}`;
      return twice(agent) ? `${basename(resolve(given))}/${agent}` : agent;
    }),
  );
}

/** Every system of a run, from the stored scores of the attempts that count. @param onSession after each. */
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
  for (const attempt of await countedAttempts(reader)) {
    const score = await readScore(reader, attempt);
    if (score === undefined)
      throw new TurnrigError('run-folder', `${attempt} of ${given} was played but not scored`, {
        hint: `score it: turnrig score ${given}`,
      });
    const [place, session] = [places.get(score.session), planned.get(score.session)];
    const scene = session && reader.scene(session);
    if (place !== undefined && scene !== undefined) systems.get(score.agent)?.add(score, place, scene);
    selective.add(score);
    onSession();
  }
  const found = selective.done();
  return agents.flatMap((agent): SystemInput[] => {
    const plays = systems.get(agent);
    return plays === undefined ? [] : [{ plays, run, agent, summary, selective: found }];
  });
}

async function countedAttempts(reader: RunReader): Promise<string[]> {
  const progress = await resumeState(reader);
  return [...progress].sort(([a], [b]) => a - b).flatMap(([, { counted }]) => counted ?? []);
}
