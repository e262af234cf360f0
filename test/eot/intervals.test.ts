import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeMetrics } from '../../src/eot/metrics/compute.js';
import { policyAt } from '../../src/eot/metrics/intervals-json.js';
import { pairedDifference, pointIntervals } from '../../src/eot/metrics/intervals.js';
import { outcomesByTurn, type TurnOutcome } from '../../src/eot/metrics/policy.js';
import { percentileInterval, sceneBootstrap } from '../../src/stats/bootstrap.js';
import { bufferFile, readTable } from '../../src/eot/parquet/read.js';
import { DATASET_FOLDER, VECTORS } from './vectors.js';

const turn = (id: number, holds: number, cutoffs: number, latency: number): TurnOutcome => ({
  id: `t${id}`,
  holds,
  cutoffs,
  eots: 1,
  latency,
});

describe('outcomes by turn', () => {
  it.each(['good_batch_adapter__4eb777ba8c', 'streaming_event_adapter__9ea6d89516'])(
    'add up to the rates of the sweep: %s',
    async (run) => {
      const path = join(VECTORS, 'output', DATASET_FOLDER, 'en', run, 'predictions.parquet');
      const { tradeoff, scored } = computeMetrics(await readTable(bufferFile(readFileSync(path)), run), {
        scorePoint: run.startsWith('good') ? 0.2 : undefined,
      });
      for (let row = 0; row < tradeoff.rows; row += 37) {
        const policy = policyAt(tradeoff, row);
        const turns = outcomesByTurn(scored, tradeoff.model[row] === 1 ? policy : { ...policy, threshold: undefined });
        const sum = (of: (one: TurnOutcome) => number): number => turns.reduce((total, one) => total + of(one), 0);
        expect(sum(({ holds }) => holds)).toBe(tradeoff.holds);
        expect(sum(({ cutoffs }) => cutoffs) / tradeoff.holds).toBe(tradeoff.cutoffRate[row]);
        expect(sum(({ latency }) => latency) / tradeoff.eots).toBeCloseTo(tradeoff.meanLatency[row]!, 9);
      }
    },
  );
});

describe('intervals over turns', () => {
  const turns = Array.from({ length: 40 }, (_, i) => turn(i, 2, i % 4 === 0 ? 1 : 0, 0.3 + (i % 5) / 10));
  it('lie around the rate, narrow with turns, and are the same for the same seed', () => {
    const { cutoffRate, meanLatency } = pointIntervals(turns)!;
    expect(cutoffRate.low).toBeLessThan(10 / 80);
    expect(cutoffRate.high).toBeGreaterThan(10 / 80);
    expect(meanLatency.low).toBeLessThan(0.5);
    expect(meanLatency.high).toBeGreaterThan(0.5);
    const many = Array.from({ length: 16 }, () => turns).flat();
    const wide = cutoffRate.high - cutoffRate.low;
    const narrow = pointIntervals(many)!.cutoffRate;
    expect((narrow.high - narrow.low) / wide).toBeGreaterThan(0.18);
    expect((narrow.high - narrow.low) / wide).toBeLessThan(0.35);
    expect(pointIntervals(turns)).toEqual(pointIntervals(turns));
  });
  it('say nothing below ten turns', () => {
    expect(pointIntervals(turns.slice(0, 9))).toBeUndefined();
    expect(pairedDifference(turns, turns.slice(0, 9))).toBeUndefined();
  });
  it('are of differences turn by turn: a shift of all turns has no spread', () => {
    const later = turns.map((one) => ({ ...one, latency: one.latency + 0.25 }));
    const { meanLatency, cutoffRate, turns: common } = pairedDifference(later, turns.toReversed())!;
    expect(common).toBe(40);
    expect(meanLatency.value).toBeCloseTo(0.25, 12);
    expect(meanLatency.interval.high - meanLatency.interval.low).toBeLessThan(1e-12);
    expect([cutoffRate.value, cutoffRate.interval.low, cutoffRate.interval.high]).toEqual([0, 0, 0]);
  });
});

describe('what is drawn side by side', () => {
  type Figure = (turns: readonly TurnOutcome[]) => number | undefined;
  const over =
    (above: 'cutoffs' | 'latency', below: 'holds' | 'eots'): Figure =>
    (turns) => {
      const sum = (of: keyof Omit<TurnOutcome, 'id'>): number => turns.reduce((total, one) => total + one[of], 0);
      return sum(below) === 0 ? undefined : sum(above) / sum(below);
    };
  const at = (turns: readonly TurnOutcome[], draw: readonly number[]): TurnOutcome[] => draw.map((i) => turns[i]!);
  const outcome = fc.record({ holds: fc.nat(3), cutoffs: fc.nat(3), eots: fc.nat(1), latency: fc.double({ min: 0, max: 9, noNaN: true }) });
  const pairs = fc.array(fc.tuple(outcome, outcome), { minLength: 10, maxLength: 24 });
  const options = { seed: 5, replicates: 60 };

  it('is to the bit what sceneBootstrap gives of the same turns, one figure after another', () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        const [a, b] = [0, 1].map((side) => drawn.map((pair, i) => ({ id: `t${i}`, ...pair[side as 0 | 1] }))) as [
          TurnOutcome[],
          TurnOutcome[],
        ];
        const slow = (figure: Figure): object | undefined => {
          const between = (draw: readonly number[]): number | undefined => {
            const [x, y] = [figure(at(a, draw)), figure(at(b, draw))];
            return x === undefined || y === undefined ? undefined : x - y;
          };
          const value = between(a.map((_, i) => i));
          const interval = percentileInterval(sceneBootstrap(a.length, between, options));
          return value === undefined || interval === undefined ? undefined : { value, interval };
        };
        const [cutoffRate, meanLatency] = [slow(over('cutoffs', 'holds')), slow(over('latency', 'eots'))];
        expect(pairedDifference(a, b.toReversed(), options)).toEqual(
          cutoffRate === undefined || meanLatency === undefined ? undefined : { cutoffRate, meanLatency, turns: a.length },
        );
        const single = (figure: Figure): object | undefined =>
          percentileInterval(sceneBootstrap(a.length, (draw) => figure(at(a, draw)), options));
        const [rate, latency] = [single(over('cutoffs', 'holds')), single(over('latency', 'eots'))];
        expect(pointIntervals(a, options)).toEqual(
          rate === undefined || latency === undefined ? undefined : { turns: a.length, cutoffRate: rate, meanLatency: latency },
        );
      }),
      { numRuns: 60 },
    );
  });
});
