/** What `turnrig plan` shows: the sessions in their order and the timed schedule of every scene. */
import { SAMPLES_PER_MS } from '../time/position.js';
import type { CompiledSuite } from './load.js';
import type { CompiledScene, Cue, Hold, PlannedSession, PrimaryMeasure } from './model.js';
import { primaryReachOf, type PrimaryReach } from './primary-reach.js';
import { reachOf, type Reach } from './reach.js';
import { timesOf, type Moment } from './times.js';

/** Milliseconds since the scene's first moment; `silent` null where a silent agent means that the turn is skipped. */
export interface MomentMs {
  readonly earliest: number;
  readonly silent: number | null;
  readonly latest: number;
}

export interface PlanReport {
  readonly seed: number;
  readonly suites: readonly {
    readonly name: string;
    readonly title: string;
    readonly file: string;
    /** The measure that the suite declares as its primary one. */
    readonly primary: PrimaryMeasure | null;
    readonly scenes: readonly ScenePlan[];
  }[];
  readonly sessions: readonly PlannedSession[];
  /** All sessions one after another, without the time that joining a room takes. */
  readonly duration: MomentMs;
  /** What it can see of each suite's primary measure, in the suites' order; those that declare none are left out. */
  readonly primary: readonly PrimaryReach[];
  /** What the run can see; left out where no turn expects a reply. */
  readonly reach?: Reach;
}

export interface ScenePlan {
  readonly id: string;
  readonly title: string;
  readonly arm: string | null;
  readonly layout: string;
  readonly language: string;
  readonly greeting: string;
  readonly repeats: number;
  readonly turns: readonly TurnPlan[];
  readonly end: MomentMs;
}

export interface TurnPlan {
  readonly id: string;
  readonly speaker: string;
  readonly label: string;
  readonly kind: 'speech' | 'noise';
  readonly text: string;
  readonly lengthMs: number;
  readonly levelDb: number;
  readonly clip: string;
  readonly cue: string;
  readonly hold: string;
  readonly start: MomentMs;
  readonly end: MomentMs;
  readonly skippable: boolean;
  readonly source: string;
  readonly windows: readonly { readonly name: string; readonly from: MomentMs; readonly to: MomentMs; readonly right: string }[];
}

export function planReport(suites: readonly CompiledSuite[], sessions: readonly PlannedSession[], seed: number): PlanReport {
  const plans = suites.map(({ name, title, file, primary = null, scenes }) => ({
    name,
    title,
    file,
    primary,
    scenes: scenes.map(scenePlan),
  }));
  const ends = new Map(plans.flatMap(({ name, scenes }) => scenes.map(({ id, end }) => [`${name}/${id}`, end] as const)));
  const total = { earliest: 0, silent: 0, latest: 0 };
  for (const { suite, scene } of sessions) {
    const end = ends.get(`${suite}/${scene}`);
    total.earliest += end?.earliest ?? 0;
    total.silent += end?.silent ?? 0;
    total.latest += end?.latest ?? 0;
  }
  const reach = reachOf(
    suites.flatMap(({ scenes }) => scenes),
    sessions,
  );
  const primary = primaryReachOf(suites, sessions);
  return { seed, suites: plans, sessions, duration: total, primary, ...(reach === undefined ? {} : { reach }) };
}

function scenePlan(scene: CompiledScene): ScenePlan {
  const { turns, end } = timesOf(scene);
  return {
    id: scene.id,
    title: scene.title,
    arm: scene.arm ?? null,
    layout: scene.layout,
    language: scene.language,
    greeting: scene.greeting.policy,
    repeats: scene.repeats,
    end: inMs(end),
    turns: turns.map(({ turn, start, end: turnEnd, skippable, windows }) => ({
      id: turn.id,
      speaker: turn.speaker,
      label: turn.label,
      kind: turn.kind ?? 'speech',
      text: turn.clip.parts.map(({ text, from }, i) => `${pauseBefore(turn.clip.parts[i - 1]?.to, from)}${text}`).join(''),
      lengthMs: round((turn.clip.voiced.to - turn.clip.voiced.from) / SAMPLES_PER_MS),
      levelDb: turn.clip.activeLevelDb,
      clip: turn.clip.hash,
      cue: cueText(turn.cue),
      hold: holdText(turn.hold),
      start: inMs(start),
      end: inMs(turnEnd),
      skippable,
      source: turn.source,
      windows: windows.map(({ name, from, to, right }) => ({ name, from: inMs(from), to: inMs(to), right })),
    })),
  };
}

const pauseBefore = (before: number | undefined, from: number): string =>
  before === undefined ? '' : ` [${round((from - before) / SAMPLES_PER_MS)}] `;
const round = (ms: number): number => Math.round(ms * 1000) / 1000;
const inMs = ({ earliest, silent, latest }: Moment): MomentMs => ({
  earliest: round(earliest / SAMPLES_PER_MS),
  silent: silent === undefined ? null : round(silent / SAMPLES_PER_MS),
  latest: round(latest / SAMPLES_PER_MS),
});

const ms = (length: number): string => `${Math.round(length / SAMPLES_PER_MS)} ms`;

function cueText(cue: Cue): string {
  switch (cue.kind) {
    case 'next':
      return 'next';
    case 'at':
      return `at ${ms(cue.offset)}`;
    case 'after':
      return `${ms(cue.gap)} after the ${cue.edge} of ${cue.turn}`;
    case 'agent':
      return `${ms(cue.offset)} after the agent's ${cue.edge} since ${cue.since ?? 'the start'}, else ${cue.otherwise} after ${ms(cue.timeout)}`;
  }
}

function holdText(hold: Hold): string {
  switch (hold.kind) {
    case 'gap':
      return `${ms(hold.length)} gap`;
    case 'fixed':
      return `${ms(hold.length)}, whatever the agent does`;
    case 'answer':
      return `the answer: onset within ${ms(hold.onsetWithin)}, then ${ms(hold.silence)} of silence, at most ${ms(hold.cap)}`;
    case 'observe':
      return `observation to ${ms(hold.afterStart)} after its start, ${ms(hold.afterEnd)} after its end`;
  }
}
