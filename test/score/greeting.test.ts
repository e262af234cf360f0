import { describe, expect, it } from 'vitest';
import { at, lost, windowOf, windowsOf, type SceneSpec } from './fixtures.js';

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
  it('is the first speech, and as unsure as that and the turn together', () => {
    const two: Agent = [[1000, 3000, 2], [5002, 6000, 30]]; // prettier-ignore
    expect(windowOf(greet('expected', two), 'greeting')).toMatchObject({
      verdict: 'pass',
      reason: 'spoke before the first turn, for 2000 ms',
    });
    // 4 and 3 ms together are 5 ms.
    const edge = (onset: number) => {
      const spec = greet('forbidden', [[onset, 9000, 4]]);
      return windowOf({ ...spec, turns: spec.turns.map((one) => ({ ...one, plusMinusMs: 3 })) }, 'greeting').verdict;
    };
    expect([4994, 4995, 5004, 5005].map(edge)).toEqual(['fail', 'within-uncertainty', 'within-uncertainty', 'pass']);
  });
  it('shows where to listen', () => {
    const evidence = (agent: Agent) => windowOf(greet('forbidden', agent), 'greeting').evidence;
    expect(evidence([[1000, 3000]])).toEqual({ from: at(0), to: at(7000) });
    expect(evidence([[4999, 6000]])).toEqual({ from: at(3999), to: at(7000) });
    // From the session's beginning where there is none before the turn.
    expect(evidence([[5000, 6000]])).toEqual({ from: at(-1000), to: at(7000) });
    expect(evidence([])).toEqual({ from: at(-1000), to: at(7000) });
    expect(windowOf(greet('forbidden', [[5002, 6000, 5]]), 'greeting')).toMatchObject({
      reason: 'began to speak just as the first turn did',
      evidence: { from: at(-1000) },
    });
    const later = greet('expected', [], { events: [{ type: 'session-opened', seq: 0, at: at(700) }] });
    expect(windowOf(later, 'greeting')).toMatchObject({
      window: { from: at(700), to: at(5000) },
      reason: 'did not speak before the first turn',
    });
  });
  it('is no window in a scene without a turn that was played', () => {
    expect(windowsOf({ ...greet('expected', [[1000, 3000]]), turns: [] })).toEqual([]);
  });
  it('cannot be told where it was lost', () => {
    expect(verdict('forbidden', [], { holes: [lost(1000, 2000)] })).toBe('unscored');
    expect(verdict('expected', [], { holes: [lost(4880, 6000)] })).toBe('unscored');
    expect(verdict('expected', [], { holes: [lost(4881, 6000)] })).toBe('fail');
    // What was heard was heard.
    expect(verdict('forbidden', [[2500, 3000]], { holes: [lost(1000, 2000)] })).toBe('fail');
  });
});
