/** Heatmap of one budget value: languages down, models across; dark is worse, grey is nothing. */
import { formatFixed } from '../../rounding.js';
import { LANGUAGE_METRICS, languageValue, type LanguageComparison } from '../languages.js';
import { DIM, INK, element, label, picture, shortened } from './svg.js';

const CELL = { width: 92, height: 34 };
const HEAD = 150;
const SIDE = 120;
const NOTHING = '#e5e7eb';

/** Names of the benchmark's languages, in the order its leaderboard shows them. */
export const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map([
  ['en', 'English'],
  ['pt', 'Portuguese'],
  ['es', 'Spanish'],
  ['de', 'German'],
  ['hi', 'Hindi'],
  ['fr', 'French'],
  ['ja', 'Japanese'],
  ['id', 'Indonesian'],
  ['nl', 'Dutch'],
  ['it', 'Italian'],
  ['tr', 'Turkish'],
  ['ar', 'Arabic'],
  ['zh', 'Chinese'],
  ['ko', 'Korean'],
]);

/** Pale to dark blue-green; a light text is used on the darker half. */
export function heat(share: number): { readonly fill: string; readonly ink: string } {
  const stops = [
    [222, 245, 229],
    [73, 193, 173],
    [53, 123, 162],
    [62, 53, 107],
    [11, 4, 5],
  ] as const;
  const at = Math.min(0.9999, Math.max(0, share)) * (stops.length - 1);
  const [from, to] = [stops[Math.floor(at)] ?? stops[0], stops[Math.floor(at) + 1] ?? stops[4]];
  const mix = ([0, 1, 2] as const).map((i) => Math.round(from[i] + (to[i] - from[i]) * (at % 1)));
  const [r = 0, g = 0, b = 0] = mix;
  return { fill: `rgb(${r},${g},${b})`, ink: (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255 < 0.5 ? '#fff' : '#1f2937' };
}

/** The darkest value of a scale: a round number, within what a conversation bears. */
export function darkest(values: readonly number[], kind: 'rate' | 'latency'): number {
  const most = Math.max(0, ...values);
  return kind === 'rate' ? Math.max(0.1, Math.min(0.6, Math.ceil(most * 10) / 10)) : Math.max(0.5, Math.min(3, Math.ceil(most * 4) / 4));
}

export function shownLanguages(languages: readonly string[]): string[] {
  return [
    ...[...LANGUAGE_NAMES.keys()].filter((code) => languages.includes(code)),
    ...languages.filter((code) => !LANGUAGE_NAMES.has(code)),
  ];
}

export function heatmap(comparison: LanguageComparison, metric: number): string {
  const { title = '', kind = 'rate' } = LANGUAGE_METRICS[metric] ?? {};
  const languages = shownLanguages(comparison.languages);
  const all = languages.map((language) => comparison.models.map((model) => languageValue(comparison, language, model, metric)));
  const most = darkest(
    all.flat().filter((value) => value !== undefined),
    kind,
  );
  const width = Math.max(520, SIDE + comparison.models.length * CELL.width + 110);
  const parts = [label(title, 16, 28, { 'font-size': 16, fill: INK })];
  comparison.models.forEach((model, i) => {
    const x = SIDE + (i + 0.5) * CELL.width;
    parts.push(label(shortened(model, 22), x, HEAD - 8, { fill: INK, transform: `rotate(-35 ${x} ${HEAD - 8})` }));
  });
  languages.forEach((language, row) => {
    const y = HEAD + row * CELL.height;
    const name = LANGUAGE_NAMES.get(language) ?? language;
    parts.push(label(shortened(name, 16), SIDE - 10, y + CELL.height / 2 + 4, { 'text-anchor': 'end', fill: INK }));
    all[row]?.forEach((value, i) => {
      const x = SIDE + i * CELL.width;
      const { fill, ink } = value === undefined ? { fill: NOTHING, ink: DIM } : heat(value / most);
      const text = value === undefined ? '–' : kind === 'rate' ? formatFixed(value * 100, 1) : formatFixed(value * 1000, 0);
      parts.push(element('rect', { x, y, width: CELL.width - 1, height: CELL.height - 1, fill }));
      parts.push(label(text, x + CELL.width / 2, y + CELL.height / 2 + 4, { 'text-anchor': 'middle', fill: ink }));
    });
  });
  const unit = kind === 'rate' ? 'false cutoff rate (%)' : 'mean latency (ms)';
  const height = HEAD + languages.length * CELL.height + 40;
  parts.push(label(unit, SIDE, height - 14, { fill: DIM }));
  return picture(width, height, title, parts);
}
