import { describe, expect, it } from 'vitest';
import { operatingPoint, sharedSessions } from '../../src/entry-yield/operating-point.js';
import type { Kind, ScoredOpportunity } from '../../src/entry-yield/model.js';

const event = (session: string, kind: Kind, score: number): ScoredOpportunity => ({
  id: 'e',
  session,
  kind,
  opens: 0,
  end: 1,
  window: { from: 0, to: 1, closed: false, horizon: 2 },
  score,
  first: 0,
  frames: 1,
});
const positives = (session: string, scores: readonly number[]): ScoredOpportunity[] =>
  scores.map((score) => event(session, 'ENTRY_WEARER', score));
const negatives = (session: string, scores: readonly number[]): ScoredOpportunity[] =>
  scores.map((score) => event(session, 'ENTRY_OTHER_TO_OTHER', score));

describe('operating points', () => {
  const calibration = [...positives('c', [0.9, 0.8, 0.7, 0.6, 0.5]), ...negatives('c', [0.4])];
  const test = [...positives('t', [0.95, 0.6, 0.2]), ...negatives('t', [0.7, 0.1]), event('t', 'ENTRY_WEARER_BACKCHANNEL', 1)];

  it.each([
    [1, 0.5, 2, 1],
    [0.8, 0.6, 2, 1],
    [0.61, 0.6, 2, 1],
    [0.6, 0.7, 1, 1],
    [0.01, 0.9, 1, 0],
  ])('at recall %d', (recall, threshold, hits, alarms) => {
    const found = operatingPoint('entry', recall, test, calibration);
    expect(found.threshold).toBe(threshold);
    expect([found.truePositives.successes, found.truePositives.windows]).toEqual([hits, 3]);
    expect([found.falsePositives.successes, found.falsePositives.windows]).toEqual([alarms, 2]);
    expect(found.precision).toBeCloseTo(hits / (hits + alarms), 12);
    expect(found.calibration.recall).toBeGreaterThanOrEqual(recall - 1e-9);
    // One session is one cluster: counts, and no interval.
    expect(found.truePositives.interval.kind).toBe('none');
  });

  it('has no threshold without a positive to calibrate on', () => {
    const found = operatingPoint('entry', 0.5, test, negatives('c', [0.9]));
    expect(found).toMatchObject({ threshold: undefined, precision: undefined, calibration: { recall: undefined, positives: 0 } });
    expect(found.falsePositives.successes).toBe(0);
  });

  it('is refused where a session stands in both sets', () => {
    expect(sharedSessions(test, [...calibration, ...positives('t', [1])])).toEqual(['t']);
    expect(() => operatingPoint('entry', 0.5, test, test)).toThrow(RangeError);
  });
});
