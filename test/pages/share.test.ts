/** The page of a packed session in a real Chromium: opened from disk as somebody else gets it, without a byte from the network. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIXTURES, turnrig } from '../cli/turnrig.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let dir: string;
let packed: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-share-page-'));
  const [run, out] = [join(dir, 'run'), join(dir, 'packed')];
  packed = out;
  await turnrig('run', join(FIXTURES, 'tiny.yaml'), '--memory', '--agent', 'reference:answer-after=1500', '--no-report', '--out', run);
  const ran = await turnrig('share', run, '--session', 's0000-a1', '--redact', '--out', out);
  expect(ran.code, ran.err).toBe(0);
  browser = await launchChromium();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await rm(dir, { recursive: true, force: true });
});

it('opens from disk, draws its lanes and asks nobody for anything', async () => {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && requests.push(request.url()));
  await page.goto(pathToFileURL(join(packed, 'run', 'report', 'index.html')).href + '#s0000-a1');
  await expect.poll(() => page.locator('#s0000-a1 canvas').count(), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await page.locator('body').innerText()).toContain('A redacted copy');
  expect(await page.locator('body').innerText()).not.toContain('answer-after');
  expect(problems).toEqual([]);
  expect(requests).toEqual([]);
}, 120_000);
