/** Lists of windows on a page: opened by a click on their numbers, and read. */
import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { WindowRef } from '../../src/score/counted.js';

/** @returns the page, and what was wrong on it: errors, and requests for anything that is not on disk. */
export async function openedIn(browser: Browser, address: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && problems.push(request.url()));
  await page.goto(address);
  return { page, problems };
}

/** What comes by itself, however busy the machine is. */
export const soon = <T>(what: () => Promise<T>) => expect.poll(what, { timeout: 60_000 });

export const key = ({ attempt, window }: WindowRef): string => `${attempt}/${window ?? ''}`;

/** What the open list holds, in its order. */
export const listed = (page: Page): Promise<string[]> =>
  page.locator('.windows-panel li a.hear').evaluateAll((links) =>
    links.map((link) => {
      const [attempt = '', window = ''] = (link.getAttribute('href') ?? '').split('#')[1]!.split('/');
      return `${attempt}/${decodeURIComponent(window)}`;
    }),
  );

/** Clicks each number and reads its list, sorted. */
export const listsBehind = (page: Page, hrefs: readonly string[]): Promise<string[][]> =>
  page.evaluate((all) => {
    const panel = document.querySelector('.windows-panel')!;
    return all.map((href) => {
      document.querySelector<HTMLElement>(`a.n[href="${href}"]`)!.click();
      const rows = [...panel.querySelectorAll('li a.hear')].map((one) => {
        const [attempt = '', window = ''] = (one.getAttribute('href') ?? '').split('#')[1]!.split('/');
        return `${decodeURIComponent(attempt)}/${decodeURIComponent(window)}`;
      });
      return rows.sort();
    });
  }, hrefs);
