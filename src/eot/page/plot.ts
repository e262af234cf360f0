/** Frontiers as lines, budgets as dashed lines, and the nearest policy under the pointer in words. */
import type { PageLanguage, PagePoint } from '../compare/page-data.js';
import { VAD, colourOf, ms, percent, svg } from './dom.js';
import { VAD_NAME } from './rank.js';

const BOX = { left: 56, right: 864, top: 12, bottom: 420 };
const MOST = { latency: 1.5, cutoffs: 0.5 };
/** Pixels of the drawing within which a point counts as meant. */
const NEAR = 40;

const x = (latency: number): number => BOX.left + (latency / MOST.latency) * (BOX.right - BOX.left);
const y = (cutoffs: number): number => BOX.bottom - (cutoffs / MOST.cutoffs) * (BOX.bottom - BOX.top);

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (Pick<PagePoint, 'latency' | 'cutoffs'> & Partial<PagePoint>)[];
}

const linesOf = ({ models, vad }: PageLanguage): Line[] => [
  ...models.map(({ name, frontier }, i) => ({ name, colour: colourOf(i), points: frontier })),
  { name: VAD_NAME, colour: VAD, points: vad },
];

export function drawPlot(into: SVGElement, language: PageLanguage, budgets: { readonly cutoffs: number; readonly latency: number }): void {
  into.replaceChildren();
  for (let tick = 0; tick <= 15; tick += 3) {
    into.append(svg('line', { class: 'axis', x1: x(tick / 10), x2: x(tick / 10), y1: BOX.top, y2: BOX.bottom }));
    into.append(svg('text', { x: x(tick / 10), y: BOX.bottom + 18, 'text-anchor': 'middle' }, `${tick * 100} ms`));
  }
  for (let tick = 0; tick <= 5; tick++) {
    into.append(svg('line', { class: 'axis', x1: BOX.left, x2: BOX.right, y1: y(tick / 10), y2: y(tick / 10) }));
    into.append(svg('text', { x: BOX.left - 8, y: y(tick / 10) + 4, 'text-anchor': 'end' }, `${tick * 10}%`));
  }
  into.append(svg('text', { x: (BOX.left + BOX.right) / 2, y: 454, 'text-anchor': 'middle' }, 'mean latency on true ends of turn'));
  into.append(
    svg('line', {
      class: 'budget',
      x1: x(Math.min(budgets.latency, MOST.latency)),
      x2: x(Math.min(budgets.latency, MOST.latency)),
      y1: BOX.top,
      y2: BOX.bottom,
    }),
  );
  into.append(svg('line', { class: 'budget', x1: BOX.left, x2: BOX.right, y1: y(budgets.cutoffs), y2: y(budgets.cutoffs) }));
  for (const { colour, points } of linesOf(language)) {
    const shown = points.filter(({ latency, cutoffs }) => latency <= MOST.latency && cutoffs <= MOST.cutoffs);
    const path = shown.map(({ latency, cutoffs }) => `${x(latency).toFixed(1)},${y(cutoffs).toFixed(1)}`).join(' ');
    into.append(svg('polyline', { points: path, fill: 'none', stroke: colour, 'stroke-width': 2 }));
    for (const { latency, cutoffs } of colour === VAD ? [] : shown)
      into.append(svg('circle', { cx: x(latency), cy: y(cutoffs), r: 3, fill: colour }));
  }
}

/** The policy nearest to a place of the drawing, in words; undefined where none is near. */
export function policyAt(language: PageLanguage, place: { readonly x: number; readonly y: number }): string | undefined {
  let best: { readonly distance: number; readonly text: string } | undefined;
  for (const { name, points } of linesOf(language)) {
    for (const { latency, cutoffs, threshold, delay, timeout, detected } of points) {
      const distance = Math.hypot(x(latency) - place.x, y(cutoffs) - place.y);
      if (distance > Math.min(NEAR, best?.distance ?? NEAR)) continue;
      const policy =
        threshold === undefined || delay === undefined || timeout === undefined
          ? ''
          : `; threshold ${threshold}, action delay ${delay} s, timeout ${timeout} s, ${percent(detected)} detected`;
      best = { distance, text: `${name}: ${ms(latency)} at ${percent(cutoffs)} cutoffs${policy}` };
    }
  }
  return best?.text;
}
