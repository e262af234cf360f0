/**
 * Makes the labelled set of `turnrig judge-check`: node dist/bench/judge-set.js [--seed S] [--write FILE]
 * Without --write it says what is in it. The committed one is assets/judge-check/en.json, by seed 1.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeJudgeSet, textOf } from './judge-set/make.js';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, write: { type: 'string' } } });
const set = await makeJudgeSet(Number(values.seed));
const rows = new Map<string, number>();
for (const { kind, part, passes } of set.items) {
  const key = `${part} ${kind} ${passes ? 'passes' : 'fails'}`;
  rows.set(key, (rows.get(key) ?? 0) + 1);
}
for (const [key, count] of rows) console.log(key, count);
if (values.write !== undefined) writeFileSync(values.write, textOf(set));
