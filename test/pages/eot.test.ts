/** The comparison's page in a real Chromium, opened from disk: hover, sliders, heatmap, a pause that is heard; nothing from the network. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparisonPage } from '../../src/eot/compare/page.js';
import type { PageData, PageLanguage } from '../../src/eot/compare/page-data.js';
import { HOLD_RANGE } from '../../src/eot/metrics/span-table.js';
import { writeWav } from '../../src/media/wav.js';
import { loadComparison } from '../../simulator/eot/comparison.js';
import { pageLanguage } from '../../simulator/eot/page.js';
import { DATASET_FOLDER, VECTORS } from '../eot/vectors.js';
import { launchChromium } from './chromium.js';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

let browser: Browser;
let folder: string;
let url: string;
let english: PageLanguage;

beforeAll(async () => {
  const bundle = buildSync({
    entryPoints: ['src/eot/page/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  folder = await mkdtemp(join(tmpdir(), 'turnrig-eot-page-'));
  const root = join(folder, 'sets');
  await cp(join(VECTORS, 'output', DATASET_FOLDER), root, { recursive: true });
  await writeFile(join(root, 'zh/weak_batch_adapter__d3ddcbda72/manifest.json'), JSON.stringify({ display_name: HOSTILE }));
  const load = async (code: string): Promise<PageLanguage> =>
    pageLanguage(join(root, code), code, await loadComparison(join(root, code), HOLD_RANGE), HOLD_RANGE);
  english = await load('en');
  const chinese = await load('zh');
  const wav = Buffer.from(writeWav([Float32Array.from({ length: 8000 }, (_, i) => 0.2 * Math.sin(i / 5))], 16_000)).toString('base64');
  const spans = chinese.spans.map((span, i) => (i === 0 ? { ...span, id: HOSTILE, sound: { wav, start: 0.1 } } : span));
  const data: PageData = { title: `Models ${HOSTILE}`, languages: [english, { ...chinese, spans }] };
  const file = join(folder, 'index.html');
  await writeFile(file, comparisonPage(data, bundle.outputFiles[0]!.text));
  url = pathToFileURL(file).href;
  browser = await launchChromium();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(width = 1280): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => void problems.push(dialog.message()));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && problems.push(request.url()));
  await page.goto(url);
  return { page, problems };
}

const column = (page: Page, table: string, cell: number): Promise<string[]> =>
  page.locator(`#${table} tbody tr td:nth-child(${cell})`).allTextContents();

describe('the comparison page', { timeout: 120_000 }, () => {
  it('ranks within the budgets, and anew when a slider moves', async () => {
    const { page, problems } = await open();
    expect(await column(page, 'ranking', 2)).toEqual(['Syn Good', 'Syn Stream', 'weak_batch_adapter', 'VAD baseline']);
    expect(await column(page, 'ranking', 3)).toEqual(['420 ms', '883 ms', '1960 ms', '3350 ms']);
    await page.locator('#cutoffs').fill('10');
    expect(await column(page, 'ranking', 3)).toEqual(['300 ms', '733 ms', '1250 ms', '2000 ms']);
    await page.locator('#latency').fill('300');
    expect(await column(page, 'ranking', 4)).toEqual(['9.6%', '–', '69.2%', '80.8%']);
    expect(problems).toEqual([]);
    await page.close();
  });
  it('tells the policy under the pointer, and how certain it is', async () => {
    const { page } = await open();
    const circle = page.locator('#plot circle').first();
    const box = (await circle.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect
      .poll(() => page.locator('#hover').textContent(), { timeout: 60_000 })
      .toMatch(/^Syn Good: \d+ ms at \d+\.\d% cutoffs; threshold /);
    expect(await column(page, 'intervals', 1)).toEqual(['Syn Good', 'Syn Stream', 'weak_batch_adapter']);
    expect((await column(page, 'differences', 1))[0]).toBe('Syn Good − Syn Stream');
    await page.close();
  });
  it('shows languages in a heatmap of either measure', async () => {
    const { page } = await open();
    expect(await column(page, 'heatmap', 1)).toEqual(['English', 'Chinese']);
    expect(await column(page, 'heatmap', 2)).toEqual(['420 ms', '200 ms']);
    await page.getByRole('button', { name: 'Cutoffs within the latency budget' }).click();
    expect(await column(page, 'heatmap', 2)).toEqual(['1.9%', '4.0%']);
    await page.close();
  });
  it('plays a pause with its curves, and says so where it has no sound', async () => {
    const { page, problems } = await open();
    await page.locator('#spans tbody tr').first().click();
    expect(await page.locator('#pauses svg polyline').count()).toBe(3);
    expect(await page.locator('#said').textContent()).toContain('This page has no sound');
    await page.locator('#language').selectOption({ index: 1 });
    await page.locator('#spans tbody tr button').first().press('Enter');
    await expect.poll(() => page.locator('#said').textContent(), { timeout: 60_000 }).toMatch(/^Play/);
    expect(problems).toEqual([]);
    await page.close();
  });
  it('keeps hostile names text, on a narrow screen too', async () => {
    const { page, problems } = await open(390);
    await page.locator('#language').selectOption({ index: 1 });
    expect(await column(page, 'ranking', 2)).toContain(HOSTILE);
    expect(await column(page, 'spans', 1)).toContain(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await page.close();
  });
});
