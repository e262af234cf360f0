/**
 * The expected verdict of every window, derived from the truth by the protocols' rules (docs/scores.md, selective-participation.md) in
 * milliseconds, without uncertainty. It is asked several times over with the truth moved a little: what changes then is too close to call.
 */
import type { Interval, Played, Truth } from './truth.js';

export type Right = 'pass' | 'fail' | 'unscored';
/** Window id -> what is right. */
export type Expected = ReadonlyMap<string, Right>;

/** Speech under this is none, silences under it part nothing (VAD); speech under 300 is no reply; pauses up to 800 are bridged. */
const SHORTEST = 120;
const REPLY = 300;
const BRIDGED = 800;
/** An onset so soon after the user resumed belongs to the pause before. */
const ATTRIBUTION = 1000;
/** What stops so soon after a backchannel was stopped by it. */
const STOPPED_BY = 1500;
const ANSWER_WINDOW = 5000;
const RESOLUTION_START = 2000;
const RESOLUTION_END = 500;

interface Speech {
  readonly runs: readonly Interval[];
  readonly segments: readonly Interval[];
}

interface View extends Speech {
  readonly truth: Truth;
  readonly now: Played;
  /** First sample of the next turn that is no noise, or the end. */
  readonly until: number;
  readonly before: Played | undefined;
}

const join = (list: readonly Interval[], gap: number): Interval[] => {
  const out: { from: number; to: number }[] = [];
  for (const { from, to } of list) {
    const last = out.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
};
const within = (list: readonly Interval[], at: number): Interval | undefined => list.find(({ from, to }) => from <= at && at < to);
const common = (list: readonly Interval[], { from, to }: Interval): number =>
  list.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0);
const ms = (samples: number): number => samples / 48;

function speechOf(sounds: readonly Interval[]): Speech {
  const runs = join(sounds, SHORTEST - 1e-6).filter(({ from, to }) => to - from >= SHORTEST);
  return { runs, segments: join(runs, BRIDGED) };
}

/** Verdicts of all windows that the scene has, as the truth stands. */
export function expectedOf(truth: Truth): Expected {
  const speech = speechOf(truth.sounds);
  const expected = new Map<string, Right>(greeting(truth, speech));
  const speaking = truth.played.filter(({ turn }) => turn.kind !== 'noise');
  for (const now of truth.played) {
    const next = speaking.find(
      (other) => other.from > now.from || (other.from === now.from && truth.played.indexOf(other) > truth.played.indexOf(now)),
    );
    const before = speaking.filter((other) => truth.played.indexOf(other) < truth.played.indexOf(now)).at(-1);
    const view: View = { ...speech, truth, now, before, until: next?.from ?? truth.ended };
    const cue = cueOf(view);
    for (const [name, right] of windowsOf(view)) expected.set(`${now.turn.id}/${name}`, cue ? right : 'unscored');
  }
  for (const turn of truth.scene.turns) {
    const { kind } = turn.expect;
    const scored = kind === 'reply' || kind === 'silence' || kind === 'yield' || kind === 'continue' || kind === 'probe';
    if (scored && !truth.played.some((one) => one.turn.id === turn.id)) expected.set(`${turn.id}/${kind}`, 'unscored');
  }
  return withoutProof(truth, expected);
}

type Window = readonly [name: string, right: Right];

function windowsOf(view: View): Window[] {
  const { expect, label } = view.now.turn;
  const windows: Window[] = [];
  if (expect.kind === 'reply') windows.push(...cutoffs(view));
  const limits = expect.kind === 'reply' ? expect : expect.kind === 'yield' ? expect.reply : undefined;
  if (limits) {
    windows.push(['reply', reply(view, ms(limits.within))]);
    if (limits.once) windows.push(['double-reply', double(view)]);
    if (limits.maxGap !== undefined) windows.push(['continue/reply', hole(view, ms(limits.maxGap))]);
  }
  if (expect.kind === 'silence') windows.push(['silence', silence(view)]);
  if (expect.kind === 'yield') windows.push(['yield', yields(view, ms(expect.within), ms(expect.quiet), expect.reply !== undefined)]);
  if (expect.kind === 'continue') {
    windows.push(['continue', goesOn(view, ms(expect.maxGap))]);
    if (expect.quietAfter !== undefined && overlap(view))
      windows.push(['continue/quiet-after', quietAfter(view, ms(expect.maxGap), ms(expect.quietAfter))]);
  }
  if (expect.kind === 'probe') windows.push(['probe', probe(view, ms(expect.within))]);
  if (label === 'T') windows.push(...answer(view));
  if (label === 'N4R' && view.before?.turn.label === 'N4Q') windows.push(...resolution(view, view.before));
  return windows;
}

/** Whether a turn on the agent's own edge came where it was meant to. One that was played for want of an edge has nothing to be held against. */
function cueOf({ truth, now, runs }: View): boolean {
  const { cue } = now.turn;
  if (cue.kind !== 'agent') return true;
  const since = cue.since === undefined ? truth.began : truth.played.find(({ turn }) => turn.id === cue.since)?.from;
  if (since === undefined) return true;
  const edges = runs.map((run) => (cue.edge === 'onset' ? run.from : run.to)).filter((edge) => edge >= since);
  const [edge] = edges;
  const played = truth.played.find(({ turn }) => turn.id === cue.since);
  const patience = (played?.to ?? truth.began) + ms(cue.timeout);
  // No onset in time: then it plays when the patience is over. Before that it was set off by a sound that is no speech (a blip, a key).
  if (edge === undefined || edge > patience) return cue.otherwise === 'play' && now.from >= patience - ms(cue.tolerance);
  return Math.abs(now.from - edge - ms(cue.offset)) <= ms(cue.tolerance);
}

function firstReply({ now, until, segments, runs }: View): Interval | undefined {
  if (within(segments, now.to)) return undefined;
  const later = segments.filter(({ from }) => from > now.to && from < until);
  return later.find((one) => common(runs, one) >= REPLY) ?? later[0];
}

function reply(view: View, limit: number): Right {
  const { now, until, segments } = view;
  if (within(segments, now.to)) return 'fail';
  const found = firstReply(view);
  if (found) return found.from - now.to <= limit ? 'pass' : 'fail';
  return until - now.to < limit ? 'unscored' : 'fail';
}

function cutoffs({ now, runs }: View): Window[] {
  const onsets = runs.filter(({ from }) => from >= now.from && from < now.to);
  const owner = (at: number): number => {
    const i = now.pauses.findLastIndex(({ from }) => from <= at);
    const pause = now.pauses[i];
    return pause && at < pause.to + ATTRIBUTION ? i : -1;
  };
  const windows = now.pauses.map((pause, i): Window => {
    const cut = onsets.some(({ from }) => owner(from) === i);
    return [`false-cutoff/pause-${i + 1}`, cut ? 'fail' : within(runs, pause.from) ? 'unscored' : 'pass'];
  });
  const words = onsets.some(({ from }) => owner(from) === -1);
  if (words || now.pauses.length === 0) windows.push(['false-cutoff/words', words ? 'fail' : 'pass']);
  return windows;
}

function double(view: View): Right {
  const first = firstReply(view);
  if (!first) return 'unscored';
  const again = view.segments.some((one) => one.from > first.from && one.from < view.until && common(view.runs, one) >= REPLY);
  return again ? 'fail' : 'pass';
}

function hole(view: View, limit: number): Right {
  const first = firstReply(view);
  if (!first) return 'unscored';
  const runs = view.runs.filter(({ from }) => from >= first.from && from < view.until);
  return runs.some((run, i) => (runs[i + 1]?.from ?? run.to) - run.to > limit) ? 'fail' : 'pass';
}

function silence({ now, until, segments }: View): Right {
  if (until <= now.from) return 'unscored';
  return segments.some(({ from, to }) => from < until && to > now.from) ? 'fail' : 'pass';
}

const overlap = ({ now, segments }: View): boolean => within(segments, now.from) !== undefined;

function yields(view: View, limit: number, quiet: number, answers: boolean): Right {
  const { now, until } = view;
  if (!overlap(view)) return 'unscored';
  const runs = view.runs.filter(({ from, to }) => to > now.from && from < until);
  const quietTo = (stop: number): number => (answers ? Math.min(stop + quiet, Math.max(now.to, stop)) : stop + quiet);
  const index = runs.findIndex((run, i) => (runs[i + 1]?.from ?? Infinity) >= quietTo(run.to));
  const stop = runs[index];
  if (!stop) return 'unscored';
  if (stop.to >= until) return until - now.from <= limit ? 'unscored' : 'fail';
  if (stop.to - now.from > limit) return 'fail';
  return quietTo(stop.to) <= until ? 'pass' : 'unscored';
}

function goesOn(view: View, limit: number): Right {
  const { now, until } = view;
  if (!overlap(view)) return 'unscored';
  const runs = view.runs.filter(({ from, to }) => to > now.from && from < until);
  for (const [i, run] of runs.entries()) {
    if (run.to >= now.from + STOPPED_BY || run.to >= until) break;
    const next = runs[i + 1];
    if ((next?.from ?? until) - run.to > limit) return 'fail';
    if (!next) return 'unscored';
  }
  return 'pass';
}

function quietAfter(view: View, maxGap: number, quiet: number): Right {
  const { now, until } = view;
  const runs = view.runs.filter(({ from, to }) => to > now.from && from < until);
  const last = runs.find((run, i) => (runs[i + 1]?.from ?? Infinity) - run.to > maxGap);
  if (!last || last.to >= until) return 'unscored';
  if (view.runs.some(({ from }) => from >= last.to && from < Math.min(last.to + quiet, until))) return 'fail';
  return last.to + quiet > until ? 'unscored' : 'pass';
}

function probe(view: View, limit: number): Right {
  if (within(view.segments, view.now.to)) return 'unscored';
  return reply(view, limit);
}

function greeting({ scene, played, opened }: Truth, { segments }: Speech): Window[] {
  const [first] = played;
  if (scene.greeting.policy === 'ignored' || !first) return [];
  const spoke = segments.some(({ from }) => from >= opened && from < first.from);
  return [['greeting', spoke === (scene.greeting.policy === 'expected') ? 'pass' : 'fail']];
}

function answer({ now, segments }: View): Window[] {
  const going = within(segments, now.to) !== undefined;
  const onset = segments.some(({ from }) => from > now.to && from <= now.to + ANSWER_WINDOW);
  return [
    ['new-initiation', !going && onset ? 'pass' : 'fail'],
    ['response-presence', going || onset ? 'pass' : 'fail'],
  ];
}

function resolution({ now, segments }: View, question: Played): Window[] {
  const speech = (from: number, to: number): boolean => segments.some((one) => one.from <= to && one.to > from);
  const eligible =
    !speech(question.from, question.to) &&
    segments.some(({ from }) => from > question.to && from <= now.from) &&
    within(segments, now.from) !== undefined;
  const from = now.from + RESOLUTION_START;
  const kept = !speech(from, Math.max(from, now.to + RESOLUTION_END));
  return [
    ['answer-window-yield', eligible ? (kept ? 'pass' : 'fail') : 'unscored'],
    ['window-response', speech(question.from, now.from) ? 'pass' : 'fail'],
  ];
}

/** With a track a speaker, doing nothing proves nothing of an agent that has not shown that it hears that speaker. */
function withoutProof({ scene }: Truth, expected: ReadonlyMap<string, Right>): Expected {
  if (scene.layout !== 'tracks') return expected;
  const speaker = (id: string): string | undefined => scene.turns.find((turn) => turn.id === id.split('/')[0])?.speaker;
  const shows = /\/(probe|reply|new-initiation|yield)$/;
  const heard = new Set(
    [...expected].filter(([id, right]) => right === 'pass' && shows.test(id) && !id.includes('/continue/')).map(([id]) => speaker(id)),
  );
  const idle = /\/(silence|continue|continue\/quiet-after)$/;
  return new Map(
    [...expected].map(([id, right]) => [id, right === 'pass' && idle.test(id) && !heard.has(speaker(id)) ? 'unscored' : right]),
  );
}

/** Too close to call within `margin` ms either way. */
export type Sure = Right | 'close';

/** What is right, wherever within `margin` turns and sounds truly lie to each other. */
export function surelyExpected(truth: Truth, margin: number): ReadonlyMap<string, Sure> {
  const all = [-margin, 0, margin].flatMap((later) => [-margin, 0, margin].map((longer) => expectedOf(moved(truth, later, longer))));
  const ids = new Set(all.flatMap((one) => [...one.keys()]));
  return new Map(
    [...ids].map((id) => {
      const rights = new Set(all.map((one) => one.get(id)));
      const [right] = rights;
      return [id, rights.size === 1 && right !== undefined ? right : 'close'];
    }),
  );
}

function moved(truth: Truth, later: number, longer: number): Truth {
  const sounds = truth.sounds.map(({ from, to }) => ({ from: from + later - longer / 2, to: to + later + longer / 2 }));
  return { ...truth, sounds: sounds.filter(({ from, to }) => to > from) };
}
