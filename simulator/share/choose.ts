/** Which sessions of a run are copied, and which of their turns are heard in the copy. Nothing is written before all of it is known to be there. */
import { TurnrigError } from '../../src/error.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import { suggest } from '../../src/scenario/nearest.js';
import type { SessionScore } from '../../src/score/model.js';
import { keptSpans } from '../../src/share/kept-spans.js';
import type { Span } from '../../src/time/position.js';
import { readScore } from '../scoring/score-run.js';
import { resumeState } from '../store/resume.js';
import type { RunReader } from '../store/run-reader.js';

export interface Chosen {
  readonly attempt: string;
  readonly planned: PlannedSession;
  /** Attempts before this one that the rig spoiled. */
  readonly replays: number;
  /** Turns whose sound stays, and where; undefined: all sound stays. */
  readonly sound: { readonly turns: readonly string[]; readonly spans: readonly Span[] } | undefined;
}

export interface Wish {
  /** Attempts ("s0012-a1") or names of sessions; empty: all that count. */
  readonly sessions: readonly string[];
  /** Whether sound is taken away but for that of the turns. */
  readonly audio: boolean;
  readonly turns: readonly string[];
  /** Turns with a window that failed stay as well. */
  readonly failed: boolean;
}

/** @throws TurnrigError `input` for a session or turn that is not there, `run-folder` for a run or session without scores. */
export async function choose(reader: RunReader, wish: Wish): Promise<Chosen[]> {
  const counted = await countedOf(reader);
  for (const name of wish.sessions)
    if (!counted.some(({ attempt, planned }) => attempt === name || planned.id === name))
      throw new TurnrigError('input', `no session ${JSON.stringify(name)} that counts is in ${reader.dir}`, {
        hint: suggest(
          name,
          counted.flatMap(({ attempt, planned }) => [attempt, planned.id]),
        ),
      });
  const kept = counted.filter(
    ({ attempt, planned }) => wish.sessions.length === 0 || wish.sessions.includes(attempt) || wish.sessions.includes(planned.id),
  );
  if (kept.length === 0)
    throw new TurnrigError('run-folder', `${reader.dir} has no session that counts`, {
      hint: 'Its attempts were all cut off: run it again.',
    });
  const found = new Set<string>();
  const known = new Set<string>();
  const chosen: Chosen[] = [];
  for (const one of kept) {
    const score = await scoreOf(reader, one.attempt);
    for (const { turn } of score.turns) known.add(turn);
    const turns = new Set(wish.turns);
    if (wish.failed) for (const { verdict, turn } of score.windows) if (verdict === 'fail') turns.add(turn);
    const own = score.turns.flatMap(({ turn }) => (turns.has(turn) ? [turn] : []));
    for (const turn of own) found.add(turn);
    chosen.push({ ...one, sound: wish.audio ? { turns: own, spans: keptSpans(score, new Set(own)) } : undefined });
  }
  for (const turn of wish.turns)
    if (!found.has(turn))
      throw new TurnrigError(
        'input',
        `no turn ${JSON.stringify(turn)} was played in ${kept.length === 1 ? 'that session' : 'those sessions'}`,
        {
          hint: suggest(turn, [...known]),
        },
      );
  return chosen;
}

async function countedOf(reader: RunReader): Promise<Omit<Chosen, 'sound'>[]> {
  const progress = await resumeState(reader);
  const rows = [...progress].sort(([a], [b]) => a - b);
  return rows.flatMap(([i, { counted, spoiled }]) => {
    const planned = reader.manifest.plan[i];
    if (counted === undefined || planned === undefined) return [];
    return [{ attempt: counted, planned, replays: spoiled.filter((one) => one !== counted).length }];
  });
}

/** @throws TurnrigError `run-folder` where it was not scored. */
export async function scoreOf(reader: RunReader, attempt: string): Promise<SessionScore> {
  const score = await readScore(reader, attempt);
  if (score !== undefined) return score;
  throw new TurnrigError('run-folder', `${attempt} of ${reader.dir} has no scores`, {
    hint: 'Score the run first: turnrig score RUN. A copy keeps scores as they are.',
  });
}
