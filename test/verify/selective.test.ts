/** Participants of known truth on some dozens of generated pairs, in virtual time; all 2,000 are `npm run bench -- selective`. */
import { expect, it } from 'vitest';
import { verified } from '../../bench/selective/all.js';
import { playFile } from '../../bench/selective/file.js';
import { generatedPairs } from '../../bench/selective/pairs.js';
import type { Way } from '../../bench/selective/play.js';
import { RULES } from '../../bench/selective/truth.js';

const PER_FILE = 20;

it.each<[number, Way]>([
  [20, 'sound'],
  [120, 'edges'],
])('every count of %i pairs x each participant is what its rule says, by %s', { timeout: 1_800_000 }, async (n, by) => {
  const pairs = await generatedPairs(n, 77);
  const files = [];
  for (let i = 0; i < n; i += PER_FILE) files.push(await playFile(pairs.slice(i, i + PER_FILE), by));
  const { wrong, sessions, summary } = verified(files);
  expect(wrong).toEqual([]);
  expect(sessions).toBe(2 * n * RULES.length);
  for (const { identity } of summary.scores) expect(identity).toMatchObject({ requests: n, holds: true });
});
