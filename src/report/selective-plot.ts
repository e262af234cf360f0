/** The shares of requests that were answered, by the turn in which the request stands. */
import type { AtPosition } from '../score/selective/model.js';
import { html, raw, type Markup } from './escape.js';

/** Drawing sizes, in CSS pixels. */
const WIDTH = 340;
const HEIGHT = 130;
const PAD = 26;
/** Lines are told apart by dash: colour alone is not read by everybody. */
const LINES: readonly { readonly words: string; readonly dash: string; readonly share: (at: AtPosition) => number | undefined }[] = [
  { words: 'new initiation (solid)', dash: '', share: ({ newInitiation, requests }) => newInitiation / requests },
  { words: 'presence (dashed)', dash: '6 3', share: ({ presence, requests }) => presence / requests },
  {
    words: 'right answers (dotted)',
    dash: '2 3',
    share: ({ right, judged }) => (right === undefined || judged === undefined ? undefined : right / judged),
  },
];

/** @param positions by turn, rising. Undefined for less than two of them: there is nothing to see. */
export function positionPlot(name: string, positions: readonly AtPosition[]): Markup | undefined {
  const turns = positions.map(({ turn }) => turn);
  const [least, most] = [Math.min(...turns), Math.max(...turns)];
  if (turns.length < 2) return undefined;
  const x = (turn: number): string => (PAD + ((turn - least) / (most - least)) * (WIDTH - 2 * PAD)).toFixed(1);
  const y = (share: number): string => (HEIGHT - PAD - share * (HEIGHT - PAD - 12)).toFixed(1);
  const drawn = LINES.flatMap(({ words, dash, share }) => {
    const points = positions.flatMap((at): (readonly [string, string])[] => {
      const value = share(at);
      return value === undefined ? [] : [[x(at.turn), y(value)]];
    });
    if (points.length === 0) return [];
    const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.5" fill="currentColor" stroke="none" />`).join('');
    const line = points.map((point) => point.join(',')).join(' ');
    return [{ words, svg: `<polyline points="${line}" stroke-dasharray="${dash}" />${dots}` }];
  });
  const axis = `<path d="M${PAD} ${y(1)}V${y(0)}H${WIDTH - PAD}" stroke-opacity=".4" />`;
  const numbers = turns.map((turn) => `<text x="${x(turn)}" y="${HEIGHT - 8}" text-anchor="middle">${turn}</text>`).join('');
  const labels = `<text x="0" y="${Number(y(1)) + 4}">100%</text><text x="12" y="${y(0)}">0</text>${numbers}`;
  const svg = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" style="max-width:100%;height:auto" role="img" aria-label="Shares by the turn of the request" fill="none" stroke="currentColor">${axis}${drawn.map((one) => one.svg).join('')}<g stroke="none" fill="currentColor" font-size="10">${labels}</g></svg>`;
  return html`<figure class="positions" style="margin:0">${raw(svg)}<figcaption class="dim">${name}, by turn of the request: ${drawn.map((one) => one.words).join(', ')}</figcaption></figure>`;
}
