/** What a pass came to, for people and for programs. */
import { formatDuration } from '../../src/cli/progress.js';
import type { Interval } from '../../src/stats/interval.js';
import { IndependentCounts, wilson } from '../../src/stats/wilson.js';
import { changeOf } from './equivalents.js';
import type { Mutant } from './mutants.js';

/** `noticed` by a test, `late` or `died` without an end, `survived` all of its tests, `not-run` by any. */
export const FATES = ['noticed', 'late', 'died', 'survived', 'not-run'] as const;
export type Fate = (typeof FATES)[number];

export interface Tried {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** The test that noticed it. */
  readonly by?: string;
}

export interface PassResult {
  /** Noticed of those that count, 0 to 1; undefined when none did. */
  readonly score: number | undefined;
  /** Mutants tried that count. */
  readonly mutants: number;
  readonly noticed: number;
  readonly late: number;
  readonly died: number;
  /** Tried, listed as equivalent, and not counted. */
  readonly equivalent: number;
  readonly seconds: number;
  /** Of a sample, 0 to 1: Wilson's 95% interval of the score of all that it was drawn from; undefined for all mutants, whose score is no estimate. */
  readonly interval: Interval | undefined;
  /** The seed of a sample; undefined for all mutants. */
  readonly seed: number | undefined;
  /** How many a sample was drawn from, equivalents among them; undefined for all mutants. */
  readonly population: number | undefined;
  /** Tried in an earlier pass, of which the journal knew. */
  readonly known: number;
  readonly files: readonly { readonly file: string; readonly mutants: number; readonly noticed: number; readonly equivalent: number }[];
  readonly survivors: readonly Survivor[];
  /** Entries of the list of equivalents that are wrong. */
  readonly problems: readonly string[];
}

interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly change: string;
  readonly code: string;
  readonly run: boolean;
}

const isNoticed = ({ fate }: Tried): boolean => fate !== 'survived' && fate !== 'not-run';

export function resultOf(
  tried: readonly Tried[],
  equivalents: ReadonlyMap<number, string>,
  more: Pick<PassResult, 'seconds' | 'seed' | 'population' | 'problems' | 'known'>,
): PassResult {
  const counted = tried.filter(({ mutant }) => !equivalents.has(mutant.id));
  const wrong = tried.filter((one) => equivalents.has(one.mutant.id) && isNoticed(one));
  const of = (fate: Fate): number => counted.filter((one) => one.fate === fate).length;
  const noticed = counted.filter(isNoticed).length;
  const files = [...new Set(tried.map(({ mutant }) => mutant.file))].sort().map((file) => {
    const of = (all: readonly Tried[]): readonly Tried[] => all.filter(({ mutant }) => mutant.file === file);
    const own = of(counted);
    return { file, mutants: own.length, noticed: own.filter(isNoticed).length, equivalent: of(tried).length - own.length };
  });
  const survivors = counted
    .filter((one) => !isNoticed(one))
    .sort((a, b) => a.mutant.id - b.mutant.id)
    .map(({ mutant, fate }): Survivor => {
      const { file, line, column, code } = mutant;
      return { file, line, column, change: changeOf(mutant), code, run: fate === 'survived' };
    });
  return {
    ...more,
    score: counted.length === 0 ? undefined : noticed / counted.length,
    mutants: counted.length,
    noticed,
    interval: more.seed === undefined ? undefined : intervalOf(counted),
    late: of('late'),
    died: of('died'),
    equivalent: tried.length - counted.length,
    files,
    survivors,
    problems: [
      ...more.problems,
      ...wrong.map(
        ({ mutant, by }) =>
          `${mutant.file}: "${changeOf(mutant)}" in "${mutant.code}" is no equivalent: noticed by ${by ?? 'a loop without an end'}`,
      ),
    ],
  };
}

/**
 * Mutants of a simple random sample are drawn one by one, so each is a cluster of its own. Drawn without putting back: where the sample is a large
 * share of all, the interval is wider than it had to be.
 */
function intervalOf(counted: readonly Tried[]): Interval | undefined {
  const counts = IndependentCounts.oneWindowEach(
    counted.map((one) => ({ cluster: String(one.mutant.id), successes: isNoticed(one) ? 1 : 0, windows: 1 })),
  );
  return counts && wilson(counts);
}

export function describeResult(result: PassResult, least: number): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  const width = Math.max(0, ...result.files.map(({ file }) => file.length));
  return [
    ...result.survivors.map(
      (one) => `${one.file}:${one.line}:${one.column} ${one.change}${one.run ? '' : '  (no test runs it)'}\n    ${one.code}`,
    ),
    ...(result.survivors.length > 0 ? [''] : []),
    ...result.files.map(
      ({ file, mutants, noticed, equivalent }) =>
        `${file.padEnd(width)}  ${`${noticed} of ${mutants}`.padStart(10)}  ${(mutants === 0 ? '-' : percent(noticed / mutants)).padStart(6)}` +
        (equivalent > 0 ? `  (${equivalent} equivalent)` : ''),
    ),
    '',
    `${result.noticed} of ${result.mutants} mutants noticed` +
      `${result.late + result.died > 0 ? ` (${result.late} ran without an end, ${result.died} ended the process)` : ''}, ` +
      `${result.equivalent} equivalent, in ${formatDuration(result.seconds)}${result.known > 0 ? `, ${result.known} of them in earlier passes` : ''}${result.seed === undefined ? '' : `; a sample of seed ${result.seed} out of ${result.population ?? '?'}`}`,
    `mutation score ${result.score === undefined ? 'none: nothing was tried' : percent(result.score)}` +
      `${result.interval === undefined ? '' : ` (95% interval ${percent(result.interval.low)} to ${percent(result.interval.high)})`}, at least ${percent(least)} is wanted`,
    ...result.problems.map((problem) => `equivalents.json: ${problem}`),
  ].join('\n');
}
