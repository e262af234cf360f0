import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedText, ReportBudget } from '../../../../simulator/transport/livekit/hostile-text.js';

test.each([
  ['plain text', 'plain text'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['bell \u0007 escape \u001b[31mred', 'bell  escape [31mred'],
  ['abc\u202egnp.exe', 'abcgnp.exe'],
  ['half \ud83d', 'half \ufffd'],
  ['whole \u{1f600}', 'whole \u{1f600}'],
  ['x'.repeat(50), 'x'.repeat(19) + '…'],
  ['x'.repeat(18) + '\u{1f600}\u{1f600}', 'x'.repeat(18) + '…'],
])('%j', (text, expected) => {
  expect(boundedText(text, 20)).toBe(expected);
});

test('whatever comes, it is short, well formed and without controls', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      const bounded = boundedText(text, max);
      expect(bounded.length).toBeLessThanOrEqual(max);
      expect(Buffer.from(bounded, 'utf8').toString('utf8')).toBe(bounded);
      expect(boundedText(bounded, max)).toBe(bounded);
    }),
  );
});

test('a budget runs out and stays so', () => {
  const budget = new ReportBudget(2);
  expect([budget.take(), budget.take(), budget.take(), budget.take()]).toEqual([true, true, false, false]);
});
