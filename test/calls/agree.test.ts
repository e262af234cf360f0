import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { agreement, cohensKappa } from '../../src/calls/agree.js';
import { load } from './example.js';

const pairs = (counts: Readonly<Record<string, number>>): [string, string][] =>
  Object.entries(counts).flatMap(([both, n]) => Array.from({ length: n }, (): [string, string] => [both.charAt(0), both.charAt(1)]));

describe("Cohen's kappa", () => {
  test.each([
    // 20, 5, 10, 15 of 50: observed 0.7, by chance 0.5.
    [{ yy: 20, yn: 5, ny: 10, nn: 15 }, 35, 0.4],
    [{ aa: 3, bb: 3, cc: 4 }, 10, 1],
    [{ ab: 5, ba: 5 }, 0, -1],
    [{ aa: 25, ab: 25, ba: 25, bb: 25 }, 50, 0],
  ])('%j', (counts, agreed, kappa) => {
    const found = cohensKappa(pairs(counts));
    expect(found.agreed).toBe(agreed);
    expect(found.kappa).toBeCloseTo(kappa, 12);
  });

  it('of one category alone, or of nothing, there is none', () => {
    expect(cohensKappa(pairs({ aa: 7 }))).toEqual({ n: 7, agreed: 7, kappa: undefined });
    expect(cohensKappa([])).toEqual({ n: 0, agreed: 0, kappa: undefined });
  });

  it('does not care who is first, and is never over 1', () => {
    const list = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'c')), { minLength: 1 });
    fc.assert(
      fc.property(list, (both) => {
        const [one, other] = [cohensKappa(both), cohensKappa(both.map(([a, b]) => [b, a]))];
        expect(one).toEqual(other);
        if (one.kappa !== undefined) expect(one.kappa).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('files of two annotators: kappa of label and reasons, and each point on which they differ', () => {
  const header = 'call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator\n';
  const points = (rows: readonly string[]): ReturnType<typeof load>['tables']['points'] =>
    load({ points: header + rows.join('\n') }).tables.points;
  const a = points(['c,100,,0,,hesitation,A', 'c,200,,1,,completed_turn,A', 'c,300,,0,,hesitation,A', 'c,400,,1,,completed_turn,A']);
  const b = points(['c,100,,0,,mid_turn_pause,B', 'c,200,,1,,completed_turn,B', 'c,300,,1,,completed_answer,B', 'c,500,,,,uncertain,B']);
  const found = agreement([
    { annotator: 'a.csv', points: a },
    { annotator: 'b.csv', points: b },
  ]);
  expect(found.pairs).toHaveLength(1);
  const [pair] = found.pairs;
  expect(pair).toMatchObject({ annotators: ['a.csv', 'b.csv'], common: 3, label: { n: 3, agreed: 2 }, reason: { n: 3, agreed: 1 } });
  // Label: 0 0 1 against 0 1 1: observed 2/3, by chance (2*1 + 1*2)/9 = 4/9.
  expect(pair?.label.kappa).toBeCloseTo((2 / 3 - 4 / 9) / (5 / 9), 12);
  expect([...(pair?.byReason.keys() ?? [])]).toEqual(['completed_answer', 'completed_turn', 'hesitation', 'mid_turn_pause']);
  expect(found.conflicts.map(({ decisionMs, on, said }) => [decisionMs, on, said.map(({ annotator }) => annotator)])).toEqual([
    [100, 'reason', ['A', 'B']],
    [300, 'label', ['A', 'B']],
  ]);
});
