/** `turnrig calls agree FILE FILE ...`: label files of several annotators. */
import type { Command } from 'commander';
import { agreement, type Agreement, type Conflict, type Kappa } from '../../calls/agree.js';
import type { DecisionPoint } from '../../calls/model.js';
import { readCalls } from '../../calls/read.js';
import { checkCalls } from '../../calls/rules.js';
import { TurnrigError } from '../../error.js';
import type { Problem } from '../../scenario/problem.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { refuse } from '../refuse.js';
import { readNamed } from '../table-files.js';
import { table } from '../table.js';

/** @returns 1 where annotators differ, which is for somebody to decide. @throws TurnrigError for what is wrong with the files. */
export async function callsAgree(files: readonly string[], options: { readonly json: boolean }, console: Console): Promise<ExitCode> {
  if (files.length < 2)
    throw new TurnrigError('input', 'agreement wants the files of two annotators or more', { hint: 'Name them one after the other.' });
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const read: { annotator: string; points: readonly DecisionPoint[] }[] = [];
  for (const file of files) {
    const bytes = await readNamed(file, 'calls agree');
    const tables = readCalls({ points: { file, bytes } }, report);
    checkCalls(tables, report);
    read.push({ annotator: file, points: tables.points });
  }
  refuse(problems, 'Each file has the header and rows of eot_labels.csv.');
  const found = agreement(read);
  if (options.json) console.out(JSON.stringify(json(found), null, 2));
  else console.out(plain(text(found)));
  return found.conflicts.length === 0 ? EXIT.met : EXIT.failed;
}

const kappaJson = ({ n, agreed, kappa }: Kappa): object => ({ n, agreed, kappa: kappa ?? null });
const kappaWords = ({ n, agreed, kappa }: Kappa): string => `${agreed} of ${n}, kappa ${kappa === undefined ? 'none' : kappa.toFixed(3)}`;

function json({ annotators, pairs, conflicts }: Agreement): object {
  return {
    annotators,
    pairs: pairs.map(({ annotators: two, common, label, reason, byReason }) => ({
      annotators: two,
      common,
      label: kappaJson(label),
      reason: kappaJson(reason),
      byReason: Object.fromEntries([...byReason].map(([name, kappa]) => [name, kappaJson(kappa)])),
    })),
    conflicts: conflicts.map(({ callId, decisionMs, on, said }) => ({ callId, decisionMs, on, said: said.map(saidJson) })),
  };
}

function saidJson({ annotator, canReply, reason, at }: Conflict['said'][number]): object {
  const { file, line } = at('decision_ms');
  return { annotator, canReply: canReply ?? null, reason, file, line };
}

function text({ pairs, conflicts }: Agreement): string {
  const rows = pairs.map(({ annotators: [a, b], common, label, reason }) => [
    `${a} and ${b}`,
    String(common),
    kappaWords(label),
    kappaWords(reason),
  ]);
  const list = conflicts.flatMap(({ callId, decisionMs, on, said }: Conflict) => [
    `${callId} at ${decisionMs} ms: the ${on} differs`,
    ...said.map((one) => {
      const { file, line } = one.at('decision_ms');
      return `    ${file}:${line} ${one.canReply === undefined ? 'empty' : one.canReply ? '1' : '0'} ${one.reason} (${one.annotator})`;
    }),
  ]);
  return [table([['annotators', 'in common', 'label', 'reason'], ...rows]), ...list].join('\n');
}

export function registerCallsAgree(command: Command): void {
  command
    .argument('<files...>', 'one eot_labels.csv of each annotator')
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (files: string[], options: { readonly json: boolean }) => {
      process.exitCode = await callsAgree(files, options, processConsole());
    });
}
