import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionInput } from '../../src/schedule/events.js';
import { createSession } from '../../src/session/session.js';
import { SpeechUnion } from '../../src/session/speech-union.js';
import { rigPos } from '../../src/time/position.js';
import { scene } from '../schedule/scene.js';
import { off, on, READY, run, type Script } from './log.js';

const TWO = scene([
  { id: 'q', label: 'T' },
  { id: 'n', label: 'N2' },
]);
const trouble = (what: Extract<SessionInput, { type: 'rig-trouble' }>['what']): SessionInput => ({ type: 'rig-trouble', what, detail: '' });

describe('a session', () => {
  it('goes from the gate through the schedule to its end', () => {
    const ran = run(TWO, [...READY, [6000, on(5800)], [8200, off(8000)]]);
    expect(ran.reason).toBe('complete');
    expect(ran.commands.flatMap((c) => (c.type === 'play' ? [c.turn] : []))).toEqual(['q', 'n']);
    expect(ran.commands.at(-1)).toEqual({ type: 'finish', reason: 'complete' });
    expect(ran.markMs('answered')).toBe(10_000);
  });

  it.each([
    ['agent-left', { type: 'agent-left', identity: 'agent', reason: 'crashed' }],
    ['stopped', { type: 'stop-requested', reason: 'Ctrl-C' }],
    ['rig-trouble', trouble('server-gone')],
    ['rig-trouble', trouble('recorder-gone')],
    ['rig-trouble', trouble('store')],
  ] as [string, SessionInput][])('ends with %s at once, in the gate and in the middle (%#)', (reason, input) => {
    for (const at of [1000, 5000]) expect(run(TWO, [...READY, [at, input]])).toMatchObject({ reason, endMs: at });
  });

  it.each(['late-frame', 'stall', 'packet-loss', 'starved-host'] as const)('goes on after %s: scoring decides', (what) => {
    expect(run(TWO, [...READY, [5000, trouble(what)]]).reason).toBe('complete');
  });

  it('goes on while one of two agents is still there, and when somebody else leaves', () => {
    const script: Script = [
      ...READY,
      [1000, { type: 'agent-joined', identity: 'second' }],
      [4000, { type: 'agent-left', identity: 'stranger', reason: '' }],
      [4500, { type: 'agent-left', identity: 'agent', reason: '' }],
    ];
    expect(run(TWO, script).reason).toBe('complete');
    expect(run(TWO, [...script, [5000, { type: 'agent-left', identity: 'second', reason: '' }]]).reason).toBe('agent-left');
  });

  it('answers nothing after its end', () => {
    const machine = createSession(TWO);
    machine.handle({ type: 'session-opened', seq: 0, at: rigPos(0) });
    machine.handle({ type: 'stop-requested', reason: '', seq: 1, at: rigPos(10) });
    expect(machine.handle({ type: 'woke', seq: 2, at: rigPos(20) })).toEqual([]);
    expect(machine.deadline()).toBeUndefined();
  });

  it.each([
    [1, 0],
    [3, 10],
    [2, 4],
  ])('refuses what is not the log: seq %i at %i', (seq, at) => {
    const machine = createSession(TWO);
    machine.handle({ type: 'session-opened', seq: 0, at: rigPos(0) });
    machine.handle({ type: 'woke', seq: 1, at: rigPos(5) });
    expect(() => machine.handle({ type: 'woke', seq, at: rigPos(at) })).toThrow(RangeError);
  });

  it('gives the same commands for the same log, event by event', () => {
    const speech = fc.array(fc.tuple(fc.integer({ min: 700, max: 4000 }), fc.integer({ min: 50, max: 6000 })), { maxLength: 8 });
    fc.assert(
      fc.property(speech, fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }), (steps, stopAt) => {
        let at = 0;
        const script: (readonly [number, SessionInput])[] = [...READY];
        for (const [pause, length] of steps) {
          const from = (at += pause);
          const to = (at += length);
          script.push(
            [from + 20, { type: 'agent-sound', since: rigPos(from * 48) }],
            [from + 200, on(from)],
            [Math.max(to, from + 200) + 150, off(to)],
          );
        }
        if (stopAt !== undefined) script.push([stopAt, { type: 'stop-requested', reason: 'test' }]);
        const ran = run(TWO, script);
        const again = createSession(TWO);
        expect(ran.log.map((event) => again.handle(event))).toEqual(ran.answers);
        expect(ran.commands.filter(({ type }) => type === 'finish')).toHaveLength(1);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it('asks for time only when its wish has changed, and never for the past', () => {
    const ran = run(TWO, READY);
    let last: number | undefined;
    ran.answers.forEach((commands, i) => {
      for (const command of commands) {
        if (command.type !== 'wake') continue;
        expect(command.at).toBeGreaterThan(ran.log[i]!.at);
        expect(command.at).not.toBe(last);
        last = command.at;
      }
    });
    expect(last).toBeDefined();
  });
});

describe('SpeechUnion', () => {
  const at = rigPos;
  it('is on while any track speaks and off where the last heard of them ended', () => {
    const union = new SpeechUnion();
    expect(union.push('a', { type: 'agent-sound', since: at(1) })).toEqual({ type: 'agent-sound', since: 1 });
    expect(union.push('a', { type: 'agent-speech-on', since: at(1) })).toEqual({ type: 'agent-speech-on', since: 1 });
    expect(union.push('b', { type: 'agent-sound', since: at(3) })).toBeUndefined();
    expect(union.push('b', { type: 'agent-speech-on', since: at(3) })).toBeUndefined();
    expect(union.push('b', { type: 'agent-speech-off', since: at(9) })).toBeUndefined();
    expect(union.push('a', { type: 'agent-speech-off', since: at(7) })).toEqual({ type: 'agent-speech-off', since: 9 });
    expect(union.push('b', { type: 'agent-speech-on', since: at(12) })).toEqual({ type: 'agent-speech-on', since: 12 });
    expect(union.remove('b', at(15))).toEqual({ type: 'agent-speech-off', since: 15 });
    expect(union.remove('a', at(16))).toBeUndefined();
  });
});
