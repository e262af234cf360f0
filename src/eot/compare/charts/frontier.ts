/** pareto_frontier: false cutoffs over latency, a line a model, lower left is better. */
import type { ModelComparison } from '../models.js';
import { VAD_NAME } from '../run.js';
import { DIM, GRID, INK, colourOf, element, label, picture, scale, shortened } from './svg.js';

const [WIDTH, HEIGHT] = [800, 540];
const BOX = { left: 64, right: 780, top: 24, bottom: 486 };
/** The part that matters to a conversation, the same for all comparisons. */
const [MOST_LATENCY, MOST_CUTOFFS] = [1.5, 0.5];
const VAD_COLOUR = '#4d4d4d';

const x = scale(0, MOST_LATENCY, BOX.left, BOX.right);
const y = scale(0, MOST_CUTOFFS, BOX.bottom, BOX.top);

function axes(): string[] {
  const parts: string[] = [];
  for (let tick = 0; tick <= 15; tick += 2) {
    const at = x(tick / 10);
    parts.push(element('line', { x1: at, x2: at, y1: BOX.top, y2: BOX.bottom, stroke: GRID }));
    parts.push(label((tick / 10).toFixed(1), at, BOX.bottom + 18, { 'text-anchor': 'middle', fill: DIM }));
  }
  for (let tick = 0; tick <= 5; tick++) {
    const at = y(tick / 10);
    parts.push(element('line', { x1: BOX.left, x2: BOX.right, y1: at, y2: at, stroke: GRID }));
    parts.push(label(`${tick * 10}%`, BOX.left - 8, at + 4, { 'text-anchor': 'end', fill: DIM }));
  }
  parts.push(
    label('Mean latency on true ends of turn (s)', (BOX.left + BOX.right) / 2, HEIGHT - 14, { 'text-anchor': 'middle', fill: INK }),
  );
  const turned = `rotate(-90 18 ${(BOX.top + BOX.bottom) / 2})`;
  parts.push(
    label('False cutoff rate on pauses', 18, (BOX.top + BOX.bottom) / 2, { 'text-anchor': 'middle', fill: INK, transform: turned }),
  );
  return parts;
}

export function frontierChart({ models, frontier, vadSwept }: ModelComparison): string {
  const lines = models.map(({ name, tradeoff }, i) => ({
    name,
    colour: colourOf(i),
    points: (frontier.get(name) ?? []).map((row) => [tradeoff.meanLatency[row] ?? 0, tradeoff.cutoffRate[row] ?? 0] as const),
    dashes: undefined as string | undefined,
  }));
  const vad = vadSwept.map(({ meanLatency, cutoffRate }) => [meanLatency, cutoffRate] as const);
  const all = [...lines, ...(vad.length === 0 ? [] : [{ name: VAD_NAME, colour: VAD_COLOUR, points: vad, dashes: '5 4' }])];
  const drawn = all.map(({ colour, points, dashes }) =>
    element('polyline', {
      points: points.map(([latency, cutoffs]) => `${x(latency).toFixed(1)},${y(cutoffs).toFixed(1)}`).join(' '),
      fill: 'none',
      stroke: colour,
      'stroke-width': 1.6,
      'stroke-dasharray': dashes,
    }),
  );
  const legend = all.flatMap(({ name, colour, dashes }, i) => {
    const at = BOX.top + 16 + i * 17;
    return [
      element('line', { x1: 590, x2: 614, y1: at - 4, y2: at - 4, stroke: colour, 'stroke-width': 2, 'stroke-dasharray': dashes }),
      label(shortened(name, 26), 620, at, { fill: INK }),
    ];
  });
  const clip = element('clipPath', { id: 'box' }, [
    element('rect', { x: BOX.left, y: BOX.top, width: BOX.right - BOX.left, height: BOX.bottom - BOX.top }),
  ]);
  const ground = element('rect', { x: 582, y: BOX.top + 2, width: 196, height: all.length * 17 + 8, fill: '#fff', 'fill-opacity': 0.85 });
  return picture(WIDTH, HEIGHT, 'Pareto frontier', [clip, ...axes(), element('g', { 'clip-path': 'url(#box)' }, drawn), ground, ...legend]);
}
