/** Point metrics against values worked out by hand (premature-reply.md). */
import { describe, expect, it, test } from 'vitest';
import { pointMetrics } from '../../src/calls/point-metrics.js';
import type { Prediction } from '../../src/calls/predictions.js';
import { EXAMPLE, load, score, type Texts } from './example.js';

const place = { file: 'p.csv', line: 1, column: 1 };
const allow = (decisionMs: number, said: boolean): Prediction => ({ callId: 'demo', decisionMs, allow: said, score: undefined, at: place });
const never = (): boolean => false;

describe('points', () => {
  const { points } = load(EXAMPLE).tables;

  it('of the example: one falsely allowed, one found, one blocked', () => {
    const found = pointMetrics({ points, predictions: [allow(5_200, true), allow(7_300, true), allow(9_400, false)], isDraft: never });
    expect(found).toMatchObject({
      points: 3,
      counted: 3,
      accuracy: { count: 1, of: 3 },
      detection: { count: 1, of: 2, rate: 0.5 },
      falseAllow: { count: 1, of: 1, rate: 1 },
      falseBlock: { count: 1, of: 2, rate: 0.5 },
      strayPredictions: 0,
    });
    expect(found.excluded.size).toBe(0);
    // Wilson, 1 of 2: (0.5 + z2/4 -+ z sqrt(0.125 + z2/16)) / (1 + z2/2), z = 1.959964.
    expect(found.detection.interval?.low).toBeCloseTo(0.0945, 4);
    expect(found.detection.interval?.high).toBeCloseTo(0.9055, 4);
  });

  test.each([
    [0.5, 1],
    [0.5000001, 0],
    [0.7, 0],
  ])('a score of exactly the threshold %f lets the bot reply', (threshold, allowed) => {
    const found = pointMetrics({ points, predictions: [score(7_300, 0.5)], isDraft: never, threshold });
    expect(found.detection).toMatchObject({ count: allowed, of: 1 });
  });

  it('says of each that is left out why', () => {
    const texts: Texts = {
      ...EXAMPLE,
      turns: '',
      spans: '',
      points: `${EXAMPLE.points ?? ''}demo,100,,,,uncertain,A\ndemo,200,,,,audio_issue,A\ndemo,300,,,,interrupted_unclear,A\ndraft,400,,0,,hesitation,A\ndemo,500,,0,,hesitation,A\n`,
    };
    const { tables } = load({ points: texts.points ?? '' });
    const predictions = [
      allow(5_200, false),
      allow(7_300, true),
      allow(9_400, true),
      allow(100, true),
      { ...allow(400, true), callId: 'draft' },
      allow(9_999, true),
    ];
    const found = pointMetrics({ points: tables.points, predictions, isDraft: (call) => call === 'draft' });
    expect(found).toMatchObject({ points: 8, counted: 3, accuracy: { count: 3, of: 3 }, strayPredictions: 1 });
    expect(Object.fromEntries(found.excluded)).toEqual({
      'no label: uncertain': 1,
      'no label: audio_issue': 1,
      'no label: interrupted_unclear': 1,
      'draft point': 1,
      'no prediction': 1,
    });
  });

  it('of nothing is nothing, not zero', () => {
    const found = pointMetrics({ points: [], predictions: [], isDraft: never });
    expect(found.accuracy).toEqual({ count: 0, of: 0, rate: undefined, interval: undefined });
  });
});
