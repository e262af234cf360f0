/**
 * What was measured, kept beside the docs: each benchmark that backs a claim saves its rows to docs/figures/NAME.json when it is given --save,
 * and `npm run bench -- sure` makes the README's table of them. A figure without its count, its command, its day and its machine is none.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const ROW = z.strictObject({
  /** What was measured, for a reader who has not seen the code. */
  what: z.string().min(1),
  /** The figure with its unit: "p95 0.7 ms, bias 0.1 ms". */
  figure: z.string().min(1),
  /** Of how many; undefined where nothing was counted. */
  n: z.int().positive().optional(),
});
/** "sure": how far a number may be off, or what was shown to hold; "speed": the README's table leaves it out. */
const TOPIC = z.enum(['sure', 'speed']);
const FIGURES = z.strictObject({
  topic: TOPIC,
  command: z.string().min(1),
  /** ISO date. */
  date: z.iso.date(),
  machine: z.string().min(1),
  rows: z.array(ROW).min(1),
});
export type FigureRow = z.infer<typeof ROW>;
export type Figures = z.infer<typeof FIGURES>;
/** What a benchmark says of its figures: their name (docs/figures/NAME.json), the command that makes them again, and what they are about. */
export interface FigureSource {
  readonly name: string;
  readonly command: string;
  readonly topic: z.infer<typeof TOPIC>;
}

/** Benchmarks run in the project's folder (scripts/bench.mjs). */
export const FOLDER = 'docs/figures';

/** Kind of machine only: no name of a host. */
export function machine(): string {
  const [first] = cpus();
  const model = first?.model.replace(/\s+/g, ' ').trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${arch()}, Node ${process.versions.node}`;
}

/** Writes docs/figures/NAME.json. @throws ZodError for a row without words. */
export async function saveFigures({ name, command, topic }: FigureSource, rows: readonly FigureRow[], folder = FOLDER): Promise<void> {
  const figures = FIGURES.parse({ topic, command, date: new Date().toISOString().slice(0, 10), machine: machine(), rows });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`);
}

/** All that was saved, by name in the order of their names. @throws ZodError for a file that is none. */
export async function readFigures(folder = FOLDER): Promise<ReadonlyMap<string, Figures>> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const read = async (file: string): Promise<[string, Figures]> => [
    file.replace('.json', ''),
    FIGURES.parse(JSON.parse(await readFile(join(folder, file), 'utf8'))),
  ];
  return new Map(await Promise.all(names.map(read)));
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A Markdown table of what bears on trust: what, figure, n, command; then what it was measured on. */
export function figureTable(all: ReadonlyMap<string, Figures>): string {
  const shown = [...all.values()].filter(({ topic }) => topic === 'sure');
  const rows = shown.flatMap(({ command, rows: some }) =>
    some.map(({ what, figure, n }) => `| ${cell(what)} | ${cell(figure)} | ${n ?? ''} | \`${cell(command)}\` |`),
  );
  const on = new Set(shown.map(({ date, machine: kind }) => `${date}, ${kind}`));
  return ['| what | figure | n | by |', '| --- | --- | --- | --- |', ...rows, '', `Measured: ${[...on].join('; ')}.`].join('\n');
}
