/** SID-bench against reference vectors: a sample of them by `npm test`, all by `npm run verify`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { match } from '../../src/sid/match.js';
import type { Case, Definition, SidScore } from '../../src/sid/model.js';
import { readPredictions, readTruth } from '../../src/sid/read.js';
import { scoreSid } from '../../src/sid/score.js';
import { close } from '../stats/vectors.js';

interface Vectors {
  readonly gt: readonly { readonly audio: string }[];
  readonly pred: readonly { readonly audio: string }[];
  readonly expected_notebook: {
    readonly FIR: number;
    readonly IRL: number;
    readonly APT: number;
    readonly n: number;
    readonly n_false_alarm: number;
    readonly n_delay_items: number;
    readonly per_item: readonly { readonly audio: string; readonly case: string; readonly penalty_time: number }[];
  };
  readonly expected_readme: {
    readonly FIR: number;
    readonly IRL: number;
    readonly APT: number;
    readonly n_nonbreak: number;
    readonly n_true_positive_within_tol: number;
  };
}

export const jsonl = (rows: readonly object[]): Uint8Array => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

export function scoreRows(gt: readonly object[], pred: readonly object[], definition: Definition): SidScore {
  const refuse = (problem: object): never => {
    throw new Error(JSON.stringify(problem));
  };
  const clips = readTruth(jsonl(gt), 'truth.jsonl', 'all', refuse);
  const matched = match(clips, readPredictions(jsonl(pred), 'predictions.jsonl', refuse));
  if (!('pairs' in matched)) throw new Error(JSON.stringify(matched.mismatch));
  return scoreSid(matched.pairs, definition);
}

const CASE: Readonly<Record<string, Case>> = {
  near: 'within',
  tn: 'none',
  false_alarm: 'false-alarm',
  miss: 'missed',
  late: 'late',
  early_false_alarm: 'early',
};

export function checkSid(folder: string): void {
  const {
    gt,
    pred,
    expected_notebook: notebook,
    expected_readme: text,
  } = JSON.parse(readFileSync(join(folder, 'sid.json'), 'utf8')) as Vectors;
  const byNotebook = scoreRows(gt, pred, 'notebook');
  close(byNotebook.all.fir.value, notebook.FIR);
  close(byNotebook.all.irl.value, notebook.IRL);
  close(byNotebook.all.apt.value, notebook.APT);
  expect(byNotebook.all.clips).toBe(notebook.n);
  expect(byNotebook.all.fir.hits).toBe(notebook.n_false_alarm);
  expect(byNotebook.all.irl.clips).toBe(notebook.n_delay_items);
  expect(byNotebook.items.map((one) => [one.clip.audio, one.case])).toEqual(notebook.per_item.map((one) => [one.audio, CASE[one.case]]));
  for (const [i, one] of notebook.per_item.entries()) close(byNotebook.items[i]?.penalty, one.penalty_time);
  const byText = scoreRows(gt, pred, 'text');
  close(byText.all.fir.value, text.FIR);
  close(byText.all.irl.value, text.IRL);
  close(byText.all.apt.value, text.APT);
  expect(byText.all.fir.clips).toBe(text.n_nonbreak);
  expect(byText.all.irl.clips).toBe(text.n_true_positive_within_tol);
}
