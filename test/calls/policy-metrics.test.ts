/** Policy metrics against values worked out by hand (premature-reply.md). */
import { describe, expect, it, test } from 'vitest';
import { cutoffRate, detectionRate, judge, policyMetrics, type Policy } from '../../src/calls/policy-metrics.js';
import { DEFAULT_FILTER, DEFAULT_GRID, type PolicyGridMs } from '../../src/calls/policy-grid.js';
import { policySpans, type PolicySpans } from '../../src/calls/policy-spans.js';
import type { Prediction } from '../../src/calls/predictions.js';
import { EXAMPLE, load, score, type Texts } from './example.js';

/** One complete turn: holds of these lengths, 1,000 ms of speech between them, and an end of so many ms. */
function turnOf(holds: readonly number[], endMs: number): { readonly texts: Texts; readonly startsMs: readonly number[] } {
  let at = 1_000;
  const startsMs: number[] = [];
  const rows: string[] = [];
  for (const [i, length] of holds.entries()) {
    startsMs.push(at);
    rows.push(`demo,u1,${i},${at},${at + length},hold,,hesitation,A`);
    at += length + 1_000;
  }
  startsMs.push(at);
  rows.push(`demo,u1,${holds.length},${at},${at + endMs},eot,,completed_turn,A`);
  return {
    startsMs,
    texts: {
      turns: `call_id,turn_id,start_ms,speech_end_ms,status,annotator\ndemo,u1,0,${at},complete,A\n`,
      spans: `call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator\n${rows.join('\n')}\n`,
    },
  };
}

/** Scores of a silence every 100 ms from 100 on. */
const every100 = (startMs: number, scores: readonly number[]): Prediction[] =>
  scores.map((value, i) => score(startMs + 100 * (i + 1), value));

function spansOf(texts: Texts, predictions: readonly Prediction[], grid: PolicyGridMs = DEFAULT_GRID): PolicySpans {
  const { tables, problems } = load(texts);
  expect(problems).toEqual([]);
  return policySpans({ ...tables, predictions, filter: DEFAULT_FILTER, grid });
}

const GRID: PolicyGridMs = { thresholds: [0.5], minWaitsMs: [100], timeoutsMs: [1_000], stepMs: 100 };
const POLICY: Policy = { threshold: 0.5, minWaitMs: 100, timeoutMs: 1_000 };

describe('policies', () => {
  const { texts, startsMs } = turnOf([600], 1_200);
  const [hold = 0, end = 0] = startsMs;
  const quiet = [0, 0, 0, 0, 0];

  test.each<[string, Policy, number[], number[], Partial<{ cutoffs: number; detected: number; meanWaitMs: number }>]>([
    ['never sure: it waits for its timeout', POLICY, quiet, Array<number>(11).fill(0.49), { cutoffs: 0, detected: 0, meanWaitMs: 1_000 }],
    [
      'a score exactly at the threshold passes',
      POLICY,
      quiet,
      [0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      { cutoffs: 0, detected: 1, meanWaitMs: 200 },
    ],
    ['it acts in the pause', POLICY, [0, 0, 0.9, 0, 0], [0, 0, 0, 0.6, 0, 0, 0, 0, 0, 0, 0], { cutoffs: 1, detected: 1, meanWaitMs: 400 }],
    [
      'several points in one pause are one cutoff',
      POLICY,
      [0.9, 0.9, 0.9, 0.9, 0.9],
      [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      { cutoffs: 1, detected: 1, meanWaitMs: 100 },
    ],
    [
      'a timeout that is shorter than the pause is a cutoff, though the model always said wait',
      { ...POLICY, timeoutMs: 500 },
      quiet,
      [0, 0, 0, 0, 0, 0.9, 0, 0, 0, 0, 0],
      { cutoffs: 1, detected: 0, meanWaitMs: 500 },
    ],
    [
      'a timeout that ends with the pause is none',
      { ...POLICY, timeoutMs: 600 },
      quiet,
      [0, 0, 0, 0, 0, 0.9, 0, 0, 0, 0, 0],
      { cutoffs: 0, detected: 1, meanWaitMs: 600 },
    ],
    [
      'a score before the minimum wait is not used later',
      { ...POLICY, minWaitMs: 300 },
      [0.9, 0.9, 0, 0, 0],
      [0.9, 0.9, 0, 0.5, 0, 0, 0, 0, 0, 0, 0],
      { cutoffs: 0, detected: 1, meanWaitMs: 400 },
    ],
    [
      'VAD alone waits, whatever the scores are',
      { threshold: undefined, minWaitMs: 599, timeoutMs: 599 },
      quiet,
      Array<number>(11).fill(1),
      { cutoffs: 1, meanWaitMs: 599 },
    ],
  ])('%s', (_name, policy, inHold, atEnd, wanted) => {
    const spans = spansOf(texts, [...every100(hold, inHold), ...every100(end, atEnd)], GRID);
    expect([spans.holds.length, spans.ends.length, spans.excluded.size]).toEqual([1, 1, 0]);
    expect(judge(policy, spans)).toMatchObject(wanted);
  });

  it('a cut hold does not take the end away', () => {
    const spans = spansOf(texts, [...every100(hold, [0.9, 0, 0, 0, 0]), ...every100(end, Array<number>(11).fill(0))], GRID);
    expect(judge(POLICY, spans)).toMatchObject({ cutoffs: 1, holds: 1, ends: 1, detected: 0, meanWaitMs: 1_000 });
  });

  test.each([
    [199, 0],
    [200, 1],
    [5_000, 1],
    [5_001, 0],
  ])('a hold of %i ms counts %i times', (length, holds) => {
    const made = turnOf([length], 1_200);
    const predictions = made.startsMs.flatMap((from) => every100(from, Array<number>(60).fill(0)));
    const spans = spansOf(made.texts, predictions);
    expect(spans.holds).toHaveLength(holds);
    expect(spans.excluded.get('hold outside the filter') ?? 0).toBe(1 - holds);
  });

  it('what is left out has its reason', () => {
    const made = turnOf([600, 700, 800], 1_200);
    const [first = 0, second = 0, , last = 0] = made.startsMs;
    const other = `${made.texts.turns ?? ''}demo,u2,20000,,interrupted_unclear,A\n`;
    const spans = `${made.texts.spans ?? ''}demo,u2,0,21000,21500,,,,A\n`;
    const predictions = [...every100(first, quiet), score(second + 150, 0), ...every100(last, Array<number>(11).fill(0))];
    const found = spansOf({ turns: other, spans }, predictions, GRID);
    expect([found.holds.length, found.ends.length]).toEqual([1, 1]);
    expect(Object.fromEntries(found.excluded)).toEqual({
      'scores are on no grid': 1,
      'no score in it': 1,
      'turn is interrupted_unclear': 1,
    });
  });

  it('a short end without a score from the shortest wait on is left out, not missed', () => {
    const made = turnOf([600], 290);
    const [hold = 0, end = 0] = made.startsMs;
    const grid = { ...GRID, minWaitsMs: [200] };
    const found = spansOf(made.texts, [...every100(hold, quiet), score(end + 100, 0.99)], grid);
    expect([found.holds.length, found.ends.length, found.excluded.get('no score in it')]).toEqual([1, 0, 1]);
  });

  it('the example: the last point, 150 ms into its silence, says nothing of 200 ms', () => {
    const { tables } = load(EXAMPLE);
    const predictions = [score(9_400, 1), ...every100(7_100, [0, 1, 0, 0, 0, 0, 0]), ...every100(4_400, Array<number>(11).fill(0))];
    const spans = policySpans({ ...tables, predictions, filter: DEFAULT_FILTER, grid: DEFAULT_GRID });
    expect([spans.holds.length, spans.ends.length]).toEqual([1, 1]);
    expect(spans.excluded.get('no score in it')).toBe(1);
    const whole = policySpans({
      ...tables,
      predictions: [...predictions, ...every100(9_250, [0, 1, 0, 0, 0])],
      filter: DEFAULT_FILTER,
      grid: DEFAULT_GRID,
    });
    expect(whole.ends).toHaveLength(2);
    expect(judge({ threshold: 0.5, minWaitMs: 200, timeoutMs: 1_500 }, whole)).toMatchObject({ detected: 2, meanWaitMs: 200, cutoffs: 0 });
  });
});

describe('rates of silences', () => {
  /** Each call has a hold of 600 ms and an end of 1,200 ms; the model cuts into every second hold and finds every end. */
  const calls = (n: number): PolicySpans => {
    const { texts, startsMs } = turnOf([600], 1_200);
    const [hold = 0, end = 0] = startsMs;
    const names = Array.from({ length: n }, (_, i) => `c${i}`);
    const of = (table: string | undefined): string => {
      const [head = '', ...rows] = (table ?? '').trim().split('\n');
      return [head, ...names.flatMap((name) => rows.map((row) => row.replace('demo', name)))].join('\n');
    };
    const predictions = names.flatMap((callId, i) =>
      [...every100(hold, [0, 0, i % 2 === 0 ? 0.9 : 0, 0, 0]), ...every100(end, [0, 0.9, ...Array<number>(9).fill(0)])].map((one) => ({
        ...one,
        callId,
      })),
    );
    return spansOf({ turns: of(texts.turns), spans: of(texts.spans) }, predictions, GRID);
  };

  it('have an interval over calls, from ten calls on', () => {
    expect(cutoffRate(POLICY, calls(9))).toEqual({ count: 5, of: 9, rate: 5 / 9, interval: undefined });
    const twenty = calls(20);
    const cut = cutoffRate(POLICY, twenty);
    expect(cut).toMatchObject({ count: 10, of: 20, rate: 0.5 });
    // One window a call: Wilson, 10 of 20.
    expect(cut.interval?.low).toBeCloseTo(0.2993, 4);
    expect(detectionRate(POLICY, twenty)).toMatchObject({ count: 20, of: 20, rate: 1 });
  });

  it('VAD alone detects nothing, and that is no rate of 0', () => {
    expect(detectionRate({ threshold: undefined, minWaitMs: 600, timeoutMs: 600 }, calls(1))).toBeUndefined();
  });
});

describe('operating points', () => {
  it('the model against VAD alone on identical silences, by hand', () => {
    // Two holds of 400 and 900 ms, one end of 1,200 ms. The model is sure 300 ms into the end, and at 0.4 500 ms into the longer hold.
    const made = turnOf([400, 900], 1_200);
    const [a = 0, b = 0, end = 0] = made.startsMs;
    const predictions = [
      ...every100(a, [0, 0, 0]),
      ...every100(b, [0, 0, 0, 0, 0.4, 0, 0, 0]),
      ...every100(end, [0, 0, 0.8, 0, 0, 0, 0, 0, 0, 0, 0]),
    ];
    const grid: PolicyGridMs = { thresholds: [0.3, 0.5], minWaitsMs: [200], timeoutsMs: [600, 1_000], stepMs: 100 };
    const { model, vad, points } = policyMetrics(spansOf(made.texts, predictions, grid), grid);
    expect(
      model.map(({ threshold, timeoutMs, cutoffs, detected, meanWaitMs }) => [threshold, timeoutMs, cutoffs, detected, meanWaitMs]),
    ).toEqual([
      [0.3, 600, 1, 1, 300],
      [0.3, 1_000, 1, 1, 300],
      [0.5, 600, 1, 1, 300],
      [0.5, 1_000, 0, 1, 300],
    ]);
    expect(vad).toHaveLength(17);
    expect(
      vad.filter(({ timeoutMs }) => [350, 400, 850, 900].includes(timeoutMs)).map(({ timeoutMs, cutoffs }) => [timeoutMs, cutoffs]),
    ).toEqual([
      [350, 2],
      [400, 1],
      [850, 1],
      [900, 0],
    ]);
    const told = points.map(({ budget, model: m, vad: v }) => [budget.kind, m?.cutoffs, m?.meanWaitMs, v?.cutoffs, v?.meanWaitMs]);
    expect(told).toEqual([
      ['wait', 0, 300, 2, 200],
      ['wait', 0, 300, 1, 400],
      ['cutoff', 0, 300, 0, 900],
      ['cutoff', 0, 300, 0, 900],
    ]);
    expect(points[0]?.model).toMatchObject({ threshold: 0.5, timeoutMs: 1_000 });
  });

  it('a budget that nobody keeps has no policy', () => {
    const made = turnOf([4_000], 5_000);
    const predictions = made.startsMs.flatMap((from) => every100(from, Array<number>(49).fill(0)));
    const grid: PolicyGridMs = { thresholds: [0.5], minWaitsMs: [700], timeoutsMs: [1_000], stepMs: 100 };
    const { points } = policyMetrics(spansOf(made.texts, predictions, grid), grid);
    expect(points.map(({ model, vad }) => [model, vad])).toEqual(Array<undefined[]>(4).fill([undefined, undefined]));
  });
});
