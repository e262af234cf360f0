import { describe, expect, it } from 'vitest';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples } from '../../src/time/position.js';
import type { Segment } from '../../src/vad/model.js';
import { inputOf, lost, reply, run, span, speechOf, type SceneSpec } from './fixtures.js';

/** Edges that lie in a hole of unknown content are known to lie in it, and no better (measurement.md, Placing RTP). */
function scored(spec: SceneSpec, runs: readonly Segment[], id: string) {
  const found = scoreSession({ ...inputOf(spec), speech: speechOf(runs, spec.holes) }).windows.find((one) => one.id === id);
  if (!found) throw new Error(`no window ${id}`);
  return found;
}
const turns = [{ id: 't', from: 1000, to: 5000, pauses: [[2000, 2700]] as const, expect: reply(3000) }];
const onsetIn = (from: number, to: number, until = to + 2000): Segment => ({ ...run(to, until), fromIn: span(from, to) });

describe('an onset in a hole', () => {
  it('makes the wait an interval, and the verdict as sure as that', () => {
    const wait = (from: number, to: number) => scored({ turns, agent: [], holes: [lost(from, to)] }, [onsetIn(from, to)], 't/reply');
    expect(wait(5500, 5700)).toMatchObject({ verdict: 'pass', value: { kind: 'interval', fromMs: 500, toMs: 700 }, flags: ['in-hole'] });
    expect(wait(7900, 8000)).toMatchObject({ verdict: 'pass' });
    expect(wait(7900, 8001)).toMatchObject({ verdict: 'within-uncertainty', value: { kind: 'interval', fromMs: 2900, toMs: 3001 } });
    expect(wait(8000, 8200)).toMatchObject({ verdict: 'within-uncertainty' });
    expect(wait(8001, 8200)).toMatchObject({ verdict: 'fail' });
  });
  it('is never before its cause', () => {
    expect(scored({ turns, agent: [], holes: [lost(4900, 5100)] }, [onsetIn(4900, 5100)], 't/reply').value).toEqual({
      kind: 'interval',
      fromMs: 0,
      toMs: 100,
    });
  });
  it('makes a cutoff an interval; at the turn’s end it is within uncertainty', () => {
    const cut = (from: number, to: number) =>
      scored({ turns, agent: [], holes: [lost(from, to)] }, [onsetIn(from, to)], 't/false-cutoff/pause-1');
    expect(cut(2200, 2400)).toMatchObject({
      verdict: 'fail',
      value: { kind: 'interval', fromMs: 200, toMs: 400 },
      flags: ['reply', 'in-hole'],
    });
  });
});

describe('an end in a hole', () => {
  it('makes the stop an interval', () => {
    const barge = [
      { id: 'b', from: 3000, to: 5000, expect: { kind: 'yield' as const, within: msToSamples(800), quiet: msToSamples(1500) } },
    ];
    const stop = (from: number, to: number) =>
      scored({ turns: barge, agent: [] }, [{ ...run(1000, from), toIn: span(from, to) }], 'b/yield');
    expect(stop(3300, 3500)).toMatchObject({ verdict: 'pass', value: { kind: 'interval', fromMs: 300, toMs: 500 }, flags: ['in-hole'] });
    expect(stop(3700, 3801)).toMatchObject({ verdict: 'within-uncertainty' });
    expect(stop(3801, 3900)).toMatchObject({ verdict: 'fail' });
  });
  it('makes speech at a window’s edge within uncertainty', () => {
    const quiet = [{ id: 'n', from: 1000, to: 3000, expect: { kind: 'silence' as const } }];
    const verdict = (from: number, to: number) =>
      scored({ turns: quiet, agent: [] }, [{ ...run(0, from), toIn: span(from, to) }], 'n/silence').verdict;
    expect(verdict(900, 1100)).toBe('within-uncertainty');
    expect(verdict(800, 1000)).toBe('pass');
    expect(verdict(1001, 1200)).toBe('fail');
  });
});
