import { expect, it } from 'vitest';
import { shuffledLog } from '../conductor/shuffled.js';

it('gives the same log bytes over 1,000 runs with shuffled delays', { timeout: 1_800_000 }, async () => {
  const first = await shuffledLog(0);
  for (let seed = 1; seed < 1000; seed++) expect(await shuffledLog(seed)).toBe(first);
});
