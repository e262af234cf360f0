/** The report in a real Chromium, opened from disk: light and dark, wide and narrow, by keyboard, without a byte from the network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singlePage } from '../../src/report/document.js';
import { run, session } from '../report/fixture.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let folder: string;
let url: string;

beforeAll(async () => {
  const bundle = buildSync({
    entryPoints: ['src/report/page/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  folder = await mkdtemp(join(tmpdir(), 'turnrig-page-'));
  const file = join(folder, 'report.html');
  await writeFile(file, singlePage(run, [session('s0000-a1'), session('s0001-a1')], bundle.outputFiles[0]!.text));
  url = pathToFileURL(file).href;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(
  options: { width?: number; dark?: boolean; hash?: string } = {},
): Promise<{ page: Page; problems: string[]; requests: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark === true ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && requests.push(request.url()));
  await page.goto(url + (options.hash ?? ''));
  return { page, problems, requests };
}

/** How many pixels of the lanes' canvas are not transparent. */
const inked = (page: Page, attempt: string) =>
  page.locator(`#${attempt} canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) count++;
    return count;
  });

describe('the report page', () => {
  it.each([
    [1280, false],
    [1280, true],
    [390, false],
    [390, true],
  ])('at %i px, dark: %s, draws lanes, fits, and asks nobody for anything', async (width, dark) => {
    const { page, problems, requests } = await open({ width, dark });
    await page.click('#s0000-a1 > summary');
    await page.waitForSelector('#s0000-a1 canvas');
    expect(await inked(page, 's0000-a1')).toBeGreaterThan(2_000);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = background
      .match(/\d+/g)!
      .slice(0, 3)
      .every((value) => Number(value) > 128);
    expect(light).toBe(!dark);
    expect(problems).toEqual([]);
    expect(requests).toEqual([]);
    await page.context().close();
  });

  it.each([1280, 390])('at %i px shows rates with their scenes, waits with their curve, and agents compared', async (width) => {
    const { page } = await open({ width });
    expect(await page.locator('#rates tbody tr').count()).toBe(4);
    expect(await page.locator('#rates').innerText()).toMatch(/\d+ to \d+%/);
    expect(await page.locator('#waits').innerText()).toContain('replied to uncut');
    expect(await page.locator('#waits svg path').count()).toBe(6);
    expect(await page.locator('.primary-measure').innerText()).toBe('The primary measure of quickstart: reply after the turn (reply).');
    const compared = page.locator('#comparisons tbody tr');
    expect(await compared.count()).toBe(3);
    expect(await compared.nth(0).innerText()).toMatch(/reply after the turn\s+primary measure/);
    expect(await compared.nth(0).innerText()).not.toContain('Holm');
    expect(await compared.nth(1).innerText()).toMatch(/(?=[\s\S]*Holm = )(?=[\s\S]*95%: -\d+ to -\d+ points)/);
    const arms = page.locator('#arm-comparisons tbody tr');
    expect(await arms.count()).toBe(3);
    expect(await page.locator('#arm-comparisons').innerText()).toMatch(
      /(?=[\s\S]*20 plays of 1 scene)(?=[\s\S]*plain 20 of 20 sessions; gap 13 of 20 sessions)(?=[\s\S]*McNemar's exact test \(only plain 7, only gap 0\))(?=[\s\S]*gap less plain, 95%: \+9\d to \+9\d ms)/,
    );
    await page.locator('details:has(#scenes) > summary').click();
    expect(await page.locator('#scenes tbody tr').first().isVisible()).toBe(true);
    // No chart and no cell sticks out, whatever an agent's name is.
    const overflow = await page.evaluate(() =>
      [...document.querySelectorAll('#rates, #waits, #waits svg, #comparisons, #arm-comparisons, #scenes')].map(
        (one) => one.getBoundingClientRect().right - innerWidth,
      ),
    );
    for (const one of overflow) expect(one).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('shows foreign text as text', async () => {
    const { page } = await open();
    await page.click('#s0000-a1 > summary');
    await page.locator('#s0000-a1 .reported summary').click();
    expect(await page.title()).toBe('turnrig: quickstart');
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('#s0000-a1 .reported').innerText()).toContain('<img src=x');
    await page.context().close();
  });

  it('plays a number from 1 s before it to its end, and stops there', async () => {
    const { page, problems } = await open();
    await page.click('#s0000-a1 > summary');
    const row = page.locator('[id="s0000-a1/t1/false-cutoff/pause-1"]');
    await row.locator('button.play').click();
    const position = async () => Number((await page.locator('#s0000-a1 output.at').innerText()).replace(' s', ''));
    await expect.poll(async () => (await page.locator('#s0000-a1 button.toggle').innerText()).includes('pause')).toBe(true);
    expect(await position()).toBeGreaterThanOrEqual(1);
    await expect
      .poll(async () => (await page.locator('#s0000-a1 button.toggle').innerText()).includes('play'), { timeout: 15_000 })
      .toBe(true);
    expect(await position()).toBeCloseTo(2.4, 1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('moves by click and by keyboard', async () => {
    const { page } = await open();
    await page.click('#s0000-a1 > summary');
    const canvas = page.locator('#s0000-a1 canvas');
    const box = (await canvas.boundingBox())!;
    await canvas.click({ position: { x: box.width / 2, y: 40 } });
    const at = page.locator('#s0000-a1 output.at');
    expect(Number((await at.innerText()).replace(' s', ''))).toBeCloseTo(5, 1);
    await page.locator('#s0000-a1 .lanes').press('ArrowRight');
    expect(Number((await at.innerText()).replace(' s', ''))).toBeCloseTo(6, 1);
    await page.context().close();
  });

  it('follows a link to a single number', async () => {
    const { page } = await open({ hash: '#s0001-a1/t1/reply' });
    expect(await page.locator('#s0001-a1').getAttribute('open')).not.toBeNull();
    expect(await page.locator('[id="s0001-a1/t1/reply"]').getAttribute('class')).toContain('target');
    await page.context().close();
  });
});
