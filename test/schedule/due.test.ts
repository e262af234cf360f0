/** When a turn is due, asked directly: which edge of the agent counts, how sure the place is, and when to look again. */
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../src/scenario/model.js';
import { dueOf, type Due } from '../../src/schedule/cues.js';
import type { SessionCommand, SessionInput } from '../../src/schedule/events.js';
import type { LiveSpeech } from '../../src/schedule/live-speech.js';
import { advanceSchedule, scheduleDeadline, startSchedule } from '../../src/schedule/schedule.js';
import { turnById, type ScheduleState, type ScheduleStep, type TurnState } from '../../src/schedule/state.js';
import { rigPos } from '../../src/time/position.js';
import { play } from './play.js';
import { ANSWER, ms, scene, type TurnSketch } from './scene.js';

const at = (milliseconds: number) => rigPos(ms(milliseconds));
type AgentCue = Extract<Cue, { kind: 'agent' }>;
const agent = (edge: AgentCue['edge'], offset: number, more: Partial<AgentCue> = {}): Cue => ({
  ...{ kind: 'agent', edge, since: 'q', offset: ms(offset), tolerance: ms(50), timeout: ms(4000), otherwise: 'skip' },
  ...more,
});
const after = (turn: string, edge: 'start' | 'end', gap: number): Cue => ({ kind: 'after', turn, edge, gap: ms(gap) });

/** Turn q from 1.0 to 2.0 s; the cue may fire from 1.0 s on and gives up at 6.0 s. */
const ENDED: TurnState = { phase: 'ended', at: at(1000), voicedEnd: at(2000) };
function due(
  cue: Cue,
  speech: { runs?: readonly (readonly [number, number?])[]; sounds?: readonly number[] },
  now: number,
  q: TurnState = ENDED,
  lead = 0,
) {
  const { runs = [], sounds = [] } = speech;
  const heard: LiveSpeech = {
    runs: runs.map(([from, to]) => ({ from: at(from), to: to === undefined ? undefined : at(to) })),
    sounds: sounds.map(at),
  };
  const { state } = startSchedule(scene([{ id: 'q', hold: ANSWER }, { id: 'barge', cue, lead }]), at(0)); // prettier-ignore
  const after: ScheduleState = { ...state, turns: [q, { phase: 'waiting' }], speech: heard };
  const view = turnById(after, 'barge');
  if (!view) throw new Error('no turn');
  return shown(dueOf(after, view, at(now)));
}
const shown = (one: Due) =>
  one.kind === 'wait'
    ? ['wait', one.until === undefined ? undefined : one.until / 48]
    : one.kind === 'skip'
      ? ['skip', one.because]
      : [one.target / 48, one.firm, one.because];
const ONSET = "the agent's onset";

describe('a cue on an onset', () => {
  it.each<readonly [string, Parameters<typeof due>[1], number]>([
    ['the first of several', { runs: [[2500, 3000], [3500, 4000]] }, 3300],
    ['one at the first sample of the turn', { runs: [[1000, 3000]] }, 1800],
    ['none before it', { runs: [[999, 1500], [3000, 4000]] }, 3800],
    ['one at the last moment', { runs: [[6000]] }, 6800],
  ])('goes by %s', (_what, speech, target) => {
    expect(due(agent('onset', 800), speech, 6100)).toEqual([target, true, ONSET]);
  }); // prettier-ignore
  it('waits for what may come, and then no more', () => {
    const cue = agent('onset', 800);
    expect(due(cue, {}, 6249)).toEqual(['wait', 6250]);
    expect(due(cue, {}, 6250)).toEqual(['skip', `${ONSET} never came`]);
    expect(due(cue, { runs: [[6001, 7000]] }, 6250)).toEqual(['skip', `${ONSET} never came`]);
  });
  it('takes a sound for an onset only where there is no time to have it confirmed', () => {
    // Confirmed 250 ms after it; due 249 ms after it, or at 250.
    expect(due(agent('onset', 249), { sounds: [3000] }, 3020)).toEqual([3249, true, ONSET]);
    expect(due(agent('onset', 250), { sounds: [3000] }, 3020)).toEqual(['wait', 3250]);
    expect(due(agent('onset', 449), { sounds: [3000] }, 3020, ENDED, 200)).toEqual([3449, true, ONSET]);
    expect(due(agent('onset', 450), { sounds: [3000] }, 3020, ENDED, 200)).toEqual(['wait', 3250]);
    // What was not confirmed by then was none.
    expect(due(agent('onset', 100), { sounds: [3000] }, 3249)).toEqual([3100, true, ONSET]);
    expect(due(agent('onset', 100), { sounds: [3000] }, 3250)).toEqual(['wait', 6250]);
    expect(due(agent('onset', 100), { sounds: [3000, 3200] }, 3250)).toEqual([3300, true, ONSET]);
  });
  it('hears no sound before the turn, behind its time, or in speech from before', () => {
    const cue = agent('onset', 100);
    expect([999, 1000].map((sound) => due(cue, { sounds: [sound] }, 1020)[0])).toEqual(['wait', 1100]);
    expect([6000, 6001].map((sound) => due(cue, { sounds: [sound] }, 6020)[0])).toEqual([6100, 'wait']);
    const during = (from: number, to?: number) => due(cue, { runs: [to === undefined ? [from] : [from, to]], sounds: [2000] }, 2020)[0]; // prettier-ignore
    expect(during(500)).toBe('wait');
    expect(during(500, 2001)).toBe('wait');
    expect(during(500, 2000)).toBe(2100);
    // A blip that began with the turn is no speech from before.
    expect(due(cue, { runs: [[1000, 1100]], sounds: [1050] }, 1070)).toEqual([1150, true, ONSET]);
    // Speech from the turn on is its onset by itself.
    expect(during(1000)).toBe(1100);
  });
  it('looks again when a sound is confirmed, at the latest when time is over', () => {
    expect(due(agent('onset', 800), { sounds: [5990] }, 6010)).toEqual(['wait', 6240]);
    expect(due(agent('onset', 800), { sounds: [6000] }, 6010)).toEqual(['wait', 6250]);
  });
  it('that is played all the same is expected at its time, and sure once that is past', () => {
    const cue = agent('onset', 800, { otherwise: 'play' });
    expect(due(cue, {}, 3000)).toEqual([6000, false, `${ONSET} never came`]);
    expect(due(cue, {}, 6001)).toEqual([6001, true, `${ONSET} never came`]);
    expect(due(cue, { sounds: [3000] }, 3020)).toEqual(['wait', 3250]);
    expect(due(cue, { runs: [[3000]] }, 3200)).toEqual([3800, true, ONSET]);
  });
  it('waits until its turn is surely there', () => {
    for (const q of [{ phase: 'waiting' }, { phase: 'committed', at: at(1000) }] as const)
      expect(due(agent('onset', 800), { runs: [[3000]] }, 3200, q)).toEqual(['wait', undefined]);
    expect(due(agent('onset', 800), { runs: [[3000]] }, 3200, { phase: 'playing', at: at(1000) })).toEqual([3800, true, ONSET]);
    expect(due(agent('onset', 800), {}, 3200, { phase: 'skipped', at: at(1000) })).toEqual(['skip', 'q was not played']);
  });
});

describe('a cue on an offset', () => {
  it.each<readonly [string, Parameters<typeof due>[1], unknown]>([
    ['the first of several', { runs: [[1500, 2500], [3000, 4000]] }, [3300, true, "the agent's offset"]],
    ['one at the first sample of the turn', { runs: [[500, 1000], [3000, 4000]] }, [1800, true, "the agent's offset"]],
    ['none before it', { runs: [[500, 999], [3000, 4000]] }, [4800, true, "the agent's offset"]],
    ['none that has not come yet', { runs: [[500, 999], [3000]] }, ['wait', 6250]],
  ])('goes by %s', (_what, speech, expected) => {
    expect(due(agent('offset', 800), speech, 5000)).toEqual(expected);
  }); // prettier-ignore
});

/** Steps through events by hand. */
function steps(turns: readonly TurnSketch[]) {
  let step: ScheduleStep = startSchedule(scene(turns), at(0));
  let seq = 0;
  const first = step.commands;
  const next = (now: number, input: SessionInput = { type: 'woke' }): readonly SessionCommand[] => {
    step = advanceSchedule(step.state, { ...input, seq: seq++, at: at(now) });
    return step.commands;
  };
  const started = (now: number, turn: string) => next(now, { type: 'turn-started', turn, start: at(now) });
  const ended = (now: number, turn: string) => next(now, { type: 'turn-ended', turn, voicedEnd: at(now) });
  return { first, next, started, ended, deadline: (now: number) => scheduleDeadline(step.state, at(now)) };
}
const plays = (commands: readonly SessionCommand[]) =>
  commands.flatMap((one) => (one.type === 'play' ? [[one.turn, one.at / 48, one.because]] : []));

describe('a place that is sure is commanded at once', () => {
  it('at its time', () => {
    const turns: TurnSketch[] = [{ id: 'a' }, { id: 'b', speaker: 'bob', cue: { kind: 'at', offset: ms(9000) } }];
    expect(plays(steps(turns).first)).toEqual([['a', 100, 'the first turn'], ['b', 9100, 'its time']]); // prettier-ignore
  });
  it('after the last hold of those before it, which is named', () => {
    const run = steps([{ id: 'a', voiced: 400 }, { id: 'b', hold: { kind: 'fixed', length: ms(3000) } }, { id: 'c' }]); // prettier-ignore
    run.started(100, 'a');
    expect(plays(run.ended(500, 'a'))).toEqual([['b', 1000, 'the gap after a is over']]);
    run.started(1000, 'b');
    expect(plays(run.ended(2000, 'b'))).toEqual([['c', 5000, 'the fixed after b is over']]);
  });
  it('after an answer, when it is decided', () => {
    const run = steps([{ id: 'q', hold: ANSWER }, { id: 'n', lead: 3000 }]); // prettier-ignore
    run.started(100, 'q');
    run.ended(1100, 'q');
    expect(plays(run.next(6350))).toEqual([['n', 6370, 'the answer after q is over']]);
  });
  it('on the agent’s edge, long before it is to leave', () => {
    const run = steps([{ id: 'q' }, { id: 'barge', cue: agent('onset', 4000) }]); // prettier-ignore
    run.started(100, 'q');
    run.ended(1100, 'q');
    expect(plays(run.next(2000, { type: 'agent-speech-on', since: at(1800) }))).toEqual([['barge', 5800, ONSET]]);
  });
  it('after a turn that was skipped, while the gap before it still runs', () => {
    const run = steps([{ id: 'q', hold: { kind: 'gap', length: ms(3000) } }, { id: 'x', cue: agent('onset', 0, { timeout: ms(500) }) }, { id: 'n' }]); // prettier-ignore
    run.started(100, 'q');
    run.ended(1100, 'q');
    expect(plays(run.next(1850))).toEqual([['n', 4100, 'the gap after q is over']]);
  });
  it('after an answer, while a longer gap still runs', () => {
    const run = steps([
      { id: 'g', hold: { kind: 'gap', length: ms(20_000) } },
      { id: 'q', speaker: 'bob', hold: ANSWER, cue: after('g', 'end', 0) },
      { id: 'n' },
    ]);
    run.started(100, 'g');
    run.ended(1100, 'g');
    run.started(1120, 'q');
    run.ended(2120, 'q');
    expect(plays(run.next(7370)).map(([id, place]) => [id, place])).toEqual([['n', 21_100]]);
  });
  it('after a turn that was skipped', () => {
    const run = steps([{ id: 'q', hold: ANSWER }, { id: 'x', cue: agent('onset', 0, { timeout: ms(500) }) }, { id: 'n', lead: 4000 }]); // prettier-ignore
    run.started(100, 'q');
    run.ended(1100, 'q');
    run.next(1850);
    // With the hold of q over, its answer decided at 6350.
    expect(plays(run.next(6350)).map(([id]) => id)).toEqual(['n']);
  });
});

describe('what hangs on a turn that is not played', () => {
  it('is skipped at once, in whatever order it stands, and says why', () => {
    const run = steps([
      { id: 'more', cue: after('later', 'end', 0) },
      { id: 'later', cue: after('barge', 'start', 0) },
      { id: 'q', cue: { kind: 'at', offset: 0 } },
      { id: 'barge', cue: agent('onset', 0, { timeout: ms(500) }) },
      { id: 'twice', cue: agent('offset', 0, { since: 'barge' }) },
    ]);
    run.started(100, 'q');
    run.ended(1100, 'q');
    expect(run.next(1849)).toEqual([]);
    expect(run.next(1850).flatMap((one) => (one.type === 'skip' ? [[one.turn, one.because]] : []))).toEqual([
      ['barge', `${ONSET} never came`],
      ['twice', 'barge was not played'],
      ['later', 'barge was not played'],
      ['more', 'later was not played'],
    ]);
  });
  it('lets the scene end its tail after that', () => {
    const played = play(scene([{ id: 'q' }, { id: 'barge', cue: agent('onset', 0) }]));
    // Asked for until 5.1 s, decided 250 ms later, and the tail of 2 s.
    expect([played.skipped['barge'], played.end]).toEqual([`${ONSET} never came`, 7350]);
  });
});

describe('marks and ends', () => {
  it('a turn is late when it is later than its cue tolerates, and by its voiced start', () => {
    const late = (tolerance: number) => {
      const cue = agent('offset', 0, { tolerance: ms(tolerance) });
      return play(scene([{ id: 'q', hold: ANSWER }, { id: 'barge', cue, lead: 30 }]), { runs: [[1800, 3100]], offAfter: 300 }).marks['cue-late barge']; // prettier-ignore
    };
    // Known 300 ms after the edge; 20 ms later the clip leaves, and 30 ms into it the voice begins.
    expect([349, 350].map(late)).toEqual([3450, undefined]);
  });
  it('a gap after the last turn does not count, an observation and a fixed hold do', () => {
    const end = (hold: NonNullable<TurnSketch['hold']>) => {
      const played = play(scene([{ id: 'z', hold }], { tail: ms(1000) }));
      return played.end - (played.turns['z']?.to ?? 0);
    };
    expect(end({ kind: 'gap', length: ms(5000) })).toBe(1000);
    expect(end({ kind: 'fixed', length: ms(5000) })).toBe(6000);
    expect(end({ kind: 'observe', afterStart: ms(0), afterEnd: ms(5000) })).toBe(5000);
    expect(end({ kind: 'observe', afterStart: ms(0), afterEnd: ms(500) })).toBe(1000);
  });
  it('of two turns that the transport lost the first is told', () => {
    const run = steps([{ id: 'a' }, { id: 'b', speaker: 'bob', cue: { kind: 'at', offset: 0 } }]); // prettier-ignore
    expect(run.deadline(100)).toBe(at(5100));
    expect(run.next(5100)).toEqual([{ type: 'mark', mark: 'turn-lost', turn: 'a', at: at(5100) }]);
    expect(run.deadline(5100)).toBeUndefined();
  });
});
