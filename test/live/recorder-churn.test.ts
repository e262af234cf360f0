/** A small sample of `npm run bench -- recorder-churn`: it crashed within 60 recorders as long as the binding's clean-up ran between them. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bench } from '../cli/turnrig.js';

const RECORDERS = 60;
const result = z.object({ recorders: z.number(), packets: z.number(), troubles: z.array(z.string()) });

test('recorders that come and go side by side end neither their process nor the server, and keep neither alive', async () => {
  const ran = await bench('recorder-churn', '--recorders', String(RECORDERS), '--at-once', '4', '--json');
  expect(ran.signal, ran.err).toBeNull();
  const { recorders, packets, troubles } = result.parse(JSON.parse(ran.out));
  expect(troubles.filter((what) => what.startsWith('the server'))).toEqual([]);
  // A machine that stands still may keep single ones from their join.
  expect(recorders).toBeGreaterThan(RECORDERS / 2);
  expect(packets).toBeGreaterThan(0);
});
