import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedSession } from '../../src/scenario/model.js';
import { AttemptQueue, MAX_ATTEMPTS, attemptId, sessionIndexOf, type AttemptOutcome } from '../../simulator/supervisor/attempts.js';

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
const complete: AttemptOutcome = { kind: 'ended', reason: 'complete' };

describe('AttemptQueue', () => {
  it('gives sessions out in plan order, each once while it runs', () => {
    const queue = new AttemptQueue(plan(2));
    expect(queue.next()?.attempt).toBe('s0000-a1');
    expect(queue.next()?.attempt).toBe('s0001-a1');
    expect(queue.next()).toBeUndefined();
    expect(queue.running).toBe(2);
  });

  it.each<[string, AttemptOutcome, boolean]>([
    ['complete', complete, false],
    ['an agent that never came is an answer, not a reason to try again', { kind: 'ended', reason: 'agent-absent' }, false],
    ['an agent that left', { kind: 'ended', reason: 'agent-left' }, false],
    ['rig trouble', { kind: 'ended', reason: 'rig-trouble' }, true],
    ['stopped by the user', { kind: 'ended', reason: 'stopped' }, true],
    ['a crash', { kind: 'crashed', detail: 'SIGSEGV' }, true],
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
          fc.constantFrom<AttemptOutcome>(complete, { kind: 'crashed', detail: '' }, { kind: 'ended', reason: 'rig-trouble' }),
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
