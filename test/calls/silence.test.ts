import { expect, test } from 'vitest';
import { spokenSilences } from '../../src/calls/silence.js';
import { EXAMPLE, load } from './example.js';

/** Frames of 32 ms, speech in those whose middle lies in a stretch, ms. */
const heard = (...stretches: readonly (readonly [number, number])[]): Uint16Array =>
  Uint16Array.from({ length: 400 }, (_, i) => (stretches.some(([from, to]) => 32 * i + 16 >= from && 32 * i + 16 < to) ? 501 : 499));

// The hold of the example lies from 4,400 to 5,600 ms.
test.each([
  ['silence', [[0, 0]], []],
  ['the voice before it, a little longer', [[3_000, 4_500]], []],
  ['the voice after it, a little early', [[5_500, 7_100]], []],
  ['a click', [[4_800, 4_896]], []],
  ['four frames', [[4_800, 4_928]], [128]],
  ['all of it', [[4_000, 6_000]], [1_000]],
  ['two words', [[4_608, 4_704], [5_120, 5_248]], [224]], // prettier-ignore
])('%s', (_name, stretches, overlaps) => {
  const [hold] = load(EXAMPLE).tables.spans;
  const found = spokenSilences(hold === undefined ? [] : [hold], heard(...(stretches as [number, number][])));
  expect(found.map(({ overlapMs }) => overlapMs)).toEqual(overlaps);
});

test('a recording that ends before the silence says nothing of it', () => {
  expect(spokenSilences(load(EXAMPLE).tables.spans, new Uint16Array(10).fill(1_000))).toEqual([]);
});
