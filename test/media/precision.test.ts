import { describe, expect, it } from 'vitest';
import { lastFloor, LatenessPool, stretches } from '../../src/media/precision.js';
import { random } from './sender.js';

const ms = (value: number): number => value * 48;
const lateness = (count: number, mean: number): number[] => {
  const next = random(count);
  return Array.from({ length: count }, () => -Math.log(1 - next()) * ms(mean));
};

describe('LatenessPool', () => {
  it('covers the lowest of n packets with 95%, whatever n', () => {
    const pool = new LatenessPool(lateness(5_000, 3));
    const next = random(9);
    for (const n of [1, 2, 5, 20]) {
      let inside = 0;
      for (let trial = 0; trial < 500; trial++) {
        let low = Infinity;
        for (let i = 0; i < n; i++) low = Math.min(low, -Math.log(1 - next()) * ms(3));
        if (low <= pool.plusMinus(n, 0)) inside += 1;
      }
      expect(inside / 500).toBeGreaterThan(0.93);
    }
  });

  it('narrows with packets, widens with jitter and with a floor', () => {
    const calm = new LatenessPool(lateness(500, 0.5));
    const wild = new LatenessPool(lateness(500, 5));
    expect(calm.plusMinus(50, 0)).toBeLessThan(calm.plusMinus(1, 0));
    expect(calm.plusMinus(50, 0)).toBeLessThan(wild.plusMinus(50, 0));
    expect(calm.plusMinus(50, ms(10)) - calm.plusMinus(50, 0)).toBeCloseTo(ms(10));
  });

  it('takes 2 ms at p95 for granted while it knows few packets, and never claims less than a sample’s rounding', () => {
    expect(new LatenessPool([]).plusMinus(1, 0)).toBeGreaterThan(ms(2));
    expect(new LatenessPool(Array<number>(100).fill(0)).plusMinus(100, 0)).toBe(0.5);
  });
});

describe('stretches', () => {
  it('is one without a floor for packets that touch the line now and then', () => {
    expect(stretches(Array.from({ length: 200 }, (_, i) => (i % 5) * 10))).toEqual([{ first: 0, floor: 0 }]);
  });

  it('rises right at a small hole, not half a second later', () => {
    const found = stretches([...Array<number>(60).fill(0), ...Array<number>(60).fill(ms(10))]);
    expect(found).toEqual([
      { first: 0, floor: 0 },
      { first: 60, floor: ms(10) },
    ]);
  });

  it('takes no busy half second in the middle of a long epoch for a small hole, and every small hole for one', () => {
    const calm = Array<number>(300).fill(0);
    const busy = Array<number>(40).fill(ms(1));
    expect(stretches([...calm, ...busy, ...calm])).toEqual([{ first: 0, floor: 0 }]);
    const found = stretches([...calm, ...busy, ...Array<number>(260).fill(ms(1))]);
    expect(found).toEqual([
      { first: 0, floor: 0 },
      { first: 300, floor: ms(1) },
    ]);
  });

  it('holds a small hole that the whole line leans to meet', () => {
    // A hole of 3 ms in the middle of a minute: the line leans by 50 ppm, and what it leaves behind the hole shrinks to nothing at the end.
    const packets = 3_000;
    const lean = Array.from({ length: packets / 2 }, (_, i) => ms(3) * (1 - i / (packets / 2)));
    const found = stretches([...Array<number>(packets / 2).fill(0), ...lean]);
    const floorOf = (packet: number): number => found.findLast((s) => s.first <= packet)!.floor;
    for (let i = 0; i < lean.length; i += 10) expect(floorOf(packets / 2 + i)).toBeGreaterThan(lean[i]! - ms(0.25) - ms(0.2));
  });

  it('does not tell a floor from a few packets', () => {
    expect(stretches([0, ...Array<number>(10).fill(ms(10))])).toEqual([{ first: 0, floor: 0 }]);
    expect(lastFloor(Array<number>(24).fill(ms(10)))).toBe(0);
    expect(lastFloor([0, ...Array<number>(25).fill(ms(10))])).toBe(ms(10));
  });
});
