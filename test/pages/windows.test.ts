/** From a number to its sound, in a real Chromium and from disk: each list is as long as its number and holds just its windows. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { indexPage, sessionPage, singlePage } from '../../src/report/document.js';
import { WindowIndex } from '../../src/report/windows.js';
import type { WindowRef } from '../../src/score/counted.js';
import type { Verdict } from '../../src/score/model.js';
import { HOSTILE, run } from '../report/fixture.js';
import { mixed, mixedReport, scores } from '../report/mixed-report.js';
import { launchChromium } from './chromium.js';
import { key, listed, listsBehind, openedIn, soon } from './lists.js';

// A busy machine takes its time to draw: what must hold is not how fast.
vi.setConfig({ testTimeout: 180_000 });

let browser: Browser;
let folder: string;
const address = (name: string): string => pathToFileURL(join(folder, name)).href;

/** Windows of one measure of a run of this many sessions. */
const MANY = 5_000;

beforeAll(async () => {
  const bundle = buildSync({
    entryPoints: ['src/report/page/main.ts'],
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', write: false },
  });
  const script = bundle.outputFiles[0]!.text;
  folder = await mkdtemp(join(tmpdir(), 'turnrig-windows-'));
  await mkdir(join(folder, 'sessions'));
  const one = mixedReport(true);
  await writeFile(join(folder, 'single.html'), singlePage(one.run, one.sessions.slice(0, 8), script));
  const several = mixedReport(false);
  await writeFile(join(folder, 'index.html'), indexPage(several.run, script));
  for (const session of several.sessions.slice(0, 8))
    await writeFile(join(folder, 'sessions', `${session.attempt}.html`), sessionPage(several.run, session, script));
  const index = new WindowIndex();
  const refs = Array.from({ length: MANY }, (_, i): WindowRef => ({ attempt: `s${i}-a1`, window: 't1/reply' }));
  for (const [i, { attempt }] of refs.entries())
    index.add(
      { ...scores[0]!, attempt, windows: [{ ...scores[0]!.windows[0]!, verdict: i % 10 === 0 ? 'fail' : 'pass' }] },
      'scene',
      () => `${attempt}.html`,
    );
  const lists = new Map([['/measures/0/tally/pass', refs.filter((_, i) => i % 10 !== 0)], ['/measures/0/tally/fail', refs.filter((_, i) => i % 10 === 0)]]); // prettier-ignore
  const tally = { pass: 0.9 * MANY, fail: 0.1 * MANY, withinUncertainty: 0, unscored: 0 };
  const summary = { ...run.summary, sessions: [], measures: [{ ...run.summary.measures[0]!, tally }] };
  await writeFile(join(folder, 'many.html'), indexPage({ ...run, summary, windows: index.listed(lists, false) }, script));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (name: string, hash = '') => openedIn(browser, address(name) + hash);

describe('the numbers of a report', () => {
  it('open just the windows that they count, in every row of every table', async () => {
    const { page, problems } = await open('index.html');
    const links = page.locator('a.n[href^="#windows:"]');
    const found = await links.evaluateAll((all) => all.map((one) => [one.getAttribute('href') ?? '', one.textContent] as const));
    // Outcomes, measures, rates, waits, agents, arms, over repeats, sweeps, single scenes.
    for (const table of ['outcomes', 'measures', 'rates', 'waits', 'comparisons', 'arm-comparisons', 'across', 'scenes'])
      expect([table, await page.locator(`#${table} a.n`).count()]).not.toEqual([table, 0]);
    expect(await page.locator('table.sweep a.n').count()).toBeGreaterThan(0);
    const wanted = found.map(([href]) => href.slice('#windows:'.length).split('+').flatMap((at) => mixed.windows.get(at) ?? []).map(key).sort()); // prettier-ignore
    const held = await listsBehind(
      page,
      found.map(([href]) => href),
    );
    for (const [i, [href, text]] of found.entries()) {
      expect([href, held[i]]).toEqual([href, wanted[i]]);
      // "7", "2 failed", "31 turns": the number that is printed.
      const printed = /^(\d+)(?! ms| pairs| scenes| plays)\b/.exec(text)?.[1];
      if (printed !== undefined && !/^\d+ (scene|play)/.test(text)) expect([href, Number(printed)]).toEqual([href, held[i]?.length]);
    }
    expect(found.length).toBeGreaterThan(100);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('leave no count of these tables without its windows', async () => {
    const { page } = await open('index.html');
    // What is no link: dead text without a digit, "0", scenes (clusters), correlations, intervals, sessions that nobody played.
    const plain = await page
      .locator('#measures td b, #rates td[data-h="met"], #outcomes td:nth-child(-n + 4):nth-child(n + 2)')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const copy = cell.cloneNode(true) as Element;
          for (const link of copy.querySelectorAll('a.n')) link.remove();
          return copy.textContent.replace(/\(\d+ to \d+% counting |\(\d+%\)|\d+ attempts? played again/g, '');
        }),
      );
    for (const text of plain) expect(text).not.toMatch(/[1-9]/);
    await page.context().close();
  });

  it('of a rate opens the windows that passed, worst first with the decided ones', async () => {
    const { page } = await open('index.html');
    const row = page.locator('#rates tbody tr', { hasText: 'reply after the turn' }).first();
    const [numerator, denominator] = [row.locator('a.n').nth(0), row.locator('a.n').nth(1)];
    const passed = (...verdicts: Verdict[]): string[] =>
      scores
        .filter(({ agent, outcome }) => agent === 'vad-only' && outcome === 'scored')
        .flatMap(({ attempt, windows }) => windows.filter((one) => one.measure === 'reply' && verdicts.includes(one.verdict)).map(({ id }) => `${attempt}/${id}`)); // prettier-ignore
    await numerator.click();
    expect(await listed(page)).toEqual(passed('pass'));
    expect(await numerator.innerText()).toBe(String(passed('pass').length));
    await denominator.click();
    expect(await listed(page)).toEqual([...passed('fail'), ...passed('pass')]);
    expect(await page.locator('.windows-panel h3').allInnerTexts()).toEqual([
      `✗ fail (${passed('fail').length})`,
      `✓ pass (${passed('pass').length})`,
    ]);
    await page.context().close();
  });

  it('open on their sound, and the list stays', async () => {
    const { page, problems } = await open('single.html');
    await page.locator('#measures a.n', { hasText: 'failed' }).first().click();
    const link = page.locator('.windows-panel li a.hear').first();
    const [attempt = '', window = ''] = (await listed(page))[0]!.split(/\/(.*)/);
    await link.click();
    expect(await page.locator(`[id="${attempt}/${window}"]`).getAttribute('class')).toContain('target');
    await soon(() => page.locator(`#${attempt} button.toggle`).innerText()).toContain('pause');
    expect(Number((await page.locator(`#${attempt} output.at`).innerText()).replace(' s', ''))).toBeGreaterThanOrEqual(1);
    expect(await page.locator('.windows-panel').isVisible()).toBe(true);
    // A session as a whole is heard from its beginning.
    await page.locator('#outcomes a.n').first().click();
    await page.locator('.windows-panel li a.hear').first().click();
    const whole = (await listed(page))[0]!.split('/')[0]!;
    await soon(() => page.locator(`#${whole} button.toggle`).innerText()).toContain('pause');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lead to the pages of sessions where these have some, with the key that plays under the finger', async () => {
    const { page, problems } = await open('index.html');
    await page.locator('#measures a.n', { hasText: 'failed' }).first().click();
    const [attempt = '', window = ''] = (await listed(page))[0]!.split(/\/(.*)/);
    await page.locator('.windows-panel li a.hear').first().click();
    await page.waitForURL(/sessions\//);
    expect(await page.locator(`[id="${attempt}/${window}"]`).getAttribute('class')).toContain('target');
    await soon(() => page.evaluate(() => document.activeElement?.className)).toBe('play');
    await page.keyboard.press('Enter');
    await soon(() => page.locator(`#${attempt} button.toggle`).innerText()).toContain('pause');
    // Back is the list again.
    await page.goBack();
    await soon(() => page.locator('.windows-panel li').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('work by keyboard alone', async () => {
    const { page } = await open('single.html');
    const number = page.locator('#measures a.n', { hasText: 'failed' }).first();
    await number.focus();
    await page.keyboard.press('Enter');
    const active = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await active()).toMatch(/: failed$/);
    await page.keyboard.press('Tab');
    expect(await active()).toContain('close');
    await page.keyboard.press('Tab');
    expect(await active()).toMatch(/^▶ t\d\//);
    const attempt = (await listed(page))[0]!.split('/')[0]!;
    await page.keyboard.press('Enter');
    await soon(() => page.locator(`#${attempt} button.toggle`).innerText()).toContain('pause');
    // The list keeps the focus, so that the next window is one key away.
    expect(await active()).toMatch(/^▶ t\d\//);
    await page.keyboard.press('Escape');
    expect(await page.locator('.windows-panel').isHidden()).toBe(true);
    expect(await number.evaluate((one) => document.activeElement === one)).toBe(true);
    // The same number opens again.
    await page.keyboard.press('Enter');
    expect(await page.locator('.windows-panel').isVisible()).toBe(true);
    await page.context().close();
  });

  it('show foreign names as text, and fit on a narrow page', async () => {
    const { page, problems } = await open('index.html', '#windows:/outcomes/1/rigInvalid+/outcomes/1/agentFailure');
    expect(await page.locator('.windows-panel h2').innerText()).toContain('Windows');
    expect(await page.locator('.windows-panel').innerText()).toContain(HOSTILE.replace('\u001b', '').slice(0, 20));
    await page.locator('#outcomes tbody tr').nth(1).locator('a.n').first().click();
    expect(await page.locator('.windows-panel h2').innerText()).toContain('<img src=x');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('turnrig: quickstart');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('of thousands of windows make a screenful at a time, failing ones first', async () => {
    const { page, problems } = await open('many.html');
    await page.locator('#measures a.n', { hasText: String(MANY) }).click();
    const rows = page.locator('.windows-panel li');
    expect(await rows.count()).toBe(100);
    expect(await page.locator('.windows-panel p').innerText()).toBe(`${0.1 * MANY} ✗ fail · ${0.9 * MANY} ✓ pass`);
    expect((await listed(page)).slice(0, 3)).toEqual(['s0-a1/t1/reply', 's10-a1/t1/reply', 's20-a1/t1/reply']);
    const more = page.locator('.windows-panel button.more');
    await more.evaluate((one: HTMLElement) => one.click());
    expect(await rows.count()).toBe(200);
    // Scrolling to its end brings the next ones.
    await page.locator('.windows-panel .rows').evaluate((box) => (box.scrollTop = box.scrollHeight));
    await soon(() => rows.count()).toBeGreaterThanOrEqual(300);
    // To the last one by the button.
    while ((await more.count()) > 0) await more.evaluate((one: HTMLElement) => one.click());
    expect(await rows.count()).toBe(MANY);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('with a hash that leads nowhere change nothing', async () => {
    const { page, problems } = await open('index.html', '#%E0%A4%A');
    for (const hash of ['#windows:/nothing', '#windows:', '#windows:__proto__', '#s9999-a1/x', '#%']) {
      await page.evaluate((one) => (location.hash = one), hash);
      expect(await page.locator('.windows-panel').isHidden()).toBe(true);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
