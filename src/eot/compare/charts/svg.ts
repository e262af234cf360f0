/** SVG by hand: shapes with attributes, all text escaped, no script and nothing from outside. */
import { escapeHtml } from '../../../report/escape.js';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

const print = (value: string | number): string => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : escapeHtml(value));

/** One element; `children` are elements already. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${print(value)}"`));
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

export function label(text: string, x: number, y: number, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, [escapeHtml(text)]);
}

/** A whole picture with a white ground, so that it reads the same on any page. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      'font-family': 'Roboto, sans-serif',
      'font-size': 12,
      role: 'img',
    },
    [element('title', {}, [escapeHtml(title)]), element('rect', { width, height, fill: '#fff' }), ...parts],
  );
}

/** A straight mapping from values to pixels. */
export type Scale = (value: number) => number;

export const scale =
  (from: number, to: number, low: number, high: number): Scale =>
  (value) =>
    low + ((value - from) / (to - from || 1)) * (high - low);

export const INK = '#1d1f23';
export const DIM = '#5c626b';
export const GRID = '#e3e1dc';

/** Ten hues that keep apart, then their light versions; models beyond twenty begin again. */
const COLOURS = [
  ...['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f', '#bcbd22', '#17becf'],
  ...['#aec7e8', '#ffbb78', '#98df8a', '#ff9896', '#c5b0d5', '#c49c94', '#f7b6d2', '#c7c7c7', '#dbdb8d', '#9edae5'],
];

export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? INK;

/** A text cut to a width, by a rough count of characters. */
export function shortened(text: string, characters: number): string {
  const all = Array.from(text);
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}
