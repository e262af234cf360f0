/**
 * What every score of selective participation must come to, from a participant's rule and the scene's script alone: no recording, no log, and
 * no code of the scorer, the VAD, the schedule or the participants themselves. Times are plain milliseconds from the scene's first turn.
 */
import type { BehaviourName } from '../../agent/reference/catalogue.js';

/** A turn of the script. */
export interface ScriptedTurn {
  readonly label: string;
  readonly named: boolean;
  readonly lengthMs: number;
  /** Of a request: what is said to it is right. */
  readonly right?: boolean;
  /** Of a turn that wants silence: what is said in it is an acknowledgement, which passes however long. */
  readonly acknowledged?: boolean;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A participant in words and numbers, as docs/cli.md has them. */
export interface Rule {
  readonly name: string;
  readonly behaviour: BehaviourName;
  /** Turns that it answers. */
  readonly answers: (turn: ScriptedTurn) => boolean;
  readonly talksAlways?: true;
  /** What it says to an N4Q goes on for so long; else as long as any answer. */
  readonly long?: number;
  /** From the resolution's start to its own end. */
  readonly stop?: number;
  /** ... and from there to where it goes on, and for how long. */
  readonly resume?: { readonly after: number; readonly rest: number };
}

const DELAY = 250;
const ANSWER = 1150;
const LONG = 6000;
const request = ({ label }: ScriptedTurn): boolean => label === 'T' || label === 'N4Q';
const never = (): boolean => false;

export const RULES: readonly Rule[] = [
  { name: 'answers T only', behaviour: 'answers-t', answers: ({ label }) => label === 'T' },
  { name: 'answers everything', behaviour: 'answers-all', answers: ({ label }) => label !== 'user' },
  { name: 'silent', behaviour: 'silent', answers: never },
  { name: 'name-triggered', behaviour: 'answers-name', answers: ({ label, named }) => label !== 'user' && named },
  { name: 'always talking', behaviour: 'always-on', answers: never, talksAlways: true },
  { name: 'yields in time', behaviour: 'yields-in-time', answers: request, long: LONG, stop: 700 },
  { name: 'yields late', behaviour: 'yields-late', answers: request, long: LONG, stop: 2650 },
  {
    ...{ name: 'pauses and resumes', behaviour: 'pauses-resumes', answers: request, long: LONG, stop: 400 },
    resume: { after: 1150, rest: 1100 },
  },
];

/** Counts of one agent in one condition, by the names of `SelectiveScores`; rates as [passed, of]. */
export interface Counts {
  newInitiation: [number, number];
  responsePresence: [number, number];
  answerAccuracy: [number, number];
  silence: [number, number];
  answerWindowYield: [number, number];
  windowResponse: [number, number];
  alreadySpeaking: number;
  funnel: { windows: number; voiced: number; eligibleNew: number; atResolution: number; yielded: number };
  /** Passed at 0, 100, 200, 300 and 500 ms. */
  byDuration: number[];
}

export const noCounts = (): Counts => ({
  newInitiation: [0, 0],
  responsePresence: [0, 0],
  answerAccuracy: [0, 0],
  silence: [0, 0],
  answerWindowYield: [0, 0],
  windowResponse: [0, 0],
  alreadySpeaking: 0,
  funnel: { windows: 0, voiced: 0, eligibleNew: 0, atResolution: 0, yielded: 0 },
  byDuration: [0, 0, 0, 0, 0],
});

const DURATIONS = [0, 100, 200, 300, 500];
const GAP = 500;
const ANSWER_WITHIN = 5000;
const ANSWER_ENDS = 2000;
const CAP = 60_000;
const BEFORE_RESOLUTION = 3000;
const TAIL = 2000;
const SHORTEST = 120;
const BRIDGED = 800;
/** What the live ear takes to confirm: nobody speaks then, so that no score hangs on it. */
const CONFIRMS = 250;

interface Played extends ScriptedTurn, Stretch {
  /** Where the next turn begins, or the scene ends. */
  until: number;
}

/** Adds a scene's windows to the counts. @returns whether the request had a response. */
export function addScene(counts: Counts, rule: Rule, turns: readonly ScriptedTurn[]): boolean {
  const { played, sounds } = playOut(rule, turns);
  const runs = sounds.filter(({ from, to }) => to - from >= SHORTEST);
  const segments = bridged(runs);
  let present = false;
  for (const [i, turn] of played.entries()) {
    if (turn.label === 'T') present = addRequest(counts, turn, segments);
    else if (turn.label === 'N1' || turn.label === 'N2' || turn.label === 'N3') addSilence(counts, turn, segments, runs);
    else if (turn.label === 'N4R') {
      const question = played[i - 1];
      if (question !== undefined) addResolution(counts, question, turn, segments);
    }
  }
  return present;
}

/** Where each turn and each sound lies, by the schedule's table and the rule. */
function playOut(rule: Rule, turns: readonly ScriptedTurn[]): { readonly played: readonly Played[]; readonly sounds: readonly Stretch[] } {
  const played: Played[] = [];
  const sounds: { from: number; to: number }[] = rule.talksAlways === true ? [{ from: -1e9, to: 1e9 }] : [];
  let start = 0;
  for (const turn of turns) {
    const end = start + turn.lengthMs;
    const going = sounds.at(-1);
    if (turn.label === 'N4R' && rule.stop !== undefined && going !== undefined && going.to > start) {
      going.to = Math.min(going.to, start + rule.stop);
      const back = start + rule.stop + (rule.resume?.after ?? 0);
      if (rule.resume !== undefined) sounds.push({ from: back, to: back + rule.resume.rest });
    }
    const busy = sounds.some(({ from, to }) => from <= end + DELAY && end + DELAY < to);
    if (rule.answers(turn) && !busy)
      sounds.push({ from: end + DELAY, to: end + DELAY + (turn.label === 'N4Q' ? (rule.long ?? ANSWER) : ANSWER) });
    const until = nextStart(turn.label, start, end, sounds);
    played.push({ ...turn, from: start, to: end, until });
    start = until;
  }
  const last = played.at(-1);
  if (last !== undefined && last.label !== 'T' && last.label !== 'N4R') last.until = last.to + TAIL;
  return { played, sounds };
}

function nextStart(label: string, start: number, end: number, sounds: readonly Stretch[]): number {
  if (label === 'N4Q') return end + BEFORE_RESOLUTION;
  if (label === 'N4R') return Math.max(start + 2000, end + 500);
  if (label !== 'T') return end + GAP;
  const going = sounds.find(({ from, to }) => from <= end && end < to);
  const answer = going ?? sounds.find(({ from }) => from > end && from <= end + ANSWER_WITHIN);
  if (answer === undefined) return end + ANSWER_WITHIN + CONFIRMS;
  return Math.min(answer.to + ANSWER_ENDS, Math.max(end, answer.from) + CAP) + CONFIRMS;
}

function bridged(runs: readonly Stretch[]): Stretch[] {
  const segments: { from: number; to: number }[] = [];
  for (const { from, to } of runs) {
    const before = segments.at(-1);
    if (before !== undefined && from - before.to <= BRIDGED) before.to = Math.max(before.to, to);
    else segments.push({ from, to });
  }
  return segments;
}

const covers = (segments: readonly Stretch[], at: number): boolean => segments.some(({ from, to }) => from <= at && at < to);
const onset = (segments: readonly Stretch[], after: number, upTo: number): boolean =>
  segments.some(({ from }) => from > after && from <= upTo);
const anyIn = (segments: readonly Stretch[], from: number, to: number): boolean => segments.some((one) => one.from <= to && one.to > from);

function count(pair: [number, number], passed: boolean): void {
  pair[0] += Number(passed);
  pair[1] += 1;
}

function addRequest(counts: Counts, { to, right }: Played, segments: readonly Stretch[]): boolean {
  const already = covers(segments, to);
  const comes = onset(segments, to, to + ANSWER_WITHIN);
  count(counts.newInitiation, !already && comes);
  count(counts.responsePresence, already || comes);
  if (already || comes) count(counts.answerAccuracy, right === true);
  counts.alreadySpeaking += Number(already);
  return already || comes;
}

function addSilence(counts: Counts, { from, until, acknowledged }: Played, segments: readonly Stretch[], runs: readonly Stretch[]): void {
  const heard = segments.some((one) => one.from < until && one.to > from);
  count(counts.silence, !heard || acknowledged === true);
  const voiced = runs.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, until) - Math.max(one.from, from)), 0);
  for (const [i, limit] of DURATIONS.entries()) counts.byDuration[i] = (counts.byDuration[i] ?? 0) + Number(voiced <= limit);
}

function addResolution(counts: Counts, question: Played, resolution: Played, segments: readonly Stretch[]): void {
  const { funnel } = counts;
  const start = resolution.from;
  const response = anyIn(segments, question.from, start);
  const fresh = !anyIn(segments, question.from, question.to) && onset(segments, question.to, start);
  const eligible = fresh && covers(segments, start);
  const kept = !anyIn(segments, start + 2000, Math.max(start + 2000, resolution.to + 500));
  count(counts.windowResponse, response);
  funnel.windows += 1;
  funnel.voiced += Number(response);
  funnel.eligibleNew += Number(fresh);
  funnel.atResolution += Number(eligible);
  funnel.yielded += Number(eligible && kept);
  if (eligible) count(counts.answerWindowYield, kept);
}
