import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossCorrelation } from '../../src/media/fft.js';

describe('crossCorrelation', () => {
  it('is the sum of products at every lag', () => {
    const samples = (max: number) => fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: max });
    fc.assert(
      fc.property(samples(70), samples(40), (signal, template) => {
        const lags = Math.max(0, signal.length - template.length + 1);
        const expected = Array.from({ length: lags }, (_, lag) => template.reduce((sum, x, i) => sum + x * signal[lag + i]!, 0));
        const found = crossCorrelation(Float32Array.from(signal), Float32Array.from(template));
        expect(found).toHaveLength(lags);
        expected.forEach((value, lag) => expect(found[lag]).toBeCloseTo(value, 9));
      }),
      { seed: 3 },
    );
  });
});
