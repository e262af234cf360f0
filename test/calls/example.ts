/** The worked example of the source (premature-reply.md, "Example from the source"): an invented call of 9,800 ms. */
import type { Problem } from '../../src/scenario/problem.js';
import { checkCalls, type LengthOf } from '../../src/calls/rules.js';
import { readCalls } from '../../src/calls/read.js';
import type { Prediction } from '../../src/calls/predictions.js';
import { TABLES, type CallTables, type TableName } from '../../src/calls/model.js';

export const EXAMPLE: Readonly<Partial<Record<TableName, string>>> = {
  history: `call_id,role,start_ms,end_ms,transcript
demo,agent,1000,2400,您什么时候方便接电话？
demo,user,3000,4400,我明天下午
demo,user,5600,7100,不行，后天可以
demo,agent,7900,8500,后天上午可以吗？
demo,user,9000,9250,可以
`,
  points: `call_id,decision_ms,user_text_at_decision,can_reply_now,confidence,reason,annotator
demo,5200,我明天下午,0,high,mid_turn_pause,A
demo,7300,我明天下午不行，后天可以,1,high,completed_turn,A
demo,9400,可以,1,high,completed_answer,A
`,
  turns: `call_id,turn_id,start_ms,speech_end_ms,status,annotator
demo,u001,3000,7100,complete,A
demo,u002,9000,9250,complete,A
`,
  spans: `call_id,turn_id,span_index,start_ms,end_ms,label,confidence,reason,annotator
demo,u001,0,4400,5600,hold,high,mid_turn_pause,A
demo,u001,1,7100,7900,eot,high,completed_turn,A
demo,u002,0,9250,9800,eot,high,completed_answer,A
`,
};

export type Texts = Readonly<Partial<Record<TableName, string>>>;

/** Reads texts as files of their usual names, and checks them. */
export function load(texts: Texts, lengthOf?: LengthOf): { readonly tables: CallTables; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  const files = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { file: TABLES[name as TableName], bytes: new TextEncoder().encode(text) }]),
  );
  const tables = readCalls(files, report);
  if (problems.length === 0) checkCalls(tables, report, lengthOf);
  return { tables, problems };
}

/** "silence_spans.csv:2:12 the message", in the order they were told. */
export const told = (problems: readonly Problem[]): string[] =>
  problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

/** What a model says of the example's call at a position. */
export function score(decisionMs: number, value: number): Prediction {
  return { callId: 'demo', decisionMs, allow: undefined, score: value, at: { file: 'p.csv', line: 1, column: 1 } };
}

/** The example with one line of one file replaced. */
export function withLine(name: TableName, line: number, text: string, from: Texts = EXAMPLE): Texts {
  const lines = (from[name] ?? '').split('\n');
  lines[line - 1] = text;
  return { ...from, [name]: lines.join('\n') };
}
