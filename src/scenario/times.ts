/**
 * When the turns of a scene play, without running it. Where that depends on the agent there are three times: the earliest and the
 * latest possible, and the time against an agent that says nothing.
 */
import { SAMPLES_PER_MS, msToSamples, type Samples } from '../time/position.js';
import type { CompiledScene, CompiledTurn } from './model.js';
import { LIVE_VAD_CONFIRM_MS } from './protocol-constants.js';

/** Positions relative to the scene's first moment. `silent` is undefined where a silent agent means that the turn is skipped. */
export interface Moment {
  readonly earliest: Samples;
  readonly silent: Samples | undefined;
  readonly latest: Samples;
}

export interface TimedWindow {
  /** "pause 1", "reply", "silence", "yield", "quiet", "answer window", "observation". */
  readonly name: string;
  readonly from: Moment;
  readonly to: Moment;
  /** What is right in it. */
  readonly right: string;
}

export interface TimedTurn {
  readonly turn: CompiledTurn;
  /** First voiced sample, one past the last voiced sample. */
  readonly start: Moment;
  readonly end: Moment;
  /** Whether the turn is skipped when its cue never comes. */
  readonly skippable: boolean;
  readonly windows: readonly TimedWindow[];
}

export interface TimedScene {
  readonly turns: readonly TimedTurn[];
  /** The tail is over. */
  readonly end: Moment;
}

type Timed = Omit<TimedTurn, 'windows'> & { readonly over: Moment };

export function timesOf(scene: CompiledScene): TimedScene {
  const timed: Timed[] = [];
  let open: Moment = { earliest: 0, silent: 0, latest: 0 };
  for (const turn of scene.turns) {
    const next = timeOf(turn, timed, open);
    timed.push(next);
    open = afterTurn(next, timed, open);
  }
  const end = add(latestOf([open, ...timed.map(({ over }) => over)]), scene.tail);
  const turns = timed.map(({ over, ...turn }, i) => {
    const follower = timed.slice(i + 1).find(({ turn: { kind } }) => kind === undefined);
    return { ...turn, windows: windowsOf(turn, over, follower?.start ?? end) };
  });
  return { turns, end };
}

function timeOf(turn: CompiledTurn, before: readonly Timed[], open: Moment): Timed {
  const { cue, clip } = turn;
  const own = before.findLast(({ turn: { speaker } }) => speaker === turn.speaker);
  // The lead before the first voiced sample must have room, and a speaker finishes one turn before the next.
  const room = Math.max(clip.voiced.from, own?.end.earliest ?? 0);
  let start = open;
  if (cue.kind === 'at') start = all(cue.offset);
  else if (cue.kind === 'after') {
    const other = before.find(({ turn: { id } }) => id === cue.turn);
    if (other !== undefined) start = add(cue.edge === 'start' ? other.start : other.end, cue.gap);
  } else if (cue.kind === 'agent') {
    const since = before.find(({ turn: { id } }) => id === cue.since);
    const from = since?.start ?? all(0);
    const giveUp = add(since?.end ?? all(0), cue.timeout);
    start = {
      earliest: Math.min(from.earliest + cue.offset, cue.otherwise === 'play' ? giveUp.earliest : Infinity),
      silent: cue.otherwise === 'play' ? giveUp.silent : undefined,
      latest: giveUp.latest + cue.offset,
    };
  }
  start = map(start, (at) => Math.max(at, room));
  const end = add(start, clip.voiced.to - clip.voiced.from);
  const over = overOf(turn, start, end);
  return { turn, start, end, over, skippable: cue.kind === 'agent' && cue.otherwise === 'skip' };
}

/** When the turn's hold is over. */
function overOf({ hold }: CompiledTurn, start: Moment, end: Moment): Moment {
  switch (hold.kind) {
    case 'gap':
    case 'fixed':
      return add(end, hold.length);
    case 'observe':
      return latestOf([add(start, hold.afterStart), add(end, hold.afterEnd)]);
    case 'answer': {
      const confirm = msToSamples(LIVE_VAD_CONFIRM_MS);
      return {
        earliest: end.earliest + Math.min(hold.onsetWithin, hold.silence),
        silent: end.silent === undefined ? undefined : end.silent + hold.onsetWithin + confirm,
        latest: end.latest + hold.onsetWithin + confirm + hold.cap,
      };
    }
  }
}

/** When the ordinary next turn may begin: the hold is over, or the turn was skipped. */
function afterTurn({ turn: { cue }, over, skippable }: Timed, timed: readonly Timed[], open: Moment): Moment {
  if (!skippable || cue.kind !== 'agent') return { ...over, silent: over.silent ?? open.silent };
  const since = timed.find(({ turn: { id } }) => id === cue.since)?.end ?? all(0);
  const skipped = add(since, cue.timeout);
  return {
    earliest: Math.min(over.earliest, skipped.earliest),
    silent: skipped.silent ?? open.silent,
    latest: Math.max(over.latest, skipped.latest),
  };
}

function windowsOf({ turn, start, end }: Omit<Timed, 'over'>, over: Moment, next: Moment): TimedWindow[] {
  const { clip, expect } = turn;
  const windows: TimedWindow[] = [];
  if (expect.kind === 'reply')
    for (const [i, part] of clip.parts.slice(0, -1).entries()) {
      const until = clip.parts[i + 1]?.from ?? part.to;
      if (until > part.to)
        windows.push({
          name: `pause ${i + 1}`,
          from: add(start, part.to - clip.voiced.from),
          to: add(start, until - clip.voiced.from),
          right: 'no onset',
        });
    }
  const window = (name: string, from: Moment, to: Moment, right: string): unknown => windows.push({ name, from, to, right });
  switch (expect.kind) {
    case 'reply':
      window('reply', end, add(end, expect.within), `an onset within ${ms(expect.within)}${expect.once ? ', one reply' : ''}`);
      break;
    case 'silence':
      window('silence', start, next, 'no agent speech');
      break;
    case 'yield':
      window('yield', start, add(start, expect.within), `silent within ${ms(expect.within)}`);
      if (expect.quiet > 0) window('quiet', add(start, expect.within), add(start, expect.within + expect.quiet), 'not back');
      if (expect.reply !== undefined) window('reply', end, add(end, expect.reply.within), `an onset within ${ms(expect.reply.within)}`);
      break;
    case 'continue':
      window('continue', start, next, `goes on, no gap above ${ms(expect.maxGap)}`);
      break;
    case 'probe':
      window('probe', end, add(end, expect.within), 'speech shows that the agent hears the speaker');
      break;
    case 'may-answer':
      window('answer window', end, over, 'may answer, yields to the resolution');
      break;
    case 'none':
      if (turn.label === 'N4R') window('observation', start, over, 'judged with its N4Q');
      break;
  }
  return windows;
}

const ms = (length: Samples): string => `${Math.round(length / SAMPLES_PER_MS)} ms`;
const all = (at: Samples): Moment => ({ earliest: at, silent: at, latest: at });
const map = ({ earliest, silent, latest }: Moment, by: (at: Samples) => Samples): Moment => ({
  earliest: by(earliest),
  silent: silent === undefined ? undefined : by(silent),
  latest: by(latest),
});
const add = (moment: Moment, length: Samples): Moment => map(moment, (at) => at + length);

/** The later of several moments, taken apart; a skipped one does not count for a silent agent. */
function latestOf(moments: readonly Moment[]): Moment {
  const silent = moments.flatMap((moment) => moment.silent ?? []);
  return {
    earliest: Math.max(...moments.map(({ earliest }) => earliest)),
    silent: silent.length === 0 ? undefined : Math.max(...silent),
    latest: Math.max(...moments.map(({ latest }) => latest)),
  };
}
