import { describe, expect, it } from 'vitest';
import type { Cue } from '../../src/scenario/model.js';
import { rigPos } from '../../src/time/position.js';
import { advanceSchedule, scheduleDeadline, startSchedule } from '../../src/schedule/schedule.js';
import { ORIGIN, play, type AgentScript } from './play.js';
import { ANSWER, ms, scene, type TurnSketch } from './scene.js';

const at = (offset: number): Cue => ({ kind: 'at', offset: ms(offset) });
const after = (turn: string, edge: 'start' | 'end', gap: number): Cue => ({ kind: 'after', turn, edge, gap: ms(gap) });
const agent = (edge: 'onset' | 'offset', offset: number, more: Partial<Extract<Cue, { kind: 'agent' }>> = {}): Cue => ({
  kind: 'agent',
  edge,
  since: 'q',
  offset: ms(offset),
  tolerance: ms(50),
  timeout: ms(4000),
  otherwise: 'skip',
  ...more,
});

describe('cues at a time and after a turn', () => {
  it('count from the first moment and place the first voiced sample', () => {
    const { turns } = play(
      scene([
        { id: 'a', cue: at(0), lead: 80 },
        { id: 'b', cue: at(5000), lead: 250 },
      ]),
    );
    expect([turns['a']!.from, turns['b']!.from]).toEqual([ORIGIN, ORIGIN + 5000]);
  });
  it.each([
    ['start', 300, 300],
    ['end', 700, 1700],
    ['end', 0, 1000],
    ['end', -400, 600],
  ] as const)('after the %s, gap %i', (edge, gap, expected) => {
    const { turns } = play(
      scene([
        { id: 'a', hold: ANSWER },
        { id: 'b', speaker: 'bob', cue: after('a', edge, gap), lead: 60 },
      ]),
    );
    expect(turns['b']!.from - turns['a']!.from).toBe(expected);
  });
  it('a speaker says one thing at a time', () => {
    const { turns } = play(
      scene([
        { id: 'a', voiced: 3000, hold: ANSWER },
        { id: 'b', cue: after('a', 'start', 1000), lead: 40 },
      ]),
    );
    expect(turns['b']!.from).toBe(turns['a']!.to + 40);
  });
  it('a next turn waits for whoever still speaks', () => {
    const played = play(
      scene([{ id: 'long', voiced: 9000 }, { id: 'mhm', speaker: 'bob', voiced: 300, cue: after('long', 'start', 2000) }, { id: 'n' }]),
    );
    expect(played.turns['n']!.from).toBe(played.turns['long']!.to + 500);
  });
  it('skips what hangs on a skipped turn, and rings of cues, and still ends', () => {
    const played = play(
      scene([
        { id: 'q' },
        { id: 'barge', cue: agent('onset', 300) },
        { id: 'more', cue: after('barge', 'end', 100) },
        { id: 'x', cue: after('y', 'end', 0) },
        { id: 'y', cue: after('x', 'end', 0) },
        { id: 'n' },
      ]),
    );
    expect(Object.keys(played.skipped)).toEqual(['barge', 'more', 'x', 'y']);
    expect(played.skipped['x']).toBe('its cue can never come');
    expect(played.outcome).toBe('complete');
    expect(played.turns['n']!.from).toBeGreaterThan(played.turns['q']!.to + 500);
  });
});

describe("cues on the agent's edges", () => {
  const END = ORIGIN + 1000;
  const base = (cue: Cue, lead = 0): TurnSketch[] => [
    { id: 'q', hold: ANSWER },
    { id: 'barge', cue, lead, voiced: 600 },
  ];
  // [name, cue, clip lead, agent, expected voiced start]
  const table: [string, Cue, number, AgentScript, number][] = [
    ['800 ms after the onset', agent('onset', 800), 0, { runs: [[END + 700, END + 6000]] }, END + 1500],
    ['100 ms after the onset fires on the level gate', agent('onset', 100), 0, { runs: [[END + 700, END + 6000]] }, END + 800],
    ['at the onset is as early as the gate and the frame allow', agent('onset', 0), 0, { runs: [[END + 700, END + 6000]] }, END + 740],
    ['the lead of a clip makes it fire on the gate too', agent('onset', 300), 200, { runs: [[END + 700, END + 6000]] }, END + 1000],
    ['an earlier onset does not count', agent('onset', 800), 0, { runs: [[0, END - 500], [END + 900, END + 5000]] }, END + 1700], // prettier-ignore
    ['a click is passed over where there is time to confirm', agent('onset', 800), 0, { runs: [[END + 900, END + 5000]], clicks: [END + 200] }, END + 1700], // prettier-ignore
    ['500 ms after the offset', agent('offset', 500), 0, { runs: [[END + 700, END + 2000]] }, END + 2500],
    ['an agent that still speaks at the timeout has had no offset: played then, over it', agent('offset', 500, { otherwise: 'play' }), 0, { runs: [[END + 700, END + 6000]] }, END + 4000], // prettier-ignore
    ['... and one that stops before it sets it off as ever', agent('offset', 500, { otherwise: 'play' }), 0, { runs: [[END + 700, END + 3600]] }, END + 4100], // prettier-ignore
    ['played all the same, exactly then', agent('onset', 800, { otherwise: 'play' }), 0, {}, END + 4000],
    ['... with a lead too', agent('onset', 800, { otherwise: 'play' }), 200, {}, END + 4000],
    ['... unless the onset comes first', agent('onset', 150, { otherwise: 'play', timeout: ms(850) }), 0, { runs: [[END + 300, END + 5000]] }, END + 450], // prettier-ignore
    ['an onset after its command has gone out changes nothing', agent('onset', 150, { otherwise: 'play', timeout: ms(850) }), 0, { runs: [[END + 800, END + 5000]] }, END + 850], // prettier-ignore
    ['a click does not make it play before its time', agent('onset', 800, { otherwise: 'play' }), 0, { clicks: [END + 3000] }, END + 4000],
  ];
  it.each(table)('%s', (_name, cue, lead, script, expected) => {
    const played = play(scene(base(cue, lead)), script);
    expect(played.turns['barge']!.from).toBe(expected);
  });

  it('are never early, and say when they are late', () => {
    const late = play(scene(base(agent('offset', 100))), { runs: [[END + 700, END + 2000]], offAfter: 300 });
    expect(late.marks).toMatchObject({ 'cue-edge barge': END + 2000, 'cue-target barge': END + 2100, 'cue-late barge': END + 2320 });
    const onTime = play(scene(base(agent('onset', 800))), { runs: [[END + 700, END + 6000]] });
    expect(onTime.marks).toMatchObject({ 'cue-edge barge': END + 700, 'cue-target barge': END + 1500 });
    expect(onTime.marks['cue-late barge']).toBeUndefined();
  });

  it.each([
    ['just inside', 4000, true],
    ['just outside', 4001, false],
  ])('an onset %s the timeout', (_name, onset, plays) => {
    const played = play(scene(base(agent('onset', 300))), { runs: [[END + onset, END + 8000]] });
    expect('barge' in played.turns).toBe(plays);
    if (!plays) expect(played.skipped['barge']).toContain('onset never came');
  });

  it('an offset that has not come by the timeout is skipped, though the agent still speaks', () => {
    const played = play(scene(base(agent('offset', 300))), { runs: [[END + 700, END + 6000]] });
    expect(played.skipped['barge']).toContain('offset never came');
  });

  it('without a turn count from the first moment', () => {
    const played = play(scene([{ id: 'barge', cue: agent('onset', 300, { since: undefined }) }]), { runs: [[900, 3000]] });
    expect(played.turns['barge']!.from).toBe(1200);
  });
});

describe('a transport that loses a turn', () => {
  it.each(['committed', 'playing'] as const)('ends the schedule 5 s later, %s', (lostWhen) => {
    let step = startSchedule(scene([{ id: 'a' }]), rigPos(0));
    let expected = ms(ORIGIN + 5000);
    if (lostWhen === 'playing') {
      step = advanceSchedule(step.state, { type: 'turn-started', turn: 'a', start: rigPos(ms(ORIGIN)), seq: 0, at: rigPos(ms(ORIGIN)) });
      expected += ms(1000);
    }
    expect(scheduleDeadline(step.state, rigPos(ms(ORIGIN)))).toBe(expected);
    expect(advanceSchedule(step.state, { type: 'woke', seq: 1, at: rigPos(expected - 1) }).state.outcome).toBe('running');
    const last = advanceSchedule(step.state, { type: 'woke', seq: 1, at: rigPos(expected) });
    expect(last.state.outcome).toBe('lost');
    expect(last.commands).toEqual([{ type: 'mark', mark: 'turn-lost', turn: 'a', at: expected }]);
  });
});
