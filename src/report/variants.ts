/** Swept scenes by their swept values, in words and as rows: the same in the console and on the page. */
import type { Measure, RunSummary, VariantMeasure, VariantSummary } from '../score/model.js';
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
  readonly rows: readonly { readonly value: string; readonly cells: readonly (VariantSummary | undefined)[] }[];
}

export function sweepTables({ variants }: Pick<RunSummary, 'variants'>): readonly SweepTable[] {
  const all = variants ?? [];
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

/** "cut 7 of 20, no reply in time 1 of 20, wait 712 ms (n=12)". */
export function variantWords(one: VariantSummary | undefined): string {
  if (one === undefined || one.sessions === 0) return 'none scored';
  const failures = one.measures
    .filter(({ measure, failed, decided }) => decided > 0 && !COVERAGE.has(measure) && (failed > 0 || ALWAYS.has(measure)))
    .map(({ measure, failed, decided }) => `${FAILED_WORDS[measure] ?? `${measure} failed`} ${failed} of ${decided}`);
  const wait = one.measures.find(({ measure }) => measure === 'reply');
  const waited = wait?.medianMs === undefined ? [] : [`wait ${Math.round(wait.medianMs)} ms (n=${wait.n})`];
  return [...failures, ...waited].join(', ') || 'nothing decided';
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
