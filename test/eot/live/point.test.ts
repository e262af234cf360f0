/** Windows become outcomes, outcomes become points: what is counted, what is not, and what nothing may be said of. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnOutcome } from '../../../src/eot/live/outcome.js';
import type { LivePlan, LiveTurn } from '../../../src/eot/live/plan.js';
import { livePoints, paretoPoints } from '../../../src/eot/live/point.js';
import { pointNotes, pointRow } from '../../../src/eot/live/words.js';
import { NO_SPEECH } from '../../../src/score/all-tracks.js';
import type { SessionScore, WindowScore } from '../../../src/score/model.js';
import { unscored, windowScore } from '../../../src/score/values.js';
import { rigPos } from '../../../src/time/position.js';

const RANGE = { min: 0.2, max: 5 };
const TIMEOUT = 5;
const window = { from: rigPos(0), to: rigPos(48_000) };
type Verdict = WindowScore['verdict'];

const pause = (i: number, verdict: Verdict, over: Partial<WindowScore> = {}): WindowScore =>
  windowScore({ id: `t1/false-cutoff/pause-${i}`, turn: 't1', measure: 'false-cutoff', window, verdict, reason: '', ...over });
const words = (verdict: Verdict): WindowScore =>
  windowScore({ id: 't1/false-cutoff/words', turn: 't1', measure: 'false-cutoff', window, verdict, reason: '' });
const reply = (over: Partial<WindowScore>): WindowScore =>
  windowScore({ id: 't1/reply', turn: 't1', measure: 'reply', window, verdict: 'pass', reason: '', ...over });
const answered = (ms: number): WindowScore =>
  reply({ value: { kind: 'measured', ms, plusMinusMs: 2 }, verdict: ms > 5000 ? 'fail' : 'pass' });

const score = (scene: string, windows: readonly WindowScore[], over: Partial<SessionScore> = {}): SessionScore => ({
  attempt: 's0000-a1',
  session: `eot-live/${scene}#1@a`,
  scene,
  agent: 'a',
  outcome: 'scored',
  reason: '',
  turns: [],
  speech: NO_SPEECH,
  windows,
  span: window,
  ...over,
});

const turn = (id: string, holds: readonly (readonly [number, number])[]): LiveTurn => ({
  id,
  language: 'en',
  scene: id,
  turn: 't1',
  holds: holds.map(([start, end], spanIndex) => ({ spanIndex, start, end })),
  eot: { spanIndex: holds.length, start: 9, end: 11 },
});
const plan = (turns: readonly LiveTurn[]): LivePlan => ({
  version: 1,
  dataset: { path: 'data', name: 'all', split: 'validation' },
  minSilenceSpan: 0.1,
  timeoutS: TIMEOUT,
  turns: [...turns],
});
const THREE = turn('x', [
  [1, 1.5],
  [2, 2.15],
  [3, 3.8],
]);

describe('a turn', () => {
  const outcome = (...windows: WindowScore[]) => turnOutcome(THREE, score('x', windows), RANGE, TIMEOUT);

  it('counts pauses of the range by their windows, each by its number', () => {
    const { holds } = outcome(
      pause(1, 'pass'),
      pause(2, 'fail'),
      pause(3, 'fail', { value: { kind: 'measured', ms: 640, plusMinusMs: 2 } }),
      answered(700),
    );
    expect(holds.map(({ span, cut, onsetS }) => [span.spanIndex, cut, onsetS])).toEqual([
      [0, false, undefined],
      [2, true, 0.64],
    ]);
  });

  it.each<readonly [string, WindowScore, string]>([
    ['undecided', pause(1, 'within-uncertainty'), 'undecided'],
    ['already speaking', pause(1, 'unscored', unscored('was already speaking when pause-1 began')), 'already-speaking'],
    ['lost audio', pause(1, 'unscored', unscored("part of the agent's audio was lost in pause-1")), 'unscored'],
  ])('leaves out a pause that is %s', (_, given, why) => {
    expect(outcome(given, pause(3, 'pass')).holds[0]).toMatchObject({ cut: undefined, why });
  });

  it.each<readonly [string, WindowScore | undefined, object]>([
    ['an answer', answered(812), { latencyS: 0.812, censored: false }],
    ['an answer behind the timeout', answered(5400), { latencyS: TIMEOUT, censored: true }],
    ['no answer', reply({ verdict: 'fail', value: { kind: 'censored', aboveMs: 6000 } }), { latencyS: TIMEOUT, censored: true }],
    [
      'a window that ended early',
      reply({ verdict: 'fail', value: { kind: 'censored', aboveMs: 3000 } }),
      { latencyS: undefined, why: 'unscored' },
    ],
    ['an onset in a hole', reply({ value: { kind: 'interval', fromMs: 600, toMs: 800 } }), { latencyS: 0.7, plusMinusS: 0.1 }],
    ['speech across the end', reply({ verdict: 'fail', flags: ['already-speaking'] }), { latencyS: undefined, why: 'spans-the-end' }],
    [
      'latencies that are not judged',
      reply({ verdict: 'unscored', value: { kind: 'measured', ms: 1, plusMinusMs: 1 } }),
      { latencyS: undefined, why: 'unscored' },
    ],
    ['no window', undefined, { latencyS: undefined, why: 'unscored' }],
  ])('reads its end from %s', (_, given, expected) => {
    expect(outcome(...(given === undefined ? [] : [given])).end).toMatchObject(expected);
  });
});

describe('points', () => {
  const turns = Array.from({ length: 12 }, (_, i) =>
    turn(`x${i}`, [
      [1, 1.5],
      [3, 3.8],
    ]),
  );
  const both = (i: number, first: Verdict, second: Verdict, ms = 700): SessionScore =>
    score(`x${i}`, [pause(1, first), pause(2, second), answered(ms)]);
  const point = (scores: readonly SessionScore[], planned = scores.length) =>
    livePoints(plan(turns), scores, new Map([['a', planned]]), RANGE).points[0]!;

  it('stand for spans and for calls', () => {
    const found = point(turns.map((_, i) => both(i, i < 3 ? 'fail' : 'pass', i < 2 ? 'fail' : 'pass', 700 + 10 * i)));
    expect(found.cutoffs).toMatchObject({ hits: 5, of: 24, turns: 12, interval: { kind: 'interval' } });
    expect(found.latency).toMatchObject({ n: 12, censored: 0, medianS: 0.755, interval: { kind: 'interval' } });
    expect(found.calls.cutoffs).toMatchObject({ hits: 3, of: 12, interval: { kind: 'interval', method: 'wilson' } });
    expect(found.calls.latency).toMatchObject({ n: 9 });
    expect(found.calls.latency.meanS).toBeCloseTo(0.77, 9);
    expect(pointRow(found)[1]).toBe('5 of 24, 20.8%');
  });

  it('give what the rig spoiled to nobody, and say how far it could matter', () => {
    const scores = turns.map((_, i) => both(i, 'pass', 'pass'));
    const found = point([...scores.slice(0, 10), ...scores.slice(10).map((one) => ({ ...one, outcome: 'rig_invalid' as const }))]);
    expect(found.sessions).toEqual({ scored: 10, agent_failure: 0, rig_invalid: 2, missing: 0 });
    expect(found.cutoffs).toMatchObject({ hits: 0, of: 20, bounds: { spoiled: 4, lowest: 0, highest: 0.166667 } });
    expect(pointNotes(found).join('\n')).toMatch(/2 sessions spoiled by the rig.*0.0% to 16.7%/);
  });

  it('keep failures of the agent apart, and what is missing', () => {
    const found = point([both(0, 'pass', 'pass'), { ...both(1, 'pass', 'pass'), outcome: 'agent_failure' }], 5);
    expect(found.sessions).toEqual({ scored: 1, agent_failure: 1, rig_invalid: 0, missing: 3 });
    expect(found.cutoffs.of).toBe(2);
    expect(pointNotes(found)).toContain('a: failed in 1 of 2 sessions that count');
  });

  it('have no interval below ten turns, and no NaN without a session', () => {
    const few = point([both(0, 'fail', 'pass')]);
    expect(few.cutoffs.interval).toMatchObject({ kind: 'none' });
    expect(few.latency.interval).toMatchObject({ kind: 'none' });
    const none = point([]);
    expect(none.cutoffs.rate).toBeUndefined();
    expect(none.latency.meanS).toBeUndefined();
    expect(pointRow(none).slice(1)).toEqual(['none', 'none', 'none', 'none', 'none', 'none']);
  });

  it('count a turn that is cut in its words by call only', () => {
    const found = point([score('x0', [pause(1, 'pass'), pause(2, 'pass'), words('fail'), answered(700)])]);
    expect(found.cutoffs.hits).toBe(0);
    expect(found.calls.cutoffs).toMatchObject({ hits: 1, of: 1 });
    expect(found.inWords).toBe(1);
  });

  it('count what was drawn, for any outcomes', () => {
    const verdict = fc.constantFrom<Verdict>('pass', 'fail', 'unscored', 'within-uncertainty');
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, verdict), { minLength: 1, maxLength: 12 }), (drawn) => {
        const found = point(drawn.map(([a, b], i) => both(i, a, b)));
        const all = drawn.flat();
        const fails = all.filter((one) => one === 'fail').length;
        expect(found.cutoffs.hits).toBe(fails);
        expect(found.cutoffs.of).toBe(fails + all.filter((one) => one === 'pass').length);
        expect(found.excluded.reduce((sum, { count }) => sum + count, 0)).toBe(all.length - found.cutoffs.of);
        expect(found.calls.cutoffs).toMatchObject({ hits: drawn.filter((pair) => pair.includes('fail')).length, of: drawn.length });
      }),
      { numRuns: 50 },
    );
  });

  it('have a frontier that nobody beats', () => {
    const pair = fc.record({ cutoffs: fc.integer({ min: 0, max: 5 }), latency: fc.integer({ min: 0, max: 5 }) });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 20 }), (all) => {
        const best = paretoPoints(all, (one) => one);
        const beats = (a: (typeof all)[number], b: (typeof all)[number]): boolean =>
          a.cutoffs <= b.cutoffs && a.latency <= b.latency && (a.cutoffs < b.cutoffs || a.latency < b.latency);
        for (const one of all) expect(best.includes(one)).toBe(!all.some((other) => beats(other, one)));
      }),
    );
    expect(paretoPoints([{ cutoffs: undefined, latency: 1 }], (one) => one)).toEqual([]);
  });
});
