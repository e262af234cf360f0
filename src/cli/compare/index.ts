/** `turnrig compare A B [C ...]`: agents of two or more stored runs, held against each other scene by scene. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { differencesOf, notesOf, type CheckedRun } from '../../compare/compatible.js';
import { compareDocument } from '../../compare/compare.js';
import type { CompareDocument } from '../../compare/model.js';
import { TurnrigError } from '../../error.js';
import type { PrimaryMeasure } from '../../scenario/model.js';
import { agentsOf } from '../../score/agents-of.js';
import type { ReferenceRow } from '../../text-reference/index.js';
import { compareSummary } from '../../report/compare/console.js';
import { comparePages } from '../../report/compare/pages.js';
import { plain, processConsole, type Console } from '../console.js';
import { refuseEmptyOut } from '../out-option.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Progress } from '../progress.js';
import { splitLabel } from '../table-files.js';
import { givenReference, TEXT_REFERENCE_OPTION } from '../text-reference/given.js';
import { writeFiles } from '../write-files.js';
import { refuseEqualLabels, systemNames } from './names.js';
import { CELLS_FOLDER, COMPARE_FILE, INDEX_FILE, refuseForeignFolder } from './out-folder.js';
import { checkedRun, openForCompare, readSystems, refuseTwice, type OpenedRun } from './read.js';

export interface CompareCommandOptions {
  readonly out?: string;
  readonly page: boolean;
  readonly textReference?: string;
  readonly json: boolean;
}

/**
 * Compares and prints.
 *
 * @returns 0; 3 when what the rig spoiled leaves no verdict.
 * @throws TurnrigError `input` for runs that may not be compared, `run-folder`, `store`
 */
export async function compare(given: readonly string[], options: CompareCommandOptions, console: Console): Promise<ExitCode> {
  if (given.length < 2)
    throw new TurnrigError('input', 'two runs or more are compared, and one was named', { hint: 'turnrig compare RUN RUN [RUN ...]' });
  refuseEqualLabels(given);
  refuseEmptyOut(options.out, 'the page goes');
  const folder = options.page ? pageFolder(given, options.out) : undefined;
  if (folder !== undefined) await refuseForeignFolder(folder);
  const seconds = (): number => performance.now() / 1000;
  const runs: OpenedRun[] = [];
  for (const argument of given) runs.push(await openForCompare(argument, console));
  await refuseTwice(runs);
  const checked = runs.map(checkedRun);
  const differences = differencesOf(checked);
  if (differences.length > 0)
    throw new TurnrigError('input', `these runs cannot be compared: ${differences.map(({ what }) => what).join('; ')}`, {
      hint: `${[...new Set(differences.map(({ todo }) => todo))].join('; ')}.`,
    });
  const reference = options.textReference === undefined ? undefined : await referenceFor(options.textReference, runs);
  const names = systemNames(runs.map(({ given: path, label, reader }) => ({ given: path, label, agents: agentsOf(reader.manifest) })));
  const total = runs.reduce((sum, { reader }) => sum + reader.manifest.plan.length, 0);
  const reading = new Progress(console, 'reading', total, seconds);
  let read = 0;
  const systems = [];
  for (const [i, run] of runs.entries()) systems.push(...(await readSystems(run, i, names[i] ?? [], () => reading.update(++read))));
  reading.clear();
  const comparing = new Progress(console, 'comparing', systems.length, seconds);
  const document = compareDocument({
    runs: runs.map(({ given: path, reader: { manifest } }) => ({
      run: path,
      id: manifest.id,
      createdAt: manifest.createdAt,
      transport: manifest.transport,
      server: manifest.server,
    })),
    systems,
    notes: [...notesOf(checked), ...judgeNote(reference, checked)],
    ...(reference === undefined ? {} : { reference }),
    primaries: primariesOf(runs),
    onComparison: (done) => comparing.update(0, `${done} rows`),
  });
  comparing.clear();
  const windows = systems.flatMap(({ plays }) => plays.windows);
  const page = folder === undefined ? undefined : await writePages(document, windows, runs, folder);
  if (options.json) console.out(JSON.stringify({ ...document, page: page ?? null }, null, 2));
  else {
    console.out(plain(compareSummary(document)));
    if (page !== undefined) console.out(`\npage    ${page}`);
  }
  return document.verdict.may ? EXIT.met : EXIT.undecided;
}

/** Of the first run: the scenes of the others are the same. */
function referenceFor(file: string, [first]: readonly OpenedRun[]): Promise<ReferenceRow> {
  if (first === undefined) throw new TurnrigError('internal', 'there is no run to hold it against');
  return givenReference(file, first.reader.manifest, first.given);
}

/** No reason to refuse: its words are its own, and only the judge is another. */
function judgeNote(reference: ReferenceRow | undefined, [first]: readonly CheckedRun[]): string[] {
  if (reference === undefined || first?.judgedBy?.endsWith(`, ${reference.judge}`) === true) return [];
  return [`The text reference was judged by ${reference.judge}; of the runs: ${first?.judgedBy ?? 'no words judged'}.`];
}

/** Of the first run: the scenes are the same, but a suite may have come to declare something since. */
function primariesOf([first, ...others]: readonly OpenedRun[]): Map<string, PrimaryMeasure> {
  const declared = new Map<string, PrimaryMeasure>();
  for (const { name, primary } of first?.reader.manifest.suites ?? []) {
    const same = others.every(({ reader }) => reader.manifest.suites.some((suite) => suite.name === name && suite.primary === primary));
    if (primary !== undefined && same) declared.set(name, primary);
  }
  return declared;
}

/** Beside the first run unless told otherwise. */
function pageFolder(given: readonly string[], out: string | undefined): string {
  const runs = given.map(splitLabel);
  const names = runs.map(({ label, path }) => label ?? basename(resolve(path)));
  return resolve(out ?? join(dirname(resolve(runs[0]?.path ?? '.')), `compare-${names.join('-')}`.slice(0, LONGEST_NAME)));
}

/** @returns the page to open. */
async function writePages(
  document: CompareDocument,
  windows: Parameters<typeof comparePages>[1],
  runs: readonly OpenedRun[],
  folder: string,
): Promise<string> {
  const reports = runs.map(({ reader: { dir } }) => ({
    folder: join(dir, 'report'),
    whole: existsSync(join(dir, 'report/index.html')),
    /** Sessions have files of their own where a report is large. */
    split: existsSync(join(dir, 'report/sessions')),
  }));
  const pages = comparePages(document, windows, reports, folder);
  await writeFiles(folder, { [COMPARE_FILE]: `${JSON.stringify(document, null, 2)}\n`, [INDEX_FILE]: pages.index });
  await writeFiles(join(folder, CELLS_FOLDER), pages.cells);
  return join(folder, INDEX_FILE);
}

/** Folder names end somewhere on every file system. */
const LONGEST_NAME = 120;

export function registerCompare(command: Command): void {
  command
    .argument('<runs...>', 'run folders, two or more; LABEL=RUN names a system')
    .option('--out <folder>', 'where the page goes (default: compare-... beside the first run)')
    .option(...TEXT_REFERENCE_OPTION)
    .option('--no-page', 'do not write a page')
    .option('--json', 'print one JSON object (shape: docs/compare.md)', false)
    .action(async (runs: string[], options: CompareCommandOptions) => {
      process.exitCode = await compare(runs, options, processConsole());
    });
}
