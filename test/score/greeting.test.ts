import { describe, expect, it } from 'vitest';
import { lost, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];

describe('greeting', () => {
  const greet = (policy: 'expected' | 'forbidden' | 'ignored', agent: Agent, more: Partial<SceneSpec> = {}): SceneSpec => ({
    turns: [{ id: 't', from: 5000, to: 6000 }],
    agent,
    scene: { greeting: { policy, within: 1 } },
    ...more,
  });
  const verdict = (...args: Parameters<typeof greet>) => windowOf(greet(...args), 'greeting').verdict;
  it('is judged by its policy', () => {
    expect(verdict('expected', [[1000, 3000]])).toBe('pass');
    expect(verdict('expected', [])).toBe('fail');
    expect(verdict('forbidden', [[1000, 3000]])).toBe('fail');
    expect(verdict('forbidden', [])).toBe('pass');
    expect(windowsOf(greet('ignored', [[1000, 3000]]))).toEqual([]);
  });
  it('ends at the first turn’s first sample', () => {
    expect(verdict('forbidden', [[4999, 6000]])).toBe('fail');
    expect(verdict('forbidden', [[5000, 6000]])).toBe('pass');
    expect(verdict('forbidden', [[5002, 6000, 5]])).toBe('within-uncertainty');
  });
  it('cannot be told where it was lost', () => {
    expect(verdict('forbidden', [], { holes: [lost(1000, 2000)] })).toBe('unscored');
  });
});
