/** Bars of the best value within each of two budgets, a bar a model. */
import { REPORT_CUTOFF_BUDGETS, REPORT_LATENCY_BUDGETS } from '../../constants.js';
import { milliseconds, percent } from '../format.js';
import { valueAt, type ModelComparison } from '../models.js';
import { DIM, GRID, INK, colourOf, element, label, picture, scale, shortened } from './svg.js';

const [WIDTH, HEIGHT] = [1180, 480];
const PANEL = { width: 500, top: 44, bottom: 370 };

interface Panel {
  readonly title: string;
  readonly axis: string;
  readonly bars: readonly { readonly name: string; readonly value: number | undefined }[];
  readonly print: (value: number | undefined) => string;
}

/** The least of 1, 2, 2.5, 5, 10 times a power of ten that is no smaller. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= rough) ?? 10) * power;
}

function panel({ title, axis, bars, print }: Panel, left: number): string[] {
  const most = Math.max(...bars.map(({ value }) => value ?? 0)) || 1;
  const step = niceStep(most / 5);
  const top = Math.ceil(most / step) * step;
  const y = scale(0, top, PANEL.bottom, PANEL.top);
  const right = left + PANEL.width;
  const parts = [label(title, (left + right) / 2, 26, { 'text-anchor': 'middle', 'font-size': 15, fill: INK })];
  for (let tick = 0; tick <= Math.round(top / step); tick++) {
    const at = y(tick * step);
    parts.push(element('line', { x1: left, x2: right, y1: at, y2: at, stroke: GRID }));
    parts.push(label(print(tick * step).replace(' ms', ''), left - 8, at + 4, { 'text-anchor': 'end', fill: DIM }));
  }
  const middle = (PANEL.top + PANEL.bottom) / 2;
  parts.push(label(axis, left - 52, middle, { 'text-anchor': 'middle', fill: INK, transform: `rotate(-90 ${left - 52} ${middle})` }));
  const slot = PANEL.width / bars.length;
  bars.forEach(({ name, value }, i) => {
    const centre = left + slot * (i + 0.5);
    if (value !== undefined)
      parts.push(
        element('rect', { x: centre - slot * 0.325, width: slot * 0.65, y: y(value), height: PANEL.bottom - y(value), fill: colourOf(i) }),
      );
    const at = value === undefined ? PANEL.bottom - 6 : y(value) - 5;
    parts.push(label(print(value), centre, at, { 'text-anchor': 'middle', fill: DIM, 'font-size': 11 }));
    const turned = `rotate(-22 ${centre} ${PANEL.bottom + 16})`;
    parts.push(label(shortened(name, 30), centre, PANEL.bottom + 16, { 'text-anchor': 'end', fill: INK, transform: turned }));
  });
  return parts;
}

export function cutoffBars({ models, latencyPoints }: ModelComparison): string {
  const panels = REPORT_LATENCY_BUDGETS.map((budget) => ({
    title: `Latency budget ${budget.toFixed(1)} s`,
    axis: 'Best false cutoff rate',
    bars: models.map(({ name }) => ({ name, value: valueAt(latencyPoints, name, budget) })),
    print: percent,
  }));
  return picture(
    WIDTH,
    HEIGHT,
    'Best cutoff rate within latency budgets',
    panels.flatMap((one, i) => panel(one, 80 + i * 570)),
  );
}

export function latencyBars({ models, cutoffPoints }: ModelComparison): string {
  const panels = REPORT_CUTOFF_BUDGETS.map((budget) => ({
    title: `Cutoff budget ${Math.round(budget * 100)}%`,
    axis: 'Best mean latency (ms)',
    bars: models.map(({ name }) => ({ name, value: valueAt(cutoffPoints, name, budget) })),
    print: milliseconds,
  }));
  return picture(
    WIDTH,
    HEIGHT,
    'Best mean latency within cutoff budgets',
    panels.flatMap((one, i) => panel(one, 80 + i * 570)),
  );
}
