/** The page of live points in a real Chromium, opened from disk: the picture with its bars, hostile names as text, nothing from the network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveChart } from '../../src/eot/live/chart.js';
import { chartPoint } from '../../src/eot/live/document.js';
import { livePage } from '../../src/eot/live/page.js';
import type { LivePlan } from '../../src/eot/live/plan.js';
import { livePoints } from '../../src/eot/live/point.js';
import { NO_SPEECH } from '../../src/score/all-tracks.js';
import type { SessionScore } from '../../src/score/model.js';
import { windowScore } from '../../src/score/values.js';
import { rigPos } from '../../src/time/position.js';
import { launchChromium } from './chromium.js';

const HOSTILE = '</script><img src=x onerror=alert(1)>';
const window = { from: rigPos(0), to: rigPos(48_000) };
const turns = Array.from({ length: 12 }, (_, i) => ({
  ...{ id: i === 0 ? HOSTILE : `turn-${i}`, language: 'en', scene: `x${i}`, turn: 't1' },
  holds: [{ spanIndex: 0, start: 1, end: 1.6 }],
  eot: { spanIndex: 1, start: 3, end: 5 },
}));
const plan: LivePlan = { version: 1, dataset: { path: 'data', name: 'all', split: 'validation' }, minSilenceSpan: 0.1, timeoutS: 5, turns };
const scores = [HOSTILE, 'other'].flatMap((agent, a) =>
  turns.map(({ scene }, i): SessionScore => ({
    ...{
      attempt: 's0000-a1',
      session: `eot-live/${scene}#1@${agent}`,
      scene,
      agent,
      outcome: 'scored',
      reason: '',
      turns: [],
      speech: NO_SPEECH,
      span: window,
    },
    windows: [
      windowScore({
        ...{ id: 't1/false-cutoff/pause-1', turn: 't1', measure: 'false-cutoff', window, reason: '' },
        verdict: i % 4 === a ? 'fail' : 'pass',
      }),
      windowScore({
        ...{ id: 't1/reply', turn: 't1', measure: 'reply', window, verdict: 'pass', reason: '' },
        value: { kind: 'measured', ms: 700 + 20 * i + 300 * a, plusMinusMs: 2 },
      }),
    ],
  })),
);

let browser: Browser;
let page: Page;
let folder: string;
const requests: string[] = [];
const errors: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-eot-live-page-'));
  const planned = new Map([HOSTILE, 'other'].map((agent) => [agent, turns.length]));
  const { points, outcomes } = livePoints(plan, scores, planned, { min: 0.2, max: 5 });
  const curve = { name: 'VAD baseline', dashed: true, points: [0.2, 0.6, 1].map((latency) => ({ latency, cutoffs: 1 - latency })) };
  const title = `Live ${HOSTILE}`;
  const svg = liveChart({ title, curves: [curve], points: points.flatMap((point) => chartPoint(point) ?? []) });
  const file = join(folder, 'index.html');
  const shown = points.map((point) => ({ name: point.agent, point, pareto: point.agent === 'other' }));
  await writeFile(file, livePage({ title, about: [HOSTILE], svg, points: shown, outcomes, report: '../report/index.html' }));
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('dialog', () => errors.push('a dialog'));
  await page.goto(pathToFileURL(file).href);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the page of live points', () => {
  it('draws the curve and both points with bars both ways', async () => {
    expect(await page.locator('#picture svg polyline').count()).toBe(1);
    const marks = page.locator('#picture svg g:has(> circle)');
    expect(await marks.count()).toBe(2);
    for (const i of [0, 1]) {
      // Two bars with two caps each.
      expect(await marks.nth(i).locator('line').count()).toBe(6);
      const box = (await marks.nth(i).locator('circle').boundingBox())!;
      expect(box.width).toBeGreaterThan(3);
    }
    const [left, right] = [(await marks.nth(0).locator('circle').boundingBox())!, (await marks.nth(1).locator('circle').boundingBox())!];
    expect(left.x).toBeLessThan(right.x);
    expect(await marks.nth(1).locator('title').textContent()).toBe('other: 25.0% false cutoffs, 1.110 s');
  });

  it('has the figures and every span as text', async () => {
    const rows = page.locator('#points tbody tr');
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).locator('td').allTextContents()).toEqual(
      expect.arrayContaining(['other', '3 of 12, 25.0%', '1110 ms (n 12)', 'yes']) as string[],
    );
    expect(await page.locator('#spans tbody tr').count()).toBe(2 * 24);
    expect(await page.locator('#points').textContent()).toContain(HOSTILE);
    expect(await page.locator('a').getAttribute('href')).toBe('../report/index.html');
  });

  it('runs nothing of what it was told, and loads nothing', () => {
    expect(errors).toEqual([]);
    expect(requests).toHaveLength(1);
  });
});
