import { expect, it } from 'vitest';
import { shuffledLog } from './shuffled.js';

it('an asynchronous detector leaves no trace of its delays in the log (1,000 runs: test/verify)', async () => {
  const logs = new Set<string>();
  for (let seed = 0; seed < 8; seed++) logs.add(await shuffledLog(seed));
  expect(logs.size).toBe(1);
  expect([...logs][0]).toContain('agent-speech-on');
  expect([...logs][0]).toContain('"reason":"complete"');
});
