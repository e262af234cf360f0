import { expect, test } from 'vitest';
import { LiveClock } from '../../../../simulator/transport/livekit/live-clock.js';
import { msToSamples, shift } from '../../../../src/time/position.js';
import type { RigPos } from '../../../../src/time/position.js';

test.each([
  [0n, 0],
  [1_000_000_000n, 48_000],
  [20_833n, 0],
  [20_834n, 1],
  [-1n, -1],
  [-1_000_000_000n, -48_000],
  [3_600_000_000_000n, 172_800_000],
])('%d ns after zero is sample %d', (ns, sample) => {
  const zero = 123_456_789_012_345n;
  expect(new LiveClock(zero).position(zero + ns)).toBe(sample);
});

test('instant and position agree', () => {
  const clock = new LiveClock(987_654_321n);
  for (const at of [0, 1, 47, 480, 999_999]) expect(Math.abs(clock.position(clock.instant(at as RigPos)) - at)).toBeLessThanOrEqual(1);
});

test('a timer is never early, runs once, and never synchronously', async () => {
  const clock = new LiveClock();
  for (const ms of [-5, 0, 0.3, 1.7, 12]) {
    const at = shift(clock.now(), msToSamples(ms));
    let synchronous = true;
    const ranAt = await new Promise<number>((resolve) => {
      clock.at(at, () => {
        expect(synchronous).toBe(false);
        resolve(clock.now());
      });
      synchronous = false;
    });
    expect(ranAt).toBeGreaterThanOrEqual(at);
  }
});

test('a cancelled timer does not run', async () => {
  const clock = new LiveClock();
  let ran = false;
  const cancel = clock.at(shift(clock.now(), msToSamples(5)), () => {
    ran = true;
  });
  cancel();
  await new Promise<void>((resolve) => clock.at(shift(clock.now(), msToSamples(15)), resolve));
  expect(ran).toBe(false);
  cancel();
});
