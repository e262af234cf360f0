/** Swept scenes by their swept values, in words and as rows: the same in the console and on the page. */
import type { Measure, RunSummary, VariantMeasure, VariantSummary } from '../score/model.js';
import { below, joined, num, textOf, type Words } from './numbers.js';
import { COVERAGE } from './words.js';

/** What a failed session of a measure comes to, in a word or two. */
const FAILED_WORDS: Readonly<Partial<Record<Measure, string>>> = {
  reply: 'no reply in time',
  'false-cutoff': 'cut',
  'double-reply': 'doubled',
  silence: 'spoke',
  yield: 'not yielded',
  continue: 'broke off',
};
/** These are told even where nothing failed: they are what sweeps are made for. */
const ALWAYS: ReadonlySet<Measure> = new Set<Measure>(['reply', 'false-cutoff']);

export interface SweepTable {
  /** "cases/c02". */
  readonly scene: string;
  /** Names of the swept values, "gap". */
  readonly names: string;
  readonly agents: readonly string[];
  readonly rows: readonly { readonly value: string; readonly cells: readonly (SweepCell | undefined)[] }[];
}

/** A variant against an agent, and where it stands in the summary. */
export type SweepCell = VariantSummary & { readonly at: string };

export function sweepTables({ variants }: Pick<RunSummary, 'variants'>): readonly SweepTable[] {
  const all = (variants ?? []).map((one, i): SweepCell => ({ ...one, at: `/variants/${i}` }));
  const keyOf = ({ suite, scene }: VariantSummary): string => `${suite}/${scene}`;
  return [...new Set(all.map(keyOf))].map((scene) => {
    const own = all.filter((one) => keyOf(one) === scene);
    const agents = [...new Set(own.map(({ agent }) => agent))];
    return {
      scene,
      names: Object.keys(own[0]?.values ?? {}).join(', '),
      agents,
      rows: [...new Set(own.map(({ id }) => id))].map((id) => ({
        value: Object.values(own.find((one) => one.id === id)?.values ?? {}).join(', '),
        cells: agents.map((agent) => own.find((one) => one.id === id && one.agent === agent)),
      })),
    };
  });
}

/** Whether each of its cells is of one session at most: then it needs a row, and no table. */
export function isBrief({ rows }: SweepTable): boolean {
  return rows.every(({ cells }) => cells.every((cell) => (cell?.sessions ?? 0) <= 1));
}

/** "not yielded at 2500; met at 1000": what one session a value came to, failures first. */
export function variantBrief({ rows, agents }: SweepTable, agent: string): string {
  const column = agents.indexOf(agent);
  if (column < 0) return '-';
  const ends = new Map<string, string[]>();
  for (const { value, cells } of rows) {
    const end = endOf(cells[column]);
    ends.set(end, [...(ends.get(end) ?? []), value]);
  }
  const last = ([end]: readonly [string, readonly string[]]): number => BENIGN.indexOf(end);
  return [...ends]
    .sort((a, b) => last(a) - last(b))
    .map(([end, values]) => `${end} at ${values.join(', ')}`)
    .join('; ');
}

const [MET, UNDECIDED, UNPLAYED] = ['met', 'nothing decided', 'none scored'];
const BENIGN: readonly string[] = [UNDECIDED, UNPLAYED, MET];

function endOf(one: VariantSummary | undefined): string {
  if (one === undefined || one.sessions === 0) return UNPLAYED;
  const own = one.measures.filter(({ measure, decided }) => decided > 0 && !COVERAGE.has(measure));
  const failed = own.filter((row) => row.failed > 0).map(({ measure }) => FAILED_WORDS[measure] ?? `${measure} failed`);
  return failed.join(', ') || (own.length > 0 ? MET : UNDECIDED);
}

/** "cut 7 of 20, no reply in time 1 of 20, wait 712 ms (n=12)". */
export function variantWords(one: SweepCell | undefined): Words {
  if (one === undefined || one.sessions === 0) return ['none scored'];
  const failures = one.measures.flatMap(({ measure, failed, decided }, i): Words[] => {
    if (decided === 0 || COVERAGE.has(measure) || (failed === 0 && !ALWAYS.has(measure))) return [];
    const counts = [num(failed, '/failed', 'sessions that failed'), ' of ', num(decided, '/decided', 'sessions decided')];
    return [below(`${one.at}/measures/${i}`, [`${FAILED_WORDS[measure] ?? `${measure} failed`} `, ...counts])];
  });
  const place = one.measures.findIndex(({ measure }) => measure === 'reply');
  const wait = one.measures[place];
  const waited =
    wait?.medianMs === undefined || wait.n === undefined
      ? []
      : [below(`${one.at}/measures/${place}`, [num(wait.n, '/n', 'waits', `wait ${Math.round(wait.medianMs)} ms (n=${wait.n})`)])];
  const words = joined([...failures, ...waited]);
  return textOf(words) === '' ? ['nothing decided'] : words;
}

/** The measure whose failures make the curve of a sweep: cutoffs where there are pauses to cut into, else missing replies, else none. */
export function curveMeasure(table: SweepTable): Measure | undefined {
  const found = table.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.measures ?? []));
  const decided = (measure: Measure): boolean => found.some((one) => one.measure === measure && one.decided > 0);
  const paused = table.rows.some(({ cells }) => cells.some((cell) => (share(cell, 'false-cutoff') ?? 0) > 0));
  if (paused) return 'false-cutoff';
  return (['reply', 'false-cutoff', 'yield', 'silence'] as const).find(decided);
}

/** Share of sessions that failed; undefined where none was decided. */
export function share(one: VariantSummary | undefined, measure: Measure): number | undefined {
  const found: VariantMeasure | undefined = one?.measures.find((row) => row.measure === measure);
  return found === undefined || found.decided === 0 ? undefined : found.failed / found.decided;
}
