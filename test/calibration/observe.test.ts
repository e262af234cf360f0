import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assemble, conditionResult, type ConditionEvidence } from '../../src/calibration/assemble.js';
import { CONDITIONS } from '../../src/calibration/conditions.js';
import { figuresOf, quantile } from '../../src/calibration/figures.js';
import { observeEdges, observeWaits, type MeasuredEdge, type TrueInstant } from '../../src/calibration/observe.js';
import { planJobs } from '../../src/calibration/plan.js';
import { msToSamples, rigPos } from '../../src/time/position.js';

const ms = (value: number) => rigPos(msToSamples(value));
const truth = (at: number, plusMinus = 0, untold = false): TrueInstant => ({ at: ms(at), plusMinus: msToSamples(plusMinus), untold });
const edge = (at: number, plusMinus: number, within?: readonly [number, number]): MeasuredEdge => ({
  at: ms(at),
  plusMinus: msToSamples(plusMinus),
  ...(within ? { within: { from: ms(within[0]), to: ms(within[1]) } } : {}),
});

describe('edges against the truth', () => {
  test.each([
    ['held', truth(100), edge(101, 2), { kind: 'measured', errorMs: 1, covered: true }],
    ['not held', truth(100), edge(97, 2), { kind: 'measured', errorMs: -3, covered: false }],
    ['held by what the truth leaves open', truth(100, 2), edge(97, 2), { kind: 'measured', errorMs: -3, covered: true }],
    ['too far away to be it', truth(100), edge(290, 2), { kind: 'missed' }],
    ['in a hole that holds the truth', truth(100), edge(120, 1, [60, 120]), { kind: 'censored', covered: true, plusMinusMs: 31 }],
    ['in a hole that does not', truth(100), edge(200, 1, [110, 200]), { kind: 'censored', covered: false }],
    ['untold', truth(100, 0, true), edge(100, 1), { kind: 'untold' }],
  ] as const)('%s', (_name, one, measured, expected) => {
    expect(observeEdges([one], [edge(-900, 1), measured, edge(2000, 1)])).toMatchObject([expected]);
  });

  test('of nothing measured everything is missed', () => {
    expect(observeEdges([truth(1), truth(2)], [])).toEqual([
      { kind: 'missed', atMs: 1 },
      { kind: 'missed', atMs: 2 },
    ]);
  });

  test("a wait's error is its onset's minus its end's", () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -60, max: 60 }), (endError, onsetError) => {
        const [wait] = observeWaits(
          [{ end: truth(100), onset: truth(800), measuredEnd: { at: rigPos(ms(100) + endError), plusMinus: 3 } }],
          [{ at: rigPos(ms(800) + onsetError), plusMinus: 4 }],
        );
        expect(wait).toMatchObject({ kind: 'measured', covered: Math.abs(onsetError - endError) <= 5 });
        expect(wait?.kind === 'measured' ? wait.errorMs * 48 : Number.NaN).toBeCloseTo(onsetError - endError, 6);
      }),
    );
  });

  test('a wait without one of its ends is missed', () => {
    expect(observeWaits([{ end: truth(100), onset: truth(800), measuredEnd: undefined }], [edge(800, 1)])).toEqual([
      { kind: 'missed', atMs: 800 },
    ]);
  });
});

describe('figures', () => {
  test('of errors', () => {
    const errors = [-3, 1, 1, 1, 2];
    const figures = figuresOf([
      ...errors.map(
        (errorMs) => ({ kind: 'measured', atMs: 0, errorMs, plusMinusMs: 2, truthMs: 0, covered: Math.abs(errorMs) <= 2 }) as const,
      ),
      { kind: 'censored', atMs: 0, plusMinusMs: 30, truthMs: 0, covered: true },
      { kind: 'missed', atMs: 0 },
      { kind: 'untold', atMs: 0 },
    ]);
    expect(figures).toEqual({
      n: 5,
      biasMs: 0.4,
      p95AbsErrorMs: 3,
      maxAbsErrorMs: 3,
      coverage: 0.833,
      plusMinusMs: 2,
      censored: 1,
      missed: 1,
    });
  });

  test('there are none of nothing', () => {
    expect(figuresOf([{ kind: 'missed', atMs: 0 }])).toMatchObject({
      n: 0,
      biasMs: undefined,
      p95AbsErrorMs: undefined,
      coverage: undefined,
      missed: 1,
    });
    expect(quantile([], 0.5)).toBeUndefined();
  });

  test('the top level is of waits; without any, of onsets', () => {
    const facts = {
      turnrig: '1',
      createdAt: '',
      machine: 'm',
      transport: 't',
      server: 's',
      serverVersion: 'v',
      sessions: 1,
      seed: 1,
      delayMs: 5,
      lossPercent: 0,
    };
    const measured = (errorMs: number) => ({ kind: 'measured', atMs: 0, errorMs, plusMinusMs: 1, truthMs: 0.5, covered: true }) as const;
    const nothing = { sessions: 1, waits: [], onsets: [], offsets: [], stream: [], cues: [], note: '' };
    const answer: ConditionEvidence = { ...nothing, name: 'answer', waits: [measured(1)], onsets: [measured(9)], cues: [30, 40, 50.2] };
    const starve: ConditionEvidence = { ...nothing, name: 'starve-60', onsets: [measured(20)] };
    expect(assemble(facts, [answer, starve])).toMatchObject({
      of: 'waits',
      n: 1,
      biasMs: 1,
      cue: { n: 3, medianMs: 40, smallestReachableMs: 51 },
    });
    expect(assemble(facts, [starve])).toMatchObject({ of: 'onsets', n: 1, biasMs: 20, cue: undefined, audioStream: undefined });
    expect(conditionResult(starve)).toMatchObject({ verdict: 'outside', truthPlusMinusMs: 0.5 });
    expect(conditionResult({ ...nothing, name: 'x', note: 'why' })).toMatchObject({ verdict: 'unknown', n: 0, note: 'why' });
  });
});

test('a plan has every burst once, and a seed of its own for every session', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 4 }), fc.nat(1000), (n, sideBySide, seed) => {
      const jobs = planJobs(CONDITIONS, n, seed, sideBySide, () => 1);
      for (const name of CONDITIONS) {
        const own = jobs.filter(({ condition }) => condition === name);
        expect(own.reduce((sum, job) => sum + job.n, 0)).toBe(n);
        expect(own.every((job) => job.n >= 1 && job.n <= 50)).toBe(true);
      }
      expect(new Set(jobs.map((job) => job.seed)).size).toBe(jobs.length);
    }),
  );
});
