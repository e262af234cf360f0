import { describe, expect, it } from 'vitest';
import type { SessionInput } from '../../src/schedule/events.js';
import { ms, scene } from '../schedule/scene.js';
import { off, on, READY, run, type Script } from './log.js';

const HELLO = [{ id: 'hello' }];
const START = 100; // the schedule's own lead
const without = (type: SessionInput['type']): Script => READY.filter(([, input]) => input.type !== type);
const reported = (text: string): SessionInput => ({ type: 'reported', what: 'state', text });
const greeting = (policy: 'expected' | 'ignored' | 'forbidden', within: number) => ({ greeting: { policy, within: ms(within) } });

describe('the gate opens', () => {
  it('2 s after all is in place for an agent that reports no state', () => {
    const ran = run(scene(HELLO), READY);
    expect([ran.markMs('agent-ready'), ran.markMs('scene-start'), ran.reason]).toEqual([3500, 3500 + START, 'complete']);
  });
  it('at once when the agent reports that it listens', () => {
    expect(run(scene(HELLO), [...READY, [1800, { type: 'agent-reported-ready' }]]).markMs('agent-ready')).toBe(1800);
    expect(run(scene(HELLO), [...READY, [900, { type: 'agent-reported-ready' }]]).markMs('agent-ready')).toBe(1500);
  });
  it('not before an agent that reports states reports listening', () => {
    const ran = run(scene(HELLO), [...READY, [400, reported('initializing')], [6000, { type: 'agent-reported-ready' }]]);
    expect(ran.markMs('agent-ready')).toBe(6000);
  });
  it('late, when all was in place just before the time is over', () => {
    const late: Script = [...without('agent-flowing'), [14_900, { type: 'agent-flowing' }]];
    expect(run(scene(HELLO), late)).toMatchObject({ reason: 'complete' });
  });
  it('with a track a speaker only once every track is subscribed to', () => {
    const tracks = scene(HELLO, { layout: 'tracks' });
    expect(run(tracks, READY).reason).toBe('agent-not-ready');
    expect(run(tracks, READY).markMs("missing: the agent's subscription to bob")).toBe(15_000);
    expect(run(tracks, [...READY, [5000, { type: 'agent-subscribed', speaker: 'bob' }]]).markMs('agent-ready')).toBe(7000);
  });
  it('starts to settle anew when the track goes and comes back', () => {
    const ran = run(scene(HELLO), [
      ...READY,
      [2000, { type: 'agent-track-ended', track: 'a0', tracks: 0 }],
      [2500, { type: 'agent-track', track: 'a1', name: 'voice', tracks: 1 }],
      [4000, { type: 'agent-flowing' }],
    ]);
    expect(ran.markMs('agent-ready')).toBe(6000);
  });
});

describe('an agent’s track', () => {
  const gone = (tracks: number): Script => [...READY, [2000, { type: 'agent-track-ended', track: 'a0', tracks }]];
  it('that is gone is missing, whatever still flowed; another one is enough', () => {
    const ran = run(scene(HELLO), [...gone(0), [2500, { type: 'agent-flowing' }]]);
    expect([ran.reason, ran.markMs('missing: an audio track of the agent')]).toEqual(['agent-not-ready', 15_000]);
    expect(run(scene(HELLO), gone(1)).markMs('agent-ready')).toBe(3500);
    const silent = run(scene(HELLO), [...gone(0), [2500, { type: 'agent-track', track: 'a1', name: 'voice', tracks: 1 }]]);
    expect(silent.reason).toBe('agent-silent-track');
  });
});

describe('the gate fails', () => {
  const table: [string, Script, string][] = [
    ['agent-absent', without('agent-joined').filter(([, { type }]) => type === 'session-opened'), 'missing: an agent in the room'],
    ['agent-not-ready', without('agent-track'), 'missing: an audio track of the agent'],
    ['agent-not-ready', without('agent-subscribed'), "missing: the agent's subscription to ann, bob"],
    ['agent-silent-track', without('agent-flowing'), "missing: audio on the agent's track"],
    ['agent-not-ready', [...READY, [400, reported('initializing')]], 'missing: a reported state of listening'],
  ];
  it.each(table)('%s (%#)', (reason, script, mark) => {
    const ran = run(scene(HELLO), script);
    expect([ran.reason, ran.endMs, ran.markMs(mark)]).toEqual([reason, 15_000, 15_000]);
    expect(ran.commands.some(({ type }) => type === 'play')).toBe(false);
  });
});

describe('a greeting', () => {
  const READY_AT = 1500;
  const script = (...more: Script): Script => [...READY, [READY_AT, { type: 'agent-reported-ready' }], ...more];
  const spoken: Script = [
    [2000, on(1800)],
    [4200, off(4000)],
  ];
  it.each(['expected', 'ignored', 'forbidden'] as const)('%s, is waited for until 1 s after its end', (policy) => {
    expect(run(scene(HELLO, greeting(policy, 3000)), script(...spoken)).markMs('scene-start')).toBe(5000 + START);
  });
  it.each(['ignored', 'forbidden'] as const)('%s, that does not come is waited for as long as stated', (policy) => {
    expect(run(scene(HELLO, greeting(policy, 3000)), script()).markMs('scene-start')).toBe(READY_AT + 3250 + START);
    expect(run(scene(HELLO, greeting(policy, 0)), script()).markMs('scene-start')).toBe(READY_AT + START);
  });
  it('expected, that does not come is missing', () => {
    const ran = run(scene(HELLO, greeting('expected', 3000)), script());
    expect([ran.reason, ran.endMs]).toEqual(['greeting-missing', READY_AT + 3250]);
  });
  it('before the agent is ready counts', () => {
    const early: Script = [
      [600, on(400)],
      [1300, off(1100)],
    ];
    expect(run(scene(HELLO, greeting('expected', 3000)), script(...early)).markMs('scene-start')).toBe(2100 + START);
  });
  it('of two sentences ends with the second', () => {
    const two: Script = [...spoken, [4900, on(4700)], [6200, off(6000)]];
    expect(run(scene(HELLO, greeting('expected', 3000)), script(...two)).markMs('scene-start')).toBe(7000 + START);
  });
  it('that never ends is cut after 30 s, and the scene starts over it', () => {
    const ran = run(scene(HELLO, greeting('ignored', 3000)), script([2000, on(1800)]));
    expect([ran.reason, ran.markMs('greeting-truncated'), ran.markMs('scene-start')]).toEqual(['complete', 31_800, 31_800 + START]);
  });
  it('of 100 ms is a blip and no greeting', () => {
    const blip: Script = [
      [2000, on(1800)],
      [2100, off(1900)],
    ];
    expect(run(scene(HELLO, greeting('expected', 3000)), script(...blip)).reason).toBe('greeting-missing');
  });
});
