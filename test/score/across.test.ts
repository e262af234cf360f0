import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { AcrossExpectation } from '../../src/scenario/model.js';
import { msToSamples } from '../../src/time/position.js';
import { gate } from '../../src/score/gate.js';
import type { AcrossResult, Value, Verdict } from '../../src/score/model.js';
import { summarise, type SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

const ms = (value: number, plusMinusMs = 0): Value => ({ kind: 'measured', ms: value, plusMinusMs });
const never: Value = { kind: 'censored', aboveMs: 4000 };
const expected = (least = 10, within = 500): AcrossExpectation => ({
  turn: 't1',
  measure: 'reply',
  spread: { low: 10, high: 90, within: msToSamples(within) },
  least,
});

function summaryOf(values: readonly (Value | undefined)[], across = [expected()], outcomes: readonly SessionResult['outcome'][] = []) {
  const plan = values.map((_, i) => planned({ id: `s${i}`, suite: 'suite', scene: 'word', agent: 'a', repeat: i + 1 }));
  const results = values.map((value, i): SessionResult => {
    const verdict: Verdict = value === undefined ? 'unscored' : 'pass';
    const base = { id: 't1/reply', turn: 't1', measure: 'reply', window: span(0, 1), reason: '' } as const;
    const window = windowScore({ ...base, verdict, value: value ?? { kind: 'none' } });
    const session = { attempt: `s${i}-a1`, session: `s${i}`, scene: 'word', agent: 'a', reason: '' };
    return {
      ...session,
      outcome: outcomes[i] ?? 'scored',
      windows: [windowScore({ ...base, id: 'x', turn: 't0', verdict: 'pass', value: ms(9999) }), window],
    };
  });
  return summarise({ id: 'r', plan, scenes: [scene({ id: 'word', scene: 'word', suite: 'suite', across })] }, results);
}
const of = (values: readonly (Value | undefined)[], least?: number, within?: number): AcrossResult =>
  summaryOf(values, [expected(least, within)]).across![0]!;
const tens = (count: number, from: number): Value[] => Array.from({ length: count }, (_, i) => ms(from + 10 * i));

describe('the spread over many sessions', () => {
  it('of one tight cluster is met, with the percentiles as numpy has them', () => {
    expect(of(tens(11, 300))).toMatchObject({
      verdict: 'pass',
      lowMs: 310,
      highMs: 390,
      spreadMs: 80,
      reason: 'p90 - p10 is 80 ms, the limit is 500 ms: 11 from 300 to 400 ms',
      censored: 0,
      without: 0,
    });
    // numpy.percentile([0, 10, ..., 110], [10, 90]) = 11, 99
    expect(of(tens(12, 0))).toMatchObject({ lowMs: 11, highMs: 99, spreadMs: 88 });
  });
  it('of two clusters fails and names both, where a mean would say 1.2 s', () => {
    expect(of([...tens(12, 290), ...tens(8, 2410)])).toMatchObject({
      verdict: 'fail',
      reason: 'p90 - p10 is 2152 ms, the limit is 500 ms: 12 from 290 to 400 ms, 8 from 2410 to 2480 ms',
    });
  });
  it('keeps every value, sorted: the distribution is shown, not a mean', () => {
    expect(of(tens(10, 100).reverse()).values).toEqual([100, 110, 120, 130, 140, 150, 160, 170, 180, 190]);
  });
  it('counts replies that never came as later than all others', () => {
    expect(of([...tens(9, 300), never])).toMatchObject({ verdict: 'fail', censored: 1, reason: 'p90 - p10 is more than 3691 ms, the limit is 500 ms: 9 from 300 to 380 ms, 1 above 4000 ms' }); // prettier-ignore
    // Beyond the 90th percentile one of 21 changes nothing.
    expect(of([...tens(20, 300), never])).toMatchObject({ verdict: 'pass', censored: 1 });
    expect(of(Array.from({ length: 10 }, () => never))).toMatchObject({ verdict: 'unscored', values: [] });
    // The window was no longer than the limit: nothing is known.
    expect(of([...tens(9, 3800), never], 10, 500)).toMatchObject({ verdict: 'unscored' });
  });
  it.each<readonly [number, number, Verdict]>([
    [9, 10, 'unscored'],
    [10, 10, 'pass'],
  ])('of %i values where %i are needed is %s', (count, least, verdict) => {
    expect(of(tens(count, 300), least).verdict).toBe(verdict);
  });
  it.each<readonly [number, number, Verdict]>([
    [80, 0, 'pass'],
    [79, 0, 'fail'],
    [80, 1, 'within-uncertainty'],
    [78.5, 1, 'fail'],
    [82, 1, 'pass'],
  ])('a limit of %f ms and edges sure to ±%f ms: %s', (limit, plusMinus, verdict) => {
    const values = tens(11, 300).map((value) => (value.kind === 'measured' ? ms(value.ms, plusMinus) : value));
    expect(of(values, 10, limit).verdict).toBe(verdict);
  });
  it('takes a value in a hole by its middle, and is as unsure as the hole is long', () => {
    const values = [...tens(10, 300), { kind: 'interval', fromMs: 300, toMs: 400 } as const];
    expect(of(values)).toMatchObject({ verdict: 'pass', plusMinusMs: 70.711 });
  });
  it('leaves out what the rig spoiled and what is unscored, and says how many', () => {
    const outcomes: SessionResult['outcome'][] = ['rig_invalid', 'agent_failure'];
    expect(summaryOf([ms(9000), ms(9000), undefined, ...tens(10, 300)], [expected()], outcomes).across![0]).toMatchObject({
      verdict: 'pass',
      without: 3,
    });
  });
  it('takes the middle of a hole, not its ends', () => {
    expect(of([...tens(10, 300), { kind: 'interval', fromMs: 100, toMs: 500 }]).values).toContain(300);
    expect(of([...tens(10, 600), { kind: 'interval', fromMs: 100, toMs: 500 }]).values[0]).toBe(300);
  });
  it('knows no value of a window that is not there, is unscored, or has none', () => {
    const plan = ['missing', 'unscored', 'none', 'there'].map((id) => planned({ id, suite: 'suite', scene: 'word' }));
    const base = { id: 't1/reply', turn: 't1', measure: 'reply', window: span(0, 1), reason: '' } as const;
    const windows = {
      missing: [windowScore({ ...base, turn: 't2', verdict: 'pass', value: ms(1) })],
      unscored: [windowScore({ ...base, verdict: 'unscored', value: ms(2) })],
      none: [windowScore({ ...base, verdict: 'fail' })],
      there: [
        windowScore({ ...base, measure: 'silence', verdict: 'pass', value: ms(3) }),
        windowScore({ ...base, verdict: 'fail', value: ms(4) }),
      ],
    };
    const results = Object.entries(windows).map(([session, own]): SessionResult => ({
      ...{ attempt: `${session}-a1`, session, scene: 'word', agent: 'a', outcome: 'scored', reason: '' },
      windows: own,
    }));
    const scenes = [scene({ id: 'word', scene: 'word', suite: 'suite', across: [expected()] })];
    expect(summarise({ id: 'r', plan, scenes }, results).across).toMatchObject([{ values: [4], without: 3 }]);
  });
  it('of replies that never came is known by the shortest of their windows', () => {
    const nine = tens(9, 300);
    const above = (...windows: number[]) =>
      of([...nine.slice(windows.length - 1), ...windows.map((aboveMs): Value => ({ kind: 'censored', aboveMs }))]);
    expect(above(9000, 4000).reason).toMatch(/^p90 - p10 is more than 3681 ms, .* 2 above 4000 ms$/);
    // The tenth percentile is 309 ms: 500 ms more than that is just the limit, and not above it.
    expect(above(809)).toMatchObject({ lowMs: 309, verdict: 'unscored' });
    expect(above(809.1).verdict).toBe('fail');
  });
  it('that is just as far from the limit as it is unsure is within uncertainty', () => {
    const plusMinus = 10 / Math.SQRT2;
    expect(Math.SQRT2 * plusMinus).toBe(10);
    const values = tens(11, 300).map((value) => (value.kind === 'measured' ? ms(value.ms, plusMinus) : value));
    expect([89, 90, 91].map((limit) => of(values, 10, limit).verdict)).toEqual(['within-uncertainty', 'within-uncertainty', 'pass']);
    expect([71, 70, 69].map((limit) => of(values, 10, limit).verdict)).toEqual(['within-uncertainty', 'within-uncertainty', 'fail']);
  });
  it('names clusters: values up to the limit apart stand in one', () => {
    const values = [0, 100, 201, 202, 500, 600, 601, 900, 901, 1000].map((value) => ms(value));
    expect(of(values, 10, 100).reason).toMatch(/: 2 from 0 to 100 ms, 2 from 201 to 202 ms, 3 from 500 to 601 ms, 3 from 900 to 1000 ms$/);
    expect(of([...tens(10, 0), ms(1000)]).reason).toMatch(/, 1 at 1000 ms$/);
  });
  it('is never below zero, and the same whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 10, maxLength: 40 }), (numbers) => {
        const one = of(numbers.map((n) => ms(n)));
        expect(one.spreadMs).toBeGreaterThanOrEqual(0);
        expect(of([...numbers].reverse().map((n) => ms(n)))).toEqual(one);
      }),
    );
  });
  it('is there for every agent of the plan, also where nothing came', () => {
    const plan = [planned({ id: '1', suite: 'suite', scene: 'word', agent: 'b' })];
    const { across } = summarise({ id: 'r', plan, scenes: [scene({ id: 'word', suite: 'suite', across: [expected()] })] }, []);
    expect(across).toMatchObject([{ agent: 'b', scene: 'word', verdict: 'unscored', reason: '0 values, 10 are needed', values: [] }]);
  });
  it('is absent where nothing is expected', () => {
    expect(summaryOf(tens(3, 1), []).across).toBeUndefined();
  });
});

describe('the gate', () => {
  it.each<readonly [string, readonly Value[], number, string]>([
    ['a tight cluster', tens(11, 300), 0, 'all 23 decided expectations were met'],
    ['two clusters', [...tens(12, 290), ...tens(8, 2410)], 1, '1 of 41 decided expectations failed'],
    [
      'too few',
      tens(3, 300),
      3,
      'all 6 decided expectations were met, 1 over many sessions could not be decided: word, 3 values, 10 are needed',
    ],
  ])('%s', (_what, values, code, reason) => {
    expect(gate(summaryOf(values))).toMatchObject({ exitCode: code, reason });
  });
});
