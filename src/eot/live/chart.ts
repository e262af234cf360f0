/** The live points in the offline picture: false cutoffs over latency, bars for intervals, lower left is better. */
import { escapeHtml } from '../../report/escape.js';
import { DIM, GRID, INK, colourOf, element, label, picture, scale, shortened } from '../compare/charts/svg.js';

export interface ChartCurve {
  readonly name: string;
  /** Seconds and shares, by latency. */
  readonly points: readonly { readonly latency: number; readonly cutoffs: number }[];
  readonly dashed: boolean;
}

export interface ChartPoint {
  readonly name: string;
  readonly latency: number;
  readonly cutoffs: number;
  /** Absent where none may be given. */
  readonly latencyBar?: readonly [low: number, high: number];
  readonly cutoffBar?: readonly [low: number, high: number];
  /** Left out where it is not asked. */
  readonly pareto?: boolean;
}

export interface LiveChart {
  readonly title: string;
  /** Offline: what a policy would do. */
  readonly curves: readonly ChartCurve[];
  /** Live: what an agent did. */
  readonly points: readonly ChartPoint[];
}

const [WIDTH, HEIGHT] = [860, 560];
const BOX = { left: 64, right: 620, top: 24, bottom: 500 };
const LEGEND = { left: 640, line: 17, characters: 30 };
/** The least that is shown, so that pictures of one kind look alike: seconds, share. */
const [LEAST_LATENCY, LEAST_CUTOFFS] = [2, 0.5];
const VAD_COLOUR = '#4d4d4d';
const CAP = 4;

/** Ticks of 1, 2 or 5 times a power of ten, about so many of them. */
function ticks(most: number, about = 8): number[] {
  const raw = most / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

export function liveChart({ title, curves, points }: LiveChart): string {
  const most = Math.max(LEAST_LATENCY, ...points.map(({ latency, latencyBar }) => 1.05 * (latencyBar?.[1] ?? latency)));
  const worst = Math.min(1, Math.max(LEAST_CUTOFFS, ...points.map(({ cutoffs, cutoffBar }) => 1.05 * (cutoffBar?.[1] ?? cutoffs))));
  const x = scale(0, most, BOX.left, BOX.right);
  const y = scale(0, worst, BOX.bottom, BOX.top);
  const colours = curves.map((curve, i) => (curve.dashed ? VAD_COLOUR : colourOf(i)));
  const lines = curves.map(({ points: all, dashed }, i) =>
    element('polyline', {
      points: all.map((point) => `${x(point.latency).toFixed(1)},${y(point.cutoffs).toFixed(1)}`).join(' '),
      fill: 'none',
      stroke: colours[i],
      'stroke-width': 1.6,
      'stroke-dasharray': dashed ? '5 4' : undefined,
    }),
  );
  const front = points.filter(({ pareto }) => pareto === true).toSorted((a, b) => a.latency - b.latency);
  const joined =
    front.length < 2
      ? []
      : [
          element('polyline', {
            points: front.map((point) => `${x(point.latency).toFixed(1)},${y(point.cutoffs).toFixed(1)}`).join(' '),
            fill: 'none',
            stroke: INK,
            'stroke-width': 1,
            'stroke-opacity': 0.5,
          }),
        ];
  const pointColour = (i: number): string => colourOf(curves.length + i);
  const marks = points.map((point, i) => mark(point, pointColour(i), x, y));
  const clip = element('clipPath', { id: 'box' }, [
    element('rect', { x: BOX.left, y: BOX.top, width: BOX.right - BOX.left, height: BOX.bottom - BOX.top }),
  ]);
  return picture(WIDTH, HEIGHT, title, [
    clip,
    ...axes(most, worst, x, y),
    element('g', { 'clip-path': 'url(#box)' }, [...lines, ...joined]),
    ...marks,
    ...legend(curves, points, colours, pointColour),
  ]);
}

function axes(most: number, worst: number, x: (value: number) => number, y: (value: number) => number): string[] {
  const vertical = ticks(most).flatMap((tick) => [
    element('line', { x1: x(tick), x2: x(tick), y1: BOX.top, y2: BOX.bottom, stroke: GRID }),
    label(tick.toFixed(most > 20 ? 0 : 1), x(tick), BOX.bottom + 18, { 'text-anchor': 'middle', fill: DIM }),
  ]);
  const horizontal = ticks(worst, 6).flatMap((tick) => [
    element('line', { x1: BOX.left, x2: BOX.right, y1: y(tick), y2: y(tick), stroke: GRID }),
    label(`${Math.round(tick * 1000) / 10}%`, BOX.left - 8, y(tick) + 4, { 'text-anchor': 'end', fill: DIM }),
  ]);
  const turned = `rotate(-90 18 ${(BOX.top + BOX.bottom) / 2})`;
  return [
    ...vertical,
    ...horizontal,
    label('Mean latency on true ends of turn (s); live points as heard', (BOX.left + BOX.right) / 2, HEIGHT - 18, {
      'text-anchor': 'middle',
      fill: INK,
    }),
    label('False cutoff rate on pauses', 18, (BOX.top + BOX.bottom) / 2, { 'text-anchor': 'middle', fill: INK, transform: turned }),
  ];
}

function mark(point: ChartPoint, colour: string, x: (value: number) => number, y: (value: number) => number): string {
  const [cx, cy] = [x(point.latency), y(point.cutoffs)];
  const line = (x1: number, y1: number, x2: number, y2: number): string =>
    element('line', { x1, y1, x2, y2, stroke: colour, 'stroke-width': 1.4 });
  const bars: string[] = [];
  if (point.latencyBar !== undefined) {
    const [low, high] = point.latencyBar.map((value) => Math.max(BOX.left, x(value))) as [number, number];
    bars.push(line(low, cy, high, cy), line(low, cy - CAP, low, cy + CAP), line(high, cy - CAP, high, cy + CAP));
  }
  if (point.cutoffBar !== undefined) {
    const [low, high] = point.cutoffBar.map((value) => Math.max(BOX.top, y(value))) as [number, number];
    bars.push(line(cx, low, cx, high), line(cx - CAP, low, cx + CAP, low), line(cx - CAP, high, cx + CAP, high));
  }
  const told = `${point.name}: ${(100 * point.cutoffs).toFixed(1)}% false cutoffs, ${point.latency.toFixed(3)} s`;
  const dot = element('circle', { cx, cy, r: 5, fill: point.pareto === false ? '#fff' : colour, stroke: colour, 'stroke-width': 1.6 });
  return element('g', {}, [element('title', {}, [escapeHtml(told)]), ...bars, dot]);
}

function legend(
  curves: readonly ChartCurve[],
  points: readonly ChartPoint[],
  colours: readonly string[],
  pointColour: (i: number) => string,
): string[] {
  const at = (row: number): number => BOX.top + 16 + row * LEGEND.line;
  const ofCurves = curves.flatMap(({ name, dashed }, i) => [
    element('line', {
      ...{ x1: LEGEND.left, x2: LEGEND.left + 22, y1: at(i) - 4, y2: at(i) - 4 },
      stroke: colours[i],
      'stroke-width': 2,
      'stroke-dasharray': dashed ? '5 4' : undefined,
    }),
    label(shortened(`${name} (offline)`, LEGEND.characters), LEGEND.left + 28, at(i), { fill: INK }),
  ]);
  const ofPoints = points.flatMap(({ name, pareto }, i) => {
    const row = at(curves.length + i);
    const colour = pointColour(i);
    return [
      element('circle', { cx: LEGEND.left + 11, cy: row - 4, r: 4, fill: pareto === false ? '#fff' : colour, stroke: colour }),
      label(shortened(`${name} (live)`, LEGEND.characters), LEGEND.left + 28, row, { fill: INK }),
    ];
  });
  return [...ofCurves, ...ofPoints];
}
