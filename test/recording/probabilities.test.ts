import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeProbabilities, encodeProbabilities } from '../../src/recording/probabilities.js';

const key = { model: 'silero', modelHash: 'abc', audio: 'def' };
const values = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 50 }).map((list) => Uint16Array.from(list));

describe('stored probabilities', () => {
  it('come back for just their model and audio', () => {
    fc.assert(
      fc.property(values, (probabilities) => {
        const file = encodeProbabilities(key, probabilities);
        expect(decodeProbabilities(file, key)).toEqual(probabilities);
        for (const part of ['model', 'modelHash', 'audio'] as const)
          expect(decodeProbabilities(file, { ...key, [part]: 'x' })).toBeUndefined();
      }),
    );
  });
  it('are refused cut off anywhere, or with any byte changed', () => {
    const file = encodeProbabilities(key, Uint16Array.from([1, 500, 1000]));
    for (let i = 0; i < file.length; i++) {
      expect(decodeProbabilities(file.subarray(0, i), key)).toBeUndefined();
      const hurt = Uint8Array.from(file);
      hurt[i] = (hurt[i] ?? 0) ^ 1;
      expect(decodeProbabilities(hurt, key)).toBeUndefined();
    }
  });
});
