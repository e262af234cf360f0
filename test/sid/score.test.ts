import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/sid/judge.js';
import { DEFINITIONS, type Clip, type Pair, type Prediction } from '../../src/sid/model.js';
import { scoreSid } from '../../src/sid/score.js';
import { checkSid } from './vectors.js';

const clip = (over: Partial<Clip>): Clip => ({
  audio: 'a.wav',
  split: 'en',
  totalNonbreak: false,
  duration: 5,
  breakTime: 1,
  ...over,
});
const said = (over: Partial<Prediction>): Prediction => ({ audio: 'a.wav', totalNonbreak: false, breakTime: 1, ...over });

describe('case and penalty of a clip', () => {
  it.each([
    // What, truth, prediction, by the text, by the notebook.
    // Doubles (checked in Python): 1.05 - 1 is above 0.05, and 1 + 0.05 is 1.05.
    ['50 ms late', {}, { breakTime: 1.05 }, 'late 0.05', 'within 0'],
    ['50 ms early', {}, { breakTime: 0.95 }, 'early 5', 'within 0'],
    ['50 ms late at 0.3', { breakTime: 0.3 }, { breakTime: 0.35 }, 'within 0', 'within 0'],
    ['50 ms late at 0.125', { breakTime: 0.125 }, { breakTime: 0.175 }, 'within 0', 'within 0'],
    ['50 ms late at 0.6', { breakTime: 0.6 }, { breakTime: 0.65 }, 'late 0.05', 'within 0'],
    ['50 ms late at 2.3', { breakTime: 2.3 }, { breakTime: 2.35 }, 'late 0.05', 'late 0.05'],
    ['49 ms early', {}, { breakTime: 0.951 }, 'within 0', 'within 0'],
    ['51 ms late', {}, { breakTime: 1.051 }, 'late 0.051', 'late 0.051'],
    ['early', {}, { breakTime: 0.5 }, 'early 5', 'early 5'],
    ['late', {}, { breakTime: 3 }, 'late 2', 'late 2'],
    ['late after the end', {}, { breakTime: 9 }, 'late 8', 'late 8'],
    ['missed', {}, { totalNonbreak: true, breakTime: -1 }, 'missed 4', 'missed 4'],
    ['neither', { totalNonbreak: true, breakTime: 5 }, { totalNonbreak: true, breakTime: -1 }, 'none 0', 'none 0'],
    ['neither, both -1', { totalNonbreak: true, breakTime: -1 }, { totalNonbreak: true, breakTime: -1 }, 'none 0', 'within 0'],
    ['false alarm', { totalNonbreak: true, breakTime: -1 }, { breakTime: 2 }, 'false-alarm 5', 'false-alarm 5'],
    ['false alarm near the end', { totalNonbreak: true, breakTime: 5 }, { breakTime: 4.96 }, 'false-alarm 5', 'within 0'],
    ['flag says none, time is right', {}, { totalNonbreak: true, breakTime: 1.02 }, 'missed 4', 'within 0'],
    ['a break at -1', { totalNonbreak: true, breakTime: -1 }, { breakTime: -1 }, 'false-alarm 5', 'within 0'],
  ] as const)('%s', (_, truth, prediction, text, notebook) => {
    const told = DEFINITIONS.map((definition) => {
      const found = judge(pairOf(truth, prediction), definition);
      return `${found.case} ${Number(found.penalty.toFixed(9))}`;
    });
    expect(told).toEqual([text, notebook]);
  });

  const pairOf = (truth: Partial<Clip>, prediction: Partial<Prediction>): Pair => ({ clip: clip(truth), prediction: said(prediction) });
});

describe('figures', () => {
  it('reference vectors', () => checkSid(fileURLToPath(new URL('../vectors/statistics/', import.meta.url))));

  it('what has no denominator is undefined, with the reason', () => {
    for (const definition of DEFINITIONS) {
      const { all, splits } = scoreSid([], definition);
      for (const figure of [all.fir, all.irl, all.apt])
        expect(figure).toMatchObject({ value: undefined, clips: 0, interval: { kind: 'none', reason: 'no clip counts' } });
      expect(splits).toEqual([]);
    }
    const missed = scoreSid([{ clip: clip({}), prediction: said({ totalNonbreak: true, breakTime: -1 }) }], 'text');
    expect(missed.all.fir.value).toBeUndefined();
    expect(missed.all.irl.value).toBeUndefined();
    expect(missed.all.apt.value).toBe(4);
    expect(missed.all.apt.interval).toEqual({ kind: 'none', reason: '1 clip: an interval wants 10 or more' });
  });

  const times = fc.double({ min: 0, max: 10, noNaN: true });
  const pairs = fc.array(
    fc
      .record({ split: fc.constantFrom('en', 'zh'), none: fc.boolean(), at: times, saysNone: fc.boolean(), says: times })
      .map(({ split, none, at, saysNone, says }): Pair => ({
        clip: clip({ split, totalNonbreak: none, breakTime: none ? -1 : at, duration: 10 }),
        prediction: said({ totalNonbreak: saysNone, breakTime: saysNone ? -1 : says }),
      })),
    { minLength: 1, maxLength: 40 },
  );

  it('splits add up to all, and a perfect prediction costs nothing', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...DEFINITIONS), (given, definition) => {
        const { all, splits, items } = scoreSid(given, definition);
        const total = (of: (scope: (typeof splits)[number]) => number): number => splits.reduce((sum, scope) => sum + of(scope), 0);
        expect(total((one) => one.clips)).toBe(all.clips);
        expect(total((one) => one.fir.clips)).toBe(all.fir.clips);
        expect(total((one) => one.fir.hits ?? 0)).toBe(all.fir.hits);
        expect(total((one) => one.irl.clips)).toBe(all.irl.clips);
        expect(total((one) => (one.apt.value ?? 0) * one.clips)).toBeCloseTo((all.apt.value ?? 0) * all.clips, 6);
        expect(Object.values(all.cases).reduce((sum, n) => sum + n, 0)).toBe(items.length);
        for (const one of items) expect(one.penalty).toBeGreaterThanOrEqual(0);
        for (const figure of [all.fir, all.irl, all.apt])
          if (figure.interval.kind === 'interval') expect(figure.interval.low).toBeLessThanOrEqual(figure.interval.high);
        const perfect = given.map((pair) => ({ ...pair, prediction: { ...pair.clip } }));
        expect(scoreSid(perfect, definition).all.apt.value).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
