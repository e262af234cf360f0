import { expect, test } from 'vitest';
import { figuresOf } from '../../src/calibration/figures.js';
import { BUSY, generate, QUIET } from './generated.js';

test.each([
  ['queue-0', QUIET],
  ['packet-10', BUSY],
  ['starve-400', BUSY],
] as const)(
  'onsets of %s through a real encoder and a simulated network are where they were put',
  async (sender, weather) => {
    const { onsets } = await generate(sender, 15, 3, weather);
    const { n, missed, biasMs, p95AbsErrorMs, coverage } = figuresOf(onsets);
    expect([n, missed]).toEqual([15, 0]);
    expect(Math.abs(biasMs ?? Infinity)).toBeLessThanOrEqual(2);
    expect(p95AbsErrorMs).toBeLessThanOrEqual(5);
    expect(coverage).toBeGreaterThanOrEqual(0.9);
  },
  120_000,
);

test('with loss no onset is missed, and intervals hold the truth', async () => {
  const { onsets } = await generate('queue-0', 30, 3, { ...QUIET, loss: 0.05 });
  const { missed, censored, coverage } = figuresOf(onsets);
  expect(missed).toBe(0);
  expect(censored).toBeGreaterThan(0);
  expect(coverage).toBeGreaterThanOrEqual(0.9);
}, 120_000);
