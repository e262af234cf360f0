/** Planted bugs of the seeded grammar: each search ends at the planted minimum, by a check that uses none of its answers. */
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../bench/shrink/check.js';
import { tryBug } from '../../bench/shrink/try.js';

const BUGS = Array.from({ length: 20 }, (_, i) => 101 + i);

describe('shrink', () => {
  it.each(BUGS)('finds the minimum of planted bug %i', { timeout: 1_800_000 }, async (seed) => {
    const tried = await tryBug(seed);
    expect([tried.bug.says, ...(await problemsOf(tried))]).toEqual([tried.bug.says]);
  });
});
