/** `turnrig replay` in real rooms: an agent that cuts in reproduces what one that waits does not. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { start } from '../cli/turnrig.js';
import { calibratedFolders, noStack } from './cli-support.js';

const folder = calibratedFolders();
const CUTOFF = fileURLToPath(new URL('../vectors/recordings/H1_false_cutoff-002.flac', import.meta.url));
const document = z.object({
  agents: z.array(
    z.object({
      agent: z.string(),
      scored: z.number(),
      rigInvalid: z.number(),
      agentFailures: z.number(),
      missing: z.number(),
      reproduced: z.object({ count: z.number(), of: z.number() }),
    }),
  ),
});

it('a recorded call cuts in with the one agent each time, and never with the other', async () => {
  const out = join(folder(), 'run');
  // The pause lasts 980 ms: an agent that takes 300 ms for the end is in it, and one that waits 2 s of silence is not, whatever the machine does.
  const ran = await start(['replay', CUTOFF, '--agent', 'bad=reference:premature=300', '--agent', 'good=reference:answer-after=2000', '--repeat', '3', '--concurrency', '1', '--out', out, '--json']).done; // prettier-ignore
  noStack(ran);
  const { agents } = document.parse(JSON.parse(ran.out));
  const [bad, good] = agents;
  // A machine that stalls spoils sessions; they count for nobody, and those that count say what is true.
  for (const one of agents) expect(one.scored + one.rigInvalid + one.agentFailures + one.missing).toBe(3);
  expect(bad?.reproduced.count).toBe(bad?.reproduced.of);
  expect(good?.reproduced.count).toBe(0);
  if ((bad?.scored ?? 0) > 0 && (bad?.rigInvalid ?? 0) + (good?.rigInvalid ?? 0) === 0) expect(ran.code, ran.err).toBe(1);
  expect(await readFile(join(out, 'scenario/replay.yaml'), 'utf8')).toContain('recorded: true');
}, 600_000);
