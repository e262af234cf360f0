import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LaneSums } from '../../src/eot/metrics/lane-sums.js';
import { sortRows } from '../../src/eot/metrics/order.js';
import { pairwiseSum } from '../../src/eot/metrics/pairwise-sum.js';

const value = fc.double({ min: -100, max: 100, noNaN: true });

describe('sums that are kept while values change', () => {
  it("are NumPy's to the last bit", () => {
    const lengths = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(7, 8, 127, 128, 129, 1000, 2049));
    const histories = lengths.chain((count) =>
      fc.tuple(
        fc.array(value, { minLength: count, maxLength: count }),
        fc.array(fc.array(fc.tuple(fc.nat(count - 1), value), { maxLength: 40 }), { maxLength: 6 }),
      ),
    );
    fc.assert(
      fc.property(histories, ([start, rounds]) => {
        const values = Float64Array.from(start);
        const places = Int32Array.from(start.keys());
        const sums = new LaneSums(values.length);
        const kept = sums.make(1)[0]!;
        sums.mark(places);
        expect(sums.sum(kept, values, places)).toBe(pairwiseSum(values));
        for (const changes of rounds) {
          for (const [at, now] of changes) values[at] = now;
          sums.mark(Int32Array.from(changes, ([at]) => at));
          expect(sums.sum(kept, values, places)).toBe(pairwiseSum(values));
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('rows in an order of several keys', () => {
  it('are as a comparison of all keys orders them, NaN last and equal rows in place', () => {
    const key = fc.constantFrom(0, 1, 2, Number.NaN);
    fc.assert(
      fc.property(fc.array(fc.tuple(key, key), { maxLength: 200 }), fc.boolean(), (rows, descending) => {
        const [a, b] = [Float64Array.from(rows, ([one]) => one), Float64Array.from(rows, ([, one]) => one)];
        const rank = (of: number, down: boolean): number => (Number.isNaN(of) ? 9 : down ? -of : of);
        const expected = [...rows.keys()].sort(
          (x, y) => rank(a[x]!, descending) - rank(a[y]!, descending) || rank(b[x]!, false) - rank(b[y]!, false) || x - y,
        );
        expect([...sortRows([...rows.keys()], [{ by: a, descending }, { by: b }])]).toEqual(expected);
      }),
    );
  });
});
