/** ENTRY and YIELD, and average precision, against reference vectors: a sample of them by `npm test`, all by `npm run verify`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FrameCollector } from '../../src/entry-yield/frames.js';
import { READINGS, type Reading } from '../../src/entry-yield/model.js';
import { readReviews } from '../../src/entry-yield/reviews.js';
import { scoreOpportunities, type Scores } from '../../src/entry-yield/score.js';
import { summarise, type EntryYieldScore } from '../../src/entry-yield/summary.js';
import { averagePrecision } from '../../src/stats/average-precision.js';
import { rocAuc } from '../../src/stats/roc-auc.js';
import { readJsonl } from '../../src/tabular/jsonl.js';
import { jsonl } from '../sid/vectors.js';
import { close } from '../stats/vectors.js';

const read = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

export function scoreOf(
  reviews: readonly object[],
  frames: readonly (readonly [session: string, t: number, p: number])[],
  reading: Reading = 'half-open',
): EntryYieldScore {
  const refuse = (problem: object): never => {
    throw new Error(JSON.stringify(problem));
  };
  const options = { kinds: new Map(), allowProvisional: false, tolerance: 0.05 };
  const read = readReviews(readJsonl(jsonl(reviews), 'reviews.jsonl', refuse), options);
  const collector = new FrameCollector();
  for (const [session, t, p] of frames) {
    const problem = collector.add(session, t, p);
    if (problem !== undefined) throw new Error(problem);
  }
  const sessions = collector.sessions();
  const { scored, excluded }: Scores = scoreOpportunities(read.opportunities, sessions, reading);
  return summarise({ reading, scored, excluded: [...read.excluded, ...excluded], sessions, operatingPoints: [] });
}

interface Result {
  readonly ap: number;
  readonly n_pos: number;
  readonly n_neg: number;
  readonly excluded_no_frame: number;
  readonly prevalence: number;
}

export interface OpportunityVectors {
  readonly t: readonly number[];
  readonly p_wearer: readonly number[];
  readonly entry: readonly { readonly score_closed: number | null; readonly score_halfopen: number | null }[];
  readonly yield: readonly { readonly score: number | null }[];
  readonly entry_result_closed: Result;
  readonly entry_result_halfopen: Result;
  readonly yield_result: Result;
}

function checkTask(found: EntryYieldScore['tasks']['entry'], wanted: Result): void {
  close(found.ap, wanted.ap);
  close(found.prevalence, wanted.prevalence);
  expect([found.positives, found.negatives, found.reviews - found.scored]).toEqual([wanted.n_pos, wanted.n_neg, wanted.excluded_no_frame]);
}

export function checkOpportunities(folder: string): void {
  const vectors = read(folder, 'easycom_opportunity') as OpportunityVectors;
  const reviews = [
    ...vectors.entry.map((event, i) => ({ ...event, id: `entry-${i}` })),
    ...vectors.yield.map((event, i) => ({ ...event, id: `yield-${i}` })),
  ];
  const frames = vectors.t.map((t, i) => ['', t, vectors.p_wearer[i] ?? NaN] as const);
  for (const reading of READINGS) {
    const score = scoreOf(reviews, frames, reading);
    checkTask(score.tasks.entry, reading === 'closed' ? vectors.entry_result_closed : vectors.entry_result_halfopen);
    checkTask(score.tasks.yield, vectors.yield_result);
    const scores = new Map(score.scored.map((one) => [one.id, one.score]));
    const excluded = new Map(score.excluded.map((one) => [one.id, one.why]));
    const check = (id: string, wanted: number | null): void => {
      if (wanted === null) expect(excluded.get(id), id).toBe('no-frame');
      else close(scores.get(id), wanted);
    };
    for (const [i, event] of vectors.entry.entries()) check(`entry-${i}`, reading === 'closed' ? event.score_closed : event.score_halfopen);
    for (const [i, event] of vectors.yield.entries()) check(`yield-${i}`, event.score);
  }
}

export function checkAveragePrecision(folder: string): void {
  const cases = read(folder, 'average_precision') as readonly {
    readonly y: readonly number[];
    readonly score: readonly number[];
    readonly ap: number;
    readonly auc: number | null;
  }[];
  expect(cases.length).toBeGreaterThan(0);
  for (const { y, score, ap, auc } of cases) {
    const items = y.map((label, i) => ({ positive: label === 1, score: score[i] ?? NaN }));
    // Where there is no positive, scikit-learn warns and says 0; here that is nothing.
    if (y.includes(1)) close(averagePrecision(items), ap);
    else expect(averagePrecision(items)).toBeUndefined();
    if (auc === null) expect(rocAuc(items)).toBeUndefined();
    else close(rocAuc(items), auc);
  }
}
