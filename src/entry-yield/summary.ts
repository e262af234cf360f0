/** All that is said of a set of reviews and a model's frames. Pure. */
import type { SessionFrames } from './frames.js';
import { backchannelDiagnostic, taskMetrics, type BackchannelDiagnostic, type TaskMetrics } from './metrics.js';
import { EXCLUSIONS, TASKS, type Excluded, type Exclusion, type Reading, type ScoredOpportunity, type Task } from './model.js';
import type { OperatingPoint } from './operating-point.js';

export interface ExclusionCount {
  readonly why: Exclusion;
  readonly rule: string;
  readonly count: number;
}

export interface SessionLine {
  readonly session: string;
  readonly frames: number;
  readonly step: number | undefined;
  readonly gaps: number;
  readonly scored: number;
  readonly excluded: number;
}

export interface KindLine {
  /** As reviewers wrote it where it is none of the protocol. */
  readonly kind: string;
  readonly scored: number;
  readonly excluded: number;
}

export interface EntryYieldScore {
  readonly reading: Reading;
  readonly tasks: Readonly<Record<Task, TaskMetrics & { readonly exclusions: readonly ExclusionCount[] }>>;
  readonly backchannel: BackchannelDiagnostic;
  /** Over both tasks, and of events of no known task. */
  readonly exclusions: readonly ExclusionCount[];
  readonly kinds: readonly KindLine[];
  readonly sessions: readonly SessionLine[];
  readonly operatingPoints: readonly OperatingPoint[];
  readonly scored: readonly ScoredOpportunity[];
  readonly excluded: readonly Excluded[];
}

export function summarise(given: {
  readonly reading: Reading;
  readonly scored: readonly ScoredOpportunity[];
  readonly excluded: readonly Excluded[];
  readonly sessions: ReadonlyMap<string, SessionFrames>;
  readonly operatingPoints: readonly OperatingPoint[];
}): EntryYieldScore {
  const { scored, excluded } = given;
  const task = (one: Task): EntryYieldScore['tasks'][Task] => ({
    ...taskMetrics(one, scored, excluded),
    exclusions: countExclusions(excluded.filter((event) => event.task === one)),
  });
  return {
    ...given,
    tasks: Object.fromEntries(TASKS.map((one) => [one, task(one)])) as EntryYieldScore['tasks'],
    backchannel: backchannelDiagnostic(scored),
    exclusions: countExclusions(excluded),
    kinds: lines(scored, excluded, ({ kind }) => kind).map(({ name, ...rest }) => ({ kind: name, ...rest })),
    sessions: sessionLines(given),
  };
}

function countExclusions(excluded: readonly Excluded[]): ExclusionCount[] {
  const counted = new Map<Exclusion, number>();
  for (const { why } of excluded) counted.set(why, (counted.get(why) ?? 0) + 1);
  return (Object.keys(EXCLUSIONS) as Exclusion[]).flatMap((why) => {
    const count = counted.get(why);
    return count === undefined ? [] : [{ why, rule: EXCLUSIONS[why], count }];
  });
}

interface Named {
  readonly name: string;
  readonly scored: number;
  readonly excluded: number;
}

interface Event {
  readonly kind: string;
  readonly session: string;
}

function lines(scored: readonly Event[], excluded: readonly Event[], nameOf: (one: Event) => string): Named[] {
  const found = new Map<string, { scored: number; excluded: number }>();
  const of = (name: string): { scored: number; excluded: number } => {
    const known = found.get(name) ?? { scored: 0, excluded: 0 };
    found.set(name, known);
    return known;
  };
  for (const one of scored) of(nameOf(one)).scored++;
  for (const one of excluded) of(nameOf(one)).excluded++;
  return [...found].map(([name, counts]) => ({ name, ...counts }));
}

function sessionLines(given: {
  readonly scored: readonly ScoredOpportunity[];
  readonly excluded: readonly Excluded[];
  readonly sessions: ReadonlyMap<string, SessionFrames>;
}): SessionLine[] {
  const events = new Map(lines(given.scored, given.excluded, ({ session }) => session).map((line) => [line.name, line]));
  return [...new Set([...given.sessions.keys(), ...events.keys()])].map((session) => {
    const frames = given.sessions.get(session);
    const line = events.get(session);
    return {
      session,
      frames: frames?.t.length ?? 0,
      step: frames?.step,
      gaps: frames?.gaps ?? 0,
      scored: line?.scored ?? 0,
      excluded: line?.excluded ?? 0,
    };
  });
}
