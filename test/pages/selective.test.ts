/** Selective participation on a run's page, in a real Chromium: every number of its tables opens just the windows that it counts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { indexPage } from '../../src/report/document.js';
import { WindowIndex } from '../../src/report/windows.js';
import { summariseWithWindows } from '../../src/score/summarise.js';
import { HOSTILE, run } from '../report/fixture.js';
import { madeRun, type MadeScene } from '../score/selective-run.js';
import { launchChromium } from './chromium.js';
import { key, listsBehind, openedIn } from './lists.js';

// A busy machine takes its time to draw: what must hold is not how fast.
vi.setConfig({ testTimeout: 180_000 });

/** Verdicts go round, so that every kind comes in every table; the hostile one is silent. */
function sceneOf(i: number, condition: MadeScene['condition'], agent: string): MadeScene {
  const asked = condition === 'explicit' ? i % 4 !== 3 : i % 3 === 0;
  const answered = asked && agent !== HOSTILE;
  const already = answered && i % 5 === 4;
  const presence = answered ? 'pass' : 'fail';
  return {
    ...{ pair: `p${i}`, condition, agent, before: 1 + (i % 3), blips: i % 6 === 0 ? 2 : 0 },
    t: {
      initiation: i === 7 ? 'within-uncertainty' : answered && !already ? 'pass' : 'fail',
      presence,
      already,
      ...(answered ? { right: i % 7 === 0 ? 'unscored' : i % 2 === 0 ? 'pass' : 'fail' } : {}),
    },
    silences: [0, i % 3 === 0 ? 250 : 0, i % 4 === 1 ? 90 : 0],
    n4: {
      ...{ voiced: answered, fresh: answered && i % 5 !== 0 },
      ...(answered && i % 5 !== 0 ? { yielded: i % 8 === 2 ? 'within-uncertainty' : i % 2 === 0 ? 'pass' : 'fail' } : {}),
    },
    ...(i === 11 ? { outcome: 'rig_invalid' } : {}),
  };
}

const made = madeRun(
  ['careful', HOSTILE].flatMap((agent) =>
    Array.from({ length: 24 }, (_, i) => [sceneOf(i, 'explicit', agent), sceneOf(i, 'implicit', agent)]).flat(),
  ),
);
const { summary, windows } = summariseWithWindows(made, made.results);

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  const bundle = buildSync({
    entryPoints: ['src/report/page/main.ts'],
    ...{ bundle: true, minify: true, format: 'iife', target: 'es2022', write: false },
  });
  folder = await mkdtemp(join(tmpdir(), 'turnrig-selective-page-'));
  const index = new WindowIndex();
  for (const one of made.results) index.add(one, one.scene, () => 'sessions/one.html');
  const file = join(folder, 'index.html');
  await writeFile(file, indexPage({ ...run, summary, windows: index.listed(windows, false) }, bundle.outputFiles[0]!.text));
  address = pathToFileURL(file).href;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const TABLES = ['selective-explicit', 'selective-implicit', 'funnel', 'selective-behind', 'positions', 'selective-pairs'];

describe('selective participation on a page', () => {
  it('opens the windows behind every number of every table, as many as it says', async () => {
    const { page, problems } = await openedIn(browser, address);
    const found: (readonly [string, string])[] = [];
    for (const table of [...TABLES.map((id) => `#${id}`), 'ul.dim']) {
      const own = await page.locator(`${table} a.n`).evaluateAll((all) => all.map((one) => [one.getAttribute('href') ?? '', one.textContent] as const)); // prettier-ignore
      expect([table, own.length]).not.toEqual([table, 0]);
      found.push(...own);
    }
    expect(found.length).toBeGreaterThan(150);
    const hrefs = found.map(([href]) => href);
    const held = await listsBehind(page, hrefs);
    for (const [i, [href, text]] of found.entries()) {
      const wanted = href.slice('#windows:'.length).split('+').flatMap((at) => windows.get(at) ?? []).map(key).sort(); // prettier-ignore
      expect([href, held[i]]).toEqual([href, wanted]);
      // What is not the number itself: "24 scenes" of two sides, differences.
      const printed = /^(\d+)(?! scenes| plays)\b/.exec(text)?.[1];
      if (printed !== undefined) expect([href, Number(printed)]).toEqual([href, held[i]?.length]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('leaves no count of these tables without its windows', async () => {
    const { page } = await openedIn(browser, address);
    const plain = await page
      .locator(
        [
          '#selective-explicit td:not([data-h="system"]) b',
          '#selective-implicit td:not([data-h="system"]) b',
          '#funnel td:not([data-h="system"])',
          '#selective-behind td:not([data-h="system"]):not([data-h="sounds under 120 ms"])',
          '#positions td[data-h="new initiation"]',
          '#positions td[data-h="presence"]',
        ].join(', '),
      )
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const copy = cell.cloneNode(true) as Element;
          for (const link of copy.querySelectorAll('a.n')) link.remove();
          // The rate beside its counts, and scenes, which are no windows.
          return copy.textContent.replace(/^[01]\.\d{4}|of \d+ scenes/g, '');
        }),
      );
    expect(plain.length).toBeGreaterThan(60);
    for (const text of plain) expect(text).not.toMatch(/[1-9]/);
    await page.context().close();
  });

  it('has the paper’s rows marked as published, its picture, and foreign names as text; it fits on a narrow page', async () => {
    const { page, problems } = await openedIn(browser, address);
    const published = page.locator('#selective-explicit tr', { hasText: 'published' });
    expect(await published.count()).toBe(5);
    expect(await published.first().innerText()).toMatch(/MiniCPM-o 4\.5.*published[^]*0\.9545[^]*0\.9500[^]*0\.4730[^]*0\.9242/);
    expect(await page.locator('#selective-implicit tr', { hasText: 'published' }).count()).toBe(0);
    // A line for each share that there is: nobody judged an answer of the silent one.
    const lines = await page.locator('figure.positions').evaluateAll((all) => all.map((one) => one.querySelectorAll('polyline').length));
    expect(lines).toEqual([3, 3, 2, 2]);
    expect(await page.locator('#selective-pairs').innerText()).toContain("McNemar's exact test");
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('#funnel').innerText()).toContain('<img src=x');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
