import { expect, it, test } from 'vitest';
import { readPredictions, type Prediction } from '../../src/calls/predictions.js';
import type { Problem } from '../../src/scenario/problem.js';
import { told } from './example.js';

function read(text: string | Uint8Array, file = 'p.csv'): { readonly found: Prediction[]; readonly problems: string[] } {
  const problems: Problem[] = [];
  const found = readPredictions(
    typeof text === 'string' ? new TextEncoder().encode(text) : text,
    file,
    (problem) => void problems.push(problem),
  );
  return { found, problems: told(problems) };
}

it('CSV in any order of columns, with more of them, as JSON lines', () => {
  const csv = read('\ufeffmodel,score,decision_ms,call_id,allow\nx,0.25,5200,demo,\nx,,7300,demo,1\nx,0.9,7300,other,0\n');
  const lines = [
    { call_id: 'demo', decision_ms: 5200, score: 0.25 },
    { call_id: 'demo', decision_ms: 7300, allow: true },
    { call_id: 'other', decision_ms: 7300, allow: false, score: 0.9 },
  ];
  const jsonl = read(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'p.jsonl');
  for (const { found, problems } of [csv, jsonl]) {
    expect(problems).toEqual([]);
    expect(found).toMatchObject([
      { callId: 'demo', decisionMs: 5_200, allow: undefined, score: 0.25 },
      { callId: 'demo', decisionMs: 7_300, allow: true, score: undefined },
      { callId: 'other', decisionMs: 7_300, allow: false, score: 0.9 },
    ]);
  }
});

test.each([
  ['call_id,decision_ms,score\n,1,0.5\n', ['p.csv:2:1 call_id must be a text']],
  ['call_id,decision_ms,score\na,1.5,0.5\n', ['p.csv:2:3 decision_ms must be whole milliseconds from 0, not "1.5"']],
  ['call_id,decision_ms,score\na,1e3,0.5\n', ['p.csv:2:3 decision_ms must be whole milliseconds from 0, not "1e3"']],
  ['call_id,decision_ms,score\na,1,0.5,extra\n', ['p.csv:2:9 the row has 4 cells, the header 3']],
  ['call_id,decision_ms,score\na,1\n', ['p.csv:2:1 the row has 2 cells, the header 3']],
  ['call_id,decision_ms,score\n ,1,0.5\n', ['p.csv:2:1 call_id must be a text']],
  ['call_id,decision_ms,score\na,1,1.01\n', ['p.csv:2:5 score must be a number from 0 to 1, not "1.01"']],
  ['call_id,decision_ms,score\na,1,NaN\n', ['p.csv:2:5 score must be a number from 0 to 1, not "NaN"']],
  ['call_id,decision_ms,allow\na,1,maybe\n', ['p.csv:2:5 allow must be 1 or 0, not "maybe"']],
  ['call_id,decision_ms,allow\na,1,\n', ['p.csv:2:1 the prediction has neither allow nor score']],
  ['call_id,decision_ms\n', ['p.csv:1:1 there is neither a column allow nor a column score']],
  ['call_id,score\n', ['p.csv:1:1 the column decision_ms is missing']],
  ['call_id,decision_ms,score,score\n', ['p.csv:1:27 the column score stands here twice']],
  ['call_id,decision_ms,score\na,1,"0.5\n', ['p.csv:2:5 a quoted cell does not end']],
  ['', ['p.csv:1:1 the file is empty']],
  [Uint8Array.from([0xff]), ['p.csv:1:1 the file is not UTF-8 text']],
])('%j', (text, problems) => {
  expect(read(text)).toEqual({ found: [], problems });
});

it('JSON lines are told by column too, however the name is written', () => {
  expect(read('{"call_id": "a", "decision_ms": "x", "score": 1}\n', 'P.JSONL').problems).toEqual([
    'P.JSONL:1:33 decision_ms must be whole milliseconds from 0, not "x"',
  ]);
});

it('rows that are right are kept beside wrong ones', () => {
  const { found, problems } = read('call_id,decision_ms,score\na,x,0.5\na,2,0.5\n');
  expect([found.map(({ decisionMs }) => decisionMs), problems.length]).toEqual([[2], 1]);
});

it('of a position that stands there twice the first is kept, and the second told', () => {
  const { found, problems } = read('call_id,decision_ms,allow\na,1,1\na,1,0\n');
  expect([found.map(({ allow }) => allow), problems]).toEqual([[true], ['p.csv:3:3 a at 1 ms stands in line 2 already']]);
});
