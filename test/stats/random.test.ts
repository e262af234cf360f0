/** Seeds and shuffles: the same on every machine and in every version, or a stored seed would not say what was played. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mulberry32, seedOf, shuffled } from '../../src/stats/random.js';

const M = 2n ** 32n;
/** FNV-1a (Fowler, Noll and Vo: offset basis 2166136261, prime 16777619) over the text's code units, in whole numbers. */
const fnv1a = (text: string, seed = 0n): bigint =>
  [...Array(text.length).keys()].reduce((hash, i) => ((hash ^ BigInt(text.charCodeAt(i))) * 16777619n) % M, 2166136261n ^ seed);
/** MurmurHash3's finaliser (Appleby): multipliers 2246822507 and 3266489909, shifts 16, 13 and 16. */
const fmix32 = (hash: bigint): bigint => {
  let h = hash;
  h = ((h ^ (h >> 16n)) * 2246822507n) % M;
  h = ((h ^ (h >> 13n)) * 3266489909n) % M;
  return h ^ (h >> 16n);
};

describe('the seed of a text', () => {
  it('is FNV-1a by its published values, and one round of murmur3’s finaliser', () => {
    expect(fnv1a('')).toBe(0x811c9dc5n);
    expect(fnv1a('a')).toBe(0xe40c292cn);
    expect(fnv1a('foobar')).toBe(0xbf9cf968n);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(0xffffffff), (text, seed) => {
        expect(seedOf(seed, text)).toBe(Number(fmix32(fnv1a(text, BigInt(seed)))));
      }),
      { seed: 35 },
    );
  });
});

describe('a stream', () => {
  it('takes the low 32 bits of its seed, and lies in [0, 1)', () => {
    expect(mulberry32(5)()).toBe(mulberry32(5 + 2 ** 32)());
    expect(mulberry32(-1)()).toBe(mulberry32(2 ** 32 - 1)());
    const random = mulberry32(9);
    const drawn = Array.from({ length: 20_000 }, () => random());
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(drawn.reduce((a, b) => a + b, 0) / drawn.length).toBeCloseTo(0.5, 2);
  });
});

describe('a shuffle', () => {
  /** Gives these numbers, and counts how many were asked for. */
  const given = (...numbers: number[]) => {
    const left = [...numbers];
    return () => {
      const next = left.shift();
      if (next === undefined) throw new Error('asked once too often');
      return next;
    };
  };
  it('is Fisher’s and Yates’: from the last place down, each with one at or before it, a number a place', () => {
    expect(shuffled(['a', 'b', 'c', 'd'], given(0, 0, 0))).toEqual(['b', 'c', 'd', 'a']);
    expect(shuffled(['a', 'b', 'c', 'd'], given(0.999, 0.999, 0.999))).toEqual(['a', 'b', 'c', 'd']);
    // Places 3 and 1 (0.25 x 4), 2 and 1 (0.34 x 3), 1 and 0 (0.49 x 2): adcb, acdb, cadb.
    expect(shuffled(['a', 'b', 'c', 'd'], given(0.25, 0.34, 0.49))).toEqual(['c', 'a', 'd', 'b']);
    expect(shuffled([], given())).toEqual([]);
    expect(shuffled(['a'], given())).toEqual(['a']);
    // Whatever is shuffled: a place without a value is moved as any other.
    expect(shuffled([undefined, 'b', undefined, 'd'], given(0, 0, 0))).toEqual(['b', undefined, 'd', undefined]);
  });
  it('leaves what it was given alone, and makes every order as likely as the next', () => {
    const random = mulberry32(3);
    const items = [1, 2, 3];
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = shuffled(items, random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(items).toEqual([1, 2, 3]);
    expect(counts.size).toBe(6);
    // 1,000 each, plus or minus 4 standard deviations of 29; seeded.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(116);
  });
});
