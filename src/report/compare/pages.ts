/**
 * The pages of a comparison: an index with a table in the paper's form, and a page behind each of its cells that lists the scenes and leads
 * into the runs' own reports. Everything from outside is escaped by `html`.
 */
import { relative, sep } from 'node:path';
import type { CellWindow, CompareDocument } from '../../compare/model.js';
import { groupBy } from '../../tabular/group-by.js';
import { html } from '../escape.js';
import { page } from '../page-shell.js';
import { cellBody, pairBody, type SessionLink } from './cells.js';
import { indexBody } from './index-body.js';

/** A run's report. */
export interface RunReport {
  /** Its folder. */
  readonly folder: string;
  /** It is there. */
  readonly whole: boolean;
  /** Each session has a file of its own. */
  readonly split: boolean;
}

export interface ComparePages {
  readonly index: string;
  /** By name of file, in the folder `cells` beside the index. */
  readonly cells: Readonly<Record<string, string>>;
}

/** There is nothing to run on these pages. */
const NO_SCRIPT = '';

/** @param folder where the index will lie: links into the reports are relative to it. */
export function comparePages(
  document: CompareDocument,
  windows: readonly CellWindow[],
  reports: readonly RunReport[],
  folder: string,
): ComparePages {
  const title = document.systems.map(({ name }) => name).join(', ');
  const cells: Record<string, string> = {};
  const link = linkOf(document, reports, folder);
  const bySystem = groupBy(windows, ({ system }) => system);
  const indexOf = new Map(document.systems.map(({ name }, i) => [name, i]));
  const back = html`<p><a href="../index.html">← all of the comparison</a></p>`;
  for (const [system, own] of bySystem)
    for (const [key, cell] of groupBy(own, ({ condition, measure }) => `${condition}-${measure}`)) {
      const name = `c-${indexOf.get(system) ?? 0}-${key}.html`;
      cells[name] = page(`${system} · turnrig compare`, html`${back}${cellBody(system, cell, link)}`, NO_SCRIPT);
    }
  const rows = document.comparisons.map((one) => {
    const measure = one.what === 'wait' ? 'reply' : one.what;
    const name = `p-${indexOf.get(one.a) ?? 0}-${indexOf.get(one.b) ?? 0}-${one.condition}-${measure}.html`;
    const of = (system: string): readonly CellWindow[] =>
      (bySystem.get(system) ?? []).filter((window) => window.measure === measure && window.condition === one.condition);
    cells[name] ??= page(`${one.a} and ${one.b} · turnrig compare`, html`${back}${pairBody(one, of(one.a), of(one.b), link)}`, NO_SCRIPT);
    return `cells/${name}`;
  });
  const cellLink = (system: number, condition: string, measure: string): string | undefined => {
    const name = `c-${system}-${condition}-${measure}.html`;
    return name in cells ? `cells/${name}` : undefined;
  };
  const missing = document.runs.filter((_, i) => reports[i]?.whole !== true).map(({ run }) => run);
  return { index: page(`turnrig compare: ${title}`, indexBody(document, cellLink, rows, missing), NO_SCRIPT), cells };
}

/** Undefined where the run has no report. */
function linkOf({ systems }: CompareDocument, reports: readonly RunReport[], folder: string): SessionLink {
  const runOf = new Map(systems.map(({ name, run }) => [name, run]));
  return ({ system, attempt, id }) => {
    const report = reports[runOf.get(system) ?? -1];
    if (report?.whole !== true) return undefined;
    const to = relative(`${folder}${sep}cells`, report.folder).split(sep).map(encodeURIComponent).join('/');
    const anchor = encodeURI(`${attempt}/${id}`);
    return report.split ? `${to}/sessions/${encodeURIComponent(attempt)}.html#${anchor}` : `${to}/index.html#${anchor}`;
  };
}
