/** What systems are called: their agents, the labels of their runs, or as much of their runs' folders as tells them apart. */
import { dirname, resolve, sep } from 'node:path';
import { TurnrigError } from '../../error.js';
import { splitLabel } from '../table-files.js';

export interface NamedRun {
  readonly given: string;
  readonly label: string | undefined;
  readonly agents: readonly string[];
}

/** @throws TurnrigError `input` when two runs have one label: no name would be left that is of one system only. */
export function refuseEqualLabels(given: readonly string[]): void {
  const labels = given.flatMap((one) => splitLabel(one).label ?? []);
  const twice = labels.find((label, i) => labels.indexOf(label) !== i);
  if (twice !== undefined)
    throw new TurnrigError('input', `two runs have the label ${twice}`, { hint: 'Give each run a label of its own, or none.' });
}

/** One system while its name is looked for. */
interface Candidate {
  readonly run: number;
  /** Names from the shortest on. */
  readonly ways: readonly string[];
  way: number;
}

/** A name a system, by run; no two are alike where the labels differ. */
export function systemNames(runs: readonly NamedRun[]): string[][] {
  const all = runs.flatMap(({ label, agents }) => (label !== undefined && agents.length === 1 ? [label] : agents));
  const twice = (name: string): boolean => all.filter((one) => one === name).length > 1;
  const folders = foldersOf(runs.map(({ given }) => resolve(given)));
  const systems = runs.flatMap(({ label, agents }, run) =>
    agents.map((agent): Candidate => {
      if (label !== undefined) return { run, ways: [agents.length === 1 ? label : `${label}/${agent}`], way: 0 };
      return { run, ways: [agent, ...(folders[run] ?? []).map((folder) => `${folder}/${agent}`)], way: twice(agent) ? 1 : 0 };
    }),
  );
  for (;;) {
    const names = systems.map(nameOf);
    const alike = systems.filter((one) => one.way < one.ways.length - 1 && names.filter((name) => name === nameOf(one)).length > 1);
    if (alike.length === 0) break;
    for (const one of alike) one.way++;
  }
  return runs.map((_, run) => systems.filter((one) => one.run === run).map(nameOf));
}

const nameOf = ({ ways, way }: Candidate): string => ways[way] ?? '';

/** Of each folder: its last name, its last two, and so on to the folder that holds all of them, as many of each; then its whole path. */
function foldersOf(paths: readonly string[]): string[][] {
  const parts = paths.map((path) => path.split(sep));
  const above = paths.map((path) => dirname(path).split(sep));
  const [first = []] = above;
  let common = 0;
  while (common < first.length && above.every((one) => one[common] === first[common])) common++;
  const longest = Math.max(...parts.map(({ length }) => length - common));
  return parts.map((own, i) => [
    ...Array.from({ length: longest }, (_, n) => own.slice(Math.max(common, own.length - n - 1)).join('/')),
    paths[i] ?? '',
  ]);
}
