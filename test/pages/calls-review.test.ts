/** The review page in a real Chromium, by keyboard alone: a whole small call, and nothing of the future on the page or on the wire. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCallFolder } from '../../simulator/calls/folder.js';
import { EXAMPLE, type Texts } from '../calls/example.js';
import { reviewedFolder, sit, type Sitting } from '../calls/sitting.js';
import { launchChromium } from './chromium.js';
import { soon } from './lists.js';

vi.setConfig({ testTimeout: 240_000 });

/** A transcript that would run, if it were not text. */
const HOSTILE = '<img src=x onerror=document.title="taken"><script>document.title="taken"</script>';
const TEXTS: Texts = { ...EXAMPLE, history: EXAMPLE.history!.replace('您什么时候方便接电话？', `"${HOSTILE.replaceAll('"', '""')}"`) };
const root = mkdtempSync(join(tmpdir(), 'turnrig-review-page-'));
const ends: (() => Promise<void>)[] = [];
let browser: Browser;
let script: string;

beforeAll(async () => {
  const bundle = buildSync({
    entryPoints: ['src/calls/page/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  script = bundle.outputFiles[0]!.text;
  browser = await launchChromium();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await browser.close();
  rmSync(root, { recursive: true, force: true });
});

async function sitting(dir: string): Promise<Sitting> {
  const made = await sit(dir, { script });
  ends.push(made.end);
  return made;
}

interface Opened {
  readonly page: Page;
  readonly problems: string[];
  /** Every answer of the server, as text. */
  readonly wire: string[];
}

async function open(url: URL, options: { width?: number; dark?: boolean } = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark === true ? 'dark' : 'light',
  });
  ends.push(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  const wire: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on(
    'request',
    (request) => !request.url().startsWith(url.href) && !request.url().startsWith('data:') && problems.push(request.url()),
  );
  page.on('response', (response) => {
    if (/items|start|undo/.test(response.url()))
      void response.text().then(
        (text) => wire.push(text),
        () => undefined,
      );
  });
  await page.goto(url.href);
  await soon(() => page.locator('#progress').innerText()).toContain('Pause ');
  // The first pause is whole when its sound is drawn.
  await soon(() => inked(page)).toBeGreaterThan(1_000);
  return { page, problems, wire };
}

const inked = (page: Page) =>
  page.locator('#wave').evaluate((canvas: HTMLCanvasElement) => {
    if (canvas.width === 0) return 0;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) count++;
    return count;
  });
const status = (page: Page) => soon(() => page.locator('#status').innerText());
const progress = (page: Page) => soon(() => page.locator('#progress').innerText());
const pressed = (page: Page): Promise<string[]> => page.locator('button[aria-pressed=true]').evaluateAll((all) => all.map((one) => one.getAttribute('data-text') ?? '')); // prettier-ignore

describe('the review page', () => {
  it('labels a whole call by keyboard alone, and tells nothing of the future', async () => {
    const { url, store } = await sitting(reviewedFolder(root, TEXTS));
    const { page, problems, wire } = await open(url);
    const keys = page.keyboard;
    await progress(page).toBe('Pause 1 of 3, 0 labelled');
    // Neither the page nor any answer of the server knows what comes after 5,200 ms.
    const future = ['不行', '后天', '可以', '7100', '7300', '9250', '9400', '5600', '7900'];
    const known = async (): Promise<string> => `${await page.content()} ${wire.join(' ')}`;
    for (const later of future) expect(await known()).not.toContain(later);
    expect(await page.locator('#history li').allInnerTexts()).toEqual([
      expect.stringContaining('<img src=x'),
      expect.stringContaining('我明天下午'),
    ]);
    // Without a label there is no way on.
    await keys.press('n');
    await status(page).toContain('Label this pause first');
    await keys.press('2');
    await status(page).toContain('Say first whether the user has finished');
    for (const later of future) expect(await known()).not.toContain(later);
    // A slip, and back; then hold, hesitation, high confidence.
    await keys.press('e');
    await status(page).toContain('saved: eot, completed turn');
    await keys.press('z');
    await status(page).toBe('undone');
    expect(await pressed(page)).toEqual([]);
    await keys.press('h');
    await status(page).toContain('saved: hold, mid turn pause');
    await keys.press('2');
    await status(page).toContain('saved: hold, hesitation');
    await keys.press('7');
    await status(page).toContain('high confidence');
    expect(await pressed(page)).toEqual(['No, goes on (hold)', 'hesitation', 'high']);
    for (const later of future) expect(await known()).not.toContain(later);
    // On by the key; the words up to there are there now, the later ones are not.
    await keys.press('n');
    await progress(page).toBe('Pause 2 of 3, 1 labelled');
    expect(await page.locator('#history').innerText()).toContain('不行，后天可以');
    for (const later of ['后天上午可以吗', '9250', '9400', '7900']) expect(await known()).not.toContain(later);
    // What follows is shown when it is asked for, and the label says so.
    await keys.press('r');
    await status(page).toContain('What follows is shown');
    expect(await page.locator('#history').innerText()).toContain('后天上午可以吗？');
    await keys.press('e');
    await status(page).toContain('saved: eot, completed turn');
    await keys.press('ArrowRight');
    await progress(page).toBe('Pause 3 of 3, 2 labelled');
    await keys.press('u');
    await status(page).toContain('saved: uncertain');
    await keys.press('3');
    await status(page).toContain('interrupted unclear');
    await keys.press('n');
    await status(page).toContain('This is the last pause. 3 of 3 are labelled.');
    await keys.press('b');
    await progress(page).toBe('Pause 2 of 3, 3 labelled');
    expect(await page.title()).toBe('turnrig: review by anna');
    expect(await page.locator('img').count()).toBe(0);
    expect(wire.join()).toContain('mid_turn_pause');
    expect(problems).toEqual([]);
    const { problems: wrong, tables } = await readCallFolder(store.dir);
    expect(wrong).toEqual([]);
    expect(
      tables.points.map(({ decisionMs, canReply, reason, confidence, annotator }) => [decisionMs, canReply, reason, confidence, annotator]),
    ).toEqual([
      [5_200, false, 'hesitation', 'high', 'anna'],
      [7_300, true, 'completed_turn', undefined, 'anna'],
      [9_400, undefined, 'interrupted_unclear', undefined, 'anna'],
    ]);
    const { pauses } = JSON.parse(readFileSync(join(store.dir, 'review.json'), 'utf8')) as { pauses: { labelledKnowing: boolean }[] };
    expect(pauses.map(({ labelledKnowing }) => labelledKnowing)).toEqual([false, true, false]);
  });

  it('goes on where it was left, after a reload and after the program was ended', async () => {
    const dir = reviewedFolder(root, TEXTS);
    const first = await sitting(dir);
    const { page } = await open(first.url);
    await page.keyboard.press('h');
    await status(page).toContain('saved: hold');
    await page.keyboard.press('n');
    await progress(page).toBe('Pause 2 of 3, 1 labelled');
    await page.reload();
    await progress(page).toBe('Pause 2 of 3, 1 labelled');
    await page.keyboard.press('b');
    await progress(page).toBe('Pause 1 of 3, 1 labelled');
    expect(await pressed(page)).toEqual(['No, goes on (hold)', 'mid turn pause', 'none']);
    await first.end();
    // Who presses on is told that nobody is there, and what was saved is saved.
    await page.keyboard.press('e');
    await status(page).toContain('turnrig does not answer');
    const second = await sitting(dir);
    const again = await open(second.url);
    await progress(again.page).toBe('Pause 2 of 3, 1 labelled');
  });

  it('plays up to the decision and ends there; the same key stops it', async () => {
    const { url } = await sitting(reviewedFolder(root, TEXTS));
    const { page, problems } = await open(url);
    // What the button says, one after the other: a busy machine may look too late to see it.
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('button[data-act=play]')!;
      const said = ((globalThis as { said?: string[] }).said = ['Play']);
      new MutationObserver(() => {
        const text = button.firstChild!.nodeValue!;
        if (said.at(-1) !== text) said.push(text);
      }).observe(button, { characterData: true, subtree: true });
    });
    const said = () => soon(() => page.evaluate(() => (globalThis as { said?: string[] }).said));
    await page.keyboard.press(' ');
    await said().toEqual(['Play', 'Stop', 'Play']);
    // Both keys in one task: no stall comes between them.
    await page.evaluate(() => {
      for (const key of ['a', ' ']) document.dispatchEvent(new KeyboardEvent('keydown', { key }));
    });
    await page.keyboard.press('n');
    await status(page).toContain('Label this pause first');
    expect(await page.locator('button[data-act=play]').innerText()).toContain('Play');
    expect(problems).toEqual([]);
  });

  // 320 px are a screen of 1280 px at 400% zoom.
  it.each([
    [1280, false],
    [1280, true],
    [320, false],
    [320, true],
  ])('at %i px, dark: %s, fits; every control has a name and a visible focus', async (width, dark) => {
    const { url } = await sitting(reviewedFolder(root, TEXTS));
    const { page, problems } = await open(url, { width, dark });
    await page.keyboard.press('h');
    await status(page).toContain('saved');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(
      background
        .match(/\d+/g)!
        .slice(0, 3)
        .every((value) => Number(value) > 128),
    ).toBe(!dark);
    // Tab leads through all of them, once around.
    const controls = await page.locator('button, input').count();
    const reached = new Set<string>();
    for (let i = 0; i < controls + 3; i++) {
      await page.keyboard.press('Tab');
      const focus = await page.evaluate(() => {
        const one = document.activeElement;
        if (!(one instanceof HTMLElement) || one === document.body) return undefined;
        const name = one.innerText || one.getAttribute('aria-label') || one.closest('label')?.innerText || '';
        return { name, outline: getComputedStyle(one).outlineStyle };
      });
      if (focus === undefined) continue;
      expect(focus.name).not.toBe('');
      expect(focus.outline).not.toBe('none');
      reached.add(focus.name);
    }
    expect(reached.size).toBeGreaterThanOrEqual(controls);
    expect(await page.locator('canvas[role=img][aria-label*="decision"]').count()).toBe(1);
    expect(await page.locator('[role=status]').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('a button with the focus is pressed by the space bar, and letters do nothing where they are turned off', async () => {
    const { url, store } = await sitting(reviewedFolder(root, TEXTS));
    const { page } = await open(url);
    await page.locator('#keys').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('e');
    await page.locator('#verdicts button').first().focus();
    await page.keyboard.press(' ');
    await status(page).toContain('saved: hold');
    expect(store.review.labelled).toBe(1);
    expect([...store.review.labels.values()]).toEqual([{ reason: 'mid_turn_pause', confidence: null }]);
  });
});
