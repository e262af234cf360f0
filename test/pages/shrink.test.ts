/** The page of a shrunk scenario in a real Chromium, opened from disk: two faults, hostile names in the scenario, and its sound. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT, turnrig } from '../cli/turnrig.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let dir: string;

/** A title that would be a script if anybody let it. */
const HOSTILE = '<img src=x onerror=alert(1)>';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-shrink-page-'));
  const scenario = `version: 1
suite: call
clips: ${JSON.stringify(join(ROOT, 'scenarios/clips'))}
speakers: { ana: Ana, ben: ${JSON.stringify(HOSTILE)} }
scenes:
  - id: phone
    title: ${JSON.stringify(HOSTILE)}
    tail: 500
    turns:
      - { id: hours, speaker: ana, text: Opening hours., clip: hours.flac, expect: { reply: { within: 4000, once: false } } }
      - { id: aside, speaker: ben, text: ${JSON.stringify(HOSTILE)}, clip: uh-huh.flac, expect: { silence: {} }, hold: { gap: 3000 } }
      - id: number
        speaker: ana
        parts: [{ text: "My number is five five five,", clip: phone-1.flac }, { pause: 900 }, { text: "oh one four.", clip: phone-2.flac }]
        expect: { reply: { within: 4000, once: false } }
`;
  await writeFile(join(dir, 'call.yaml'), scenario);
  for (const [fault, agent] of [
    ['cutoff', 'reference:premature=500'],
    ['silence', 'reference:answer-after=700'],
  ] as const) {
    const ran = await turnrig('shrink', join(dir, 'call.yaml'), '--agent', agent, '--fault', fault, '--out', join(dir, fault));
    expect(ran.code, ran.err).toBe(0);
  }
  browser = await launchChromium();
}, 600_000);
afterAll(async () => {
  await browser.close();
  await rm(dir, { recursive: true, force: true });
});

async function opened(fault: string): Promise<{ readonly page: Page; readonly problems: readonly string[]; readonly text: string }> {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && problems.push(request.url()));
  await page.goto(pathToFileURL(join(dir, fault, 'index.html')).href);
  return { page, problems, text: await page.locator('body').innerText() };
}

it.each([
  ['cutoff', 'a premature reply in number, pause 1', '1'],
  // A turn after it stays: behind the last one only the tail of 500 ms is heard, and this agent answers after 700.
  ['silence', 'speech where silence is right in aside', '2'],
])('of %s: says what it is, plays the sound before and after, and runs nothing of the scenario', async (fault, says, turns) => {
  const { page, problems, text } = await opened(fault);
  expect(text).toContain('Shrunk: phone');
  expect(text).toContain(says);
  expect(text).toContain('What was tried');
  const [before, after] = await page.locator('table').first().locator('tbody tr').first().locator('td.num').allInnerTexts();
  expect([before, after]).toEqual(['3', turns]);
  // Text of the scenario is shown as text.
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('pre').innerText()).toContain(HOSTILE);
  const players = page.locator('audio');
  expect(await players.count()).toBe(2);
  for (const i of [0, 1]) {
    const seconds = await players.nth(i).evaluate(async (audio) => {
      if (!(audio instanceof HTMLAudioElement)) throw new Error('no player');
      await audio.play();
      audio.pause();
      return audio.duration;
    });
    expect(seconds).toBeGreaterThan(2);
  }
  // Nothing is cut off on a narrow screen: only what says so scrolls sideways.
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
  expect(problems).toEqual([]);
}, 120_000);
