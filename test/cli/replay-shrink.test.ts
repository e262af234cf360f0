/**
 * From a complaint recording to the smallest scenario, by the built command: a call of nine turns with its labels, an agent with a planted bug, the
 * replay that reproduces it, and what `turnrig shrink` leaves of the file that the replay wrote.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { ShrinkDocument } from '../../src/shrink/result.js';
import { MADE_CALL, writeMadeCall } from '../../bench/replay-call/made-call.js';
import { noStack, ROOT, turnrig } from './turnrig.js';

const folder = await mkdtemp(join(tmpdir(), 'turnrig-complaint-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Cuts into pauses above 700 ms after a digit: in the call those of the order number and of the phone number, each of 900 ms and more. */
const BUG = 'bot=reference:cuts-in=700,after=digit';
const replayed = z.object({
  scene: z.string(),
  agents: z.array(
    z.object({
      reproduced: z.object({ count: z.number(), of: z.number() }),
      turns: z.array(z.object({ label: z.string(), cut: z.object({ count: z.number() }) })),
    }),
  ),
});

it('a recorded call becomes one turn with the pause that the bug needs', async () => {
  const call = join(folder, 'call');
  await writeMadeCall(ROOT, call);
  const ran = await turnrig('replay', '--labels', call, '--call', MADE_CALL, '--memory', '--agent', BUG, '--repeat', '1', '--no-report', '--out', join(folder, 'run'), '--json'); // prettier-ignore
  noStack(ran);
  expect(ran.code, ran.err).toBe(1);
  const { scene, agents } = replayed.parse(JSON.parse(ran.out));
  expect(agents[0]?.reproduced).toEqual({ count: 1, of: 1 });
  const cut = agents[0]?.turns.flatMap(({ label, cut: { count } }) => (count > 0 ? [label] : []));
  expect(cut).toEqual(['u003', 'u009']);

  const out = join(folder, 'shrunk');
  const shrunk = await turnrig('shrink', scene, '--agent', BUG, '--out', out, '--json');
  noStack(shrunk);
  expect(shrunk.code, shrunk.err).toBe(0);
  const document = JSON.parse(shrunk.out) as ShrinkDocument;
  expect(document).toMatchObject({ outcome: 'minimal', certain: true, fault: { kind: 'cutoff', turn: 'u003', pause: 1 }, notMonotone: [] });
  expect(document.before.turns).toBe(9);
  expect(document.after).toMatchObject({ turns: 1, noises: 0, speakers: 1, pieces: 2 });
  // Its ear hears words end up to 20 ms later than the labels.
  expect(document.after!.pausesMs).toBeGreaterThanOrEqual(690);
  expect(document.after!.pausesMs).toBeLessThanOrEqual(730);
  const yaml = await readFile(join(out, 'scenario.yaml'), 'utf8');
  expect(yaml).toContain('recorded: true');
  // The words of the labels came through to the smallest scenario, and what is left of the call ends with a digit before the pause.
  expect(yaml).toMatch(/\bthree\b/);
  expect(yaml).not.toContain('coffee');

  const again = await turnrig('run', join(out, 'scenario.yaml'), '--memory', '--agent', BUG, '--no-report', '--out', join(folder, 'again'));
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/false-cutoff/);
  const fixed = await turnrig('run', join(out, 'scenario.yaml'), '--memory', '--agent', 'reference:cuts-in=1500,after=digit', '--no-report', '--out', join(folder, 'fixed')); // prettier-ignore
  expect(fixed.code, fixed.out).toBe(0);
}, 600_000);
