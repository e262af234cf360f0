/**
 * "How sure are the numbers": writes the README's table from what the benchmarks saved (docs/figures).
 *
 *   node dist/bench/sure.js [--check]
 *
 * --check writes nothing and ends with 1 when the README is behind the saved figures.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { figureTable, readFigures } from './figures.js';

const README = 'README.md';
const BEGIN = '<!-- figures: npm run bench -- sure -->';
const END = '<!-- end of figures -->';

const text = await readFile(README, 'utf8');
const from = text.indexOf(BEGIN);
const to = text.indexOf(END);
if (from < 0 || to < from) throw new Error(`README.md has no place for the figures: ${BEGIN} ... ${END}`);
const table = figureTable(await readFigures());
const next = `${text.slice(0, from)}${BEGIN}\n${table}\n${text.slice(to)}`;
if (process.argv.includes('--check')) {
  console.log(next === text ? 'README.md holds the saved figures.' : 'README.md is behind docs/figures: npm run bench -- sure');
  process.exitCode = next === text ? 0 : 1;
} else {
  await writeFile(README, next);
  console.log(table);
}
