import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Starver } from '../../src/recording/model.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import {
  AttemptQueue,
  MAX_ATTEMPTS,
  REPLAY_SHARE,
  attemptId,
  sessionIndexOf,
  type AttemptOutcome,
} from '../../simulator/supervisor/attempts.js';

const plan = (n: number): PlannedSession[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `scene${i}#1@a`,
    suite: 'test',
    scene: `scene${i}`,
    agent: 'a',
    repeat: 1,
    block: 0,
    seed: i,
  }));
const complete: AttemptOutcome = { kind: 'ended', end: { reason: 'complete' } };
const late = (starvedBy: Starver): AttemptOutcome => ({
  kind: 'ended',
  end: { reason: 'complete', spoiled: { cause: 'late', detail: 'late-frame of 60 ms', starvedBy } },
});

describe('AttemptQueue', () => {
  it('gives sessions out in plan order, each once while it runs', () => {
    const queue = new AttemptQueue(plan(2));
    expect(queue.next()?.attempt).toBe('s0000-a1');
    expect(queue.next()?.attempt).toBe('s0001-a1');
    expect(queue.next()).toBeUndefined();
    expect(queue.running).toBe(2);
  });

  it('gives out as much of the plan as is open, spoiled sessions again among it', () => {
    const queue = new AttemptQueue(plan(3));
    queue.openTo(1);
    expect(queue.next()?.attempt).toBe('s0000-a1');
    expect(queue.next()).toBeUndefined();
    queue.done(0, late('others'));
    expect(queue.next()?.attempt).toBe('s0000-a2');
    queue.done(0, complete);
    expect(queue.next()).toBeUndefined();
    queue.openTo(2);
    expect(queue.next()?.attempt).toBe('s0001-a1');
    expect([queue.total, queue.settled]).toEqual([3, 1]);
  });

  it.each<[string, AttemptOutcome, boolean]>([
    ['complete', complete, false],
    ['an agent that never came is an answer, not a reason to try again', { kind: 'ended', end: { reason: 'agent-absent' } }, false],
    ['an agent that left', { kind: 'ended', end: { reason: 'agent-left' } }, false],
    ['rig trouble', { kind: 'ended', end: { reason: 'rig-trouble' } }, true],
    ['stopped by the user', { kind: 'ended', end: { reason: 'stopped' } }, true],
    ['a crash', { kind: 'crashed', detail: 'SIGSEGV' }, true],
    ['late frames on a machine that others kept busy', late('others'), true],
    ['late frames in a short stall', late('nobody'), true],
    ['late frames, why is not known', late('unknown'), true],
    ['late frames while the agent used most of the machine', late('agent'), false],
    [
      'an agent that left a session which the rig had spoiled',
      { kind: 'ended', end: { reason: 'agent-left', spoiled: { cause: 'loss', detail: '' } } },
      true,
    ],
  ])('%s', (_, outcome, again) => {
    const queue = new AttemptQueue(plan(1));
    queue.next();
    expect(queue.done(0, outcome)).toBe(again);
    expect(queue.next()?.attempt).toBe(again ? 's0000-a2' : undefined);
  });

  it('abandons a session whose attempts are used up', () => {
    const queue = new AttemptQueue(plan(1));
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      expect(queue.next()).toBeDefined();
      queue.done(0, { kind: 'crashed', detail: '' });
    }
    expect(queue.next()).toBeUndefined();
    expect(queue.abandoned).toBe(1);
  });

  it('plays a spoiled session twice more at most, and then lets it stand', () => {
    const queue = new AttemptQueue(plan(10));
    const tried: string[] = [];
    for (let next = queue.next(); next?.index === 0; next = queue.next()) {
      tried.push(next.attempt);
      queue.done(0, late('others'));
    }
    expect(tried).toEqual(['s0000-a1', 's0000-a2', 's0000-a3']);
    expect(queue.settled).toBe(1);
    expect(queue.abandoned).toBe(0);
  });

  it('replays a fifth of the plan at most, however many are spoiled', () => {
    const queue = new AttemptQueue(plan(10));
    let attempts = 0;
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      attempts++;
      queue.done(next.index, late('nobody'));
    }
    expect(attempts).toBe(10 + Math.ceil(REPLAY_SHARE * 10));
    expect(queue.settled).toBe(10);
  });

  it('plays what one session lost before it goes on to the next block', () => {
    const queue = new AttemptQueue(plan(3));
    queue.next();
    queue.done(0, late('nobody'));
    expect(queue.next()?.attempt).toBe('s0000-a2');
  });

  it('resumes: settled sessions stay done, others go on with new attempt ids', () => {
    const queue = new AttemptQueue(
      plan(2),
      new Map([
        [0, { attempts: 1, settled: true }],
        [1, { attempts: 3, settled: false }],
      ]),
    );
    expect(queue.next()?.attempt).toBe('s0001-a4');
    queue.done(1, complete);
    expect(queue.settled).toBe(2);
  });

  it('never repeats an attempt id and always ends, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(
          fc.constantFrom<AttemptOutcome>(
            complete,
            { kind: 'crashed', detail: '' },
            { kind: 'ended', end: { reason: 'rig-trouble' } },
            late('others'),
            late('agent'),
          ),
        ),
        (n, outcomes) => {
          const queue = new AttemptQueue(plan(n));
          const seen = new Set<string>();
          for (const outcome of outcomes) {
            const next = queue.next();
            if (next === undefined) break;
            expect(seen.has(next.attempt)).toBe(false);
            expect(sessionIndexOf(next.attempt)).toBe(next.index);
            seen.add(next.attempt);
            queue.done(next.index, outcome);
          }
          expect(queue.settled + queue.abandoned).toBe(n);
          expect(seen.size).toBeLessThanOrEqual(n * MAX_ATTEMPTS);
        },
      ),
    );
  });

  it('reads only its own attempt ids', () => {
    expect(sessionIndexOf(attemptId(12_345, 2))).toBe(12_345);
    expect(sessionIndexOf('../s0001-a1')).toBeUndefined();
  });
});
