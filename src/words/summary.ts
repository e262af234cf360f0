/**
 * Accuracies of a run as judged, and as they are once the judge's own errors are taken out (statistics.md: "Judges err: sensitivity and
 * specificity from judge-check are carried into the accuracy (Rogan-Gladen ...), with the uncorrected figure beside it").
 */
import type { CompiledScene } from '../scenario/model.js';
import type { SessionScore, WindowScore } from '../score/model.js';
import { roganGladen, type Corrected, type JudgeCheck } from '../stats/rogan-gladen.js';
import { rateOf, type Rate } from '../stats/rate.js';
import type { Checked } from './check/document.js';
import type { Judge } from './model.js';
import { SILENT_LABELS } from './windows.js';

/** What was judged with, as a run keeps it. */
export interface WordsUsed {
  readonly asr: { readonly name: string; readonly version: string };
  readonly judge: Pick<Judge, 'name' | 'kind' | 'version'>;
  readonly checked?: Checked;
}

export interface WordsMeasure {
  readonly measure: 'answer-accuracy' | 'silence';
  /** Windows that a judge looked at, and of them those that passed. */
  readonly judged: number;
  readonly judgedPass: number;
  /** Silence windows in which nothing was heard: no judge has a part in them. */
  readonly silent: number;
  readonly empty: number;
  readonly unusable: number;
  /** Because ASR or judge could not be had: in no rate. */
  readonly notJudged: number;
  readonly uncorrected: Rate;
  readonly corrected:
    | { readonly kind: 'corrected'; readonly rate: number; readonly low: number; readonly high: number; readonly n: number }
    | { readonly kind: 'none'; readonly reason: string };
}

export interface WordsSummary extends WordsUsed {
  readonly agents: readonly { readonly agent: string; readonly measures: readonly WordsMeasure[] }[];
}

interface Counts {
  readonly clusters: Map<string, { pass: number; of: number; judged: number; judgedPass: number }>;
  silent: number;
  empty: number;
  unusable: number;
  notJudged: number;
}

const MEASURES = ['answer-accuracy', 'silence'] as const;

/** Adds sessions up one after another. */
export class WordsCounts {
  readonly #agents = new Map<string, Map<(typeof MEASURES)[number], Counts>>();

  /** @param cluster of the session (cluster-of.ts). */
  add(score: SessionScore, scene: CompiledScene, cluster: string): void {
    if (score.outcome !== 'scored') return;
    for (const window of score.windows) {
      const { measure } = window;
      if (measure !== 'answer-accuracy' && measure !== 'silence') continue;
      const label = scene.turns.find(({ id }) => id === window.turn)?.label;
      // Silence that was asked of other turns is none of the protocol's.
      if (measure === 'silence' && (label === undefined || !SILENT_LABELS.has(label))) continue;
      count(this.#of(score.agent, measure), window, cluster);
    }
  }

  done(used: WordsUsed): WordsSummary {
    const agents = [...this.#agents].map(([agent, measures]) => ({
      agent,
      measures: MEASURES.flatMap((measure): WordsMeasure[] => {
        const counts = measures.get(measure);
        return counts === undefined ? [] : [measureOf(measure, counts, used)];
      }),
    }));
    return { ...used, agents };
  }

  #of(agent: string, measure: (typeof MEASURES)[number]): Counts {
    const measures = this.#agents.get(agent) ?? new Map<(typeof MEASURES)[number], Counts>();
    this.#agents.set(agent, measures);
    const counts = measures.get(measure) ?? { clusters: new Map(), silent: 0, empty: 0, unusable: 0, notJudged: 0 };
    measures.set(measure, counts);
    return counts;
  }
}

function count(counts: Counts, { verdict, flags, details }: WindowScore, cluster: string): void {
  if (flags.includes('not-judged')) counts.notJudged += 1;
  if (verdict !== 'pass' && verdict !== 'fail') return;
  const empty = flags.includes('empty-transcript');
  const unusable = flags.includes('unusable-verdict');
  if (empty) counts.empty += 1;
  if (unusable) counts.unusable += 1;
  const cell = counts.clusters.get(cluster) ?? { pass: 0, of: 0, judged: 0, judgedPass: 0 };
  counts.clusters.set(cluster, cell);
  cell.of += 1;
  if (verdict === 'pass') cell.pass += 1;
  if (details['heard'] === undefined) counts.silent += 1;
  else {
    cell.judged += 1;
    if (verdict === 'pass') cell.judgedPass += 1;
  }
}

function measureOf(measure: (typeof MEASURES)[number], counts: Counts, { checked }: WordsUsed): WordsMeasure {
  const cells = [...counts.clusters].map(([cluster, cell]) => ({ cluster, ...cell }));
  const sum = (of: (cell: (typeof cells)[number]) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  const judged = sum((cell) => cell.judged);
  const judgedPass = sum((cell) => cell.judgedPass);
  const uncorrected = rateOf(cells.map(({ cluster, pass, of }) => ({ cluster, successes: pass, windows: of })));
  const { silent, empty, unusable, notJudged } = counts;
  const base = { measure, judged, judgedPass, silent, empty, unusable, notJudged, uncorrected };
  if (checked === undefined)
    return {
      ...base,
      corrected: { kind: 'none', reason: 'the judge was not checked (turnrig judge-check --json, then --judge-check FILE)' },
    };
  // Windows of one scene are alike: what is judged counts as so many independent ones as it is worth.
  const own = rateOf(cells.map((cell) => ({ cluster: cell.cluster, successes: cell.judgedPass, windows: cell.judged })));
  const n = own.effectiveN ?? judged;
  const check: JudgeCheck = measure === 'silence' ? checked.intrusion : checked.answer;
  const found = roganGladen({ positive: judged === 0 ? 0 : (judgedPass / judged) * n, n: judged === 0 ? 0 : n }, check);
  return { ...base, corrected: withSilent(found, judged, silent) };
}

/** Where nothing was heard there was nothing to err about: those windows keep their pass. */
function withSilent(found: Corrected, judged: number, silent: number): WordsMeasure['corrected'] {
  if (judged === 0 && silent > 0) return { kind: 'none', reason: 'no judge had a part in it' };
  if (found.kind === 'refused') return { kind: 'none', reason: found.reason };
  const all = judged + silent;
  const whole = (rate: number): number => Math.round(((silent + judged * rate) / all) * 1e6) / 1e6;
  return { kind: 'corrected', rate: whole(found.rate), low: whole(found.interval.low), high: whole(found.interval.high), n: all };
}
