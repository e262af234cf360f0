/** `turnrig calls history FOLDER --call ID --at MS`: the text input of one decision. */
import { Option, type Command } from 'commander';
import { TEXT_MODES, Texts, type TextMode } from '../../calls/history.js';
import { MOST_MS } from '../../calls/table.js';
import { TurnrigError } from '../../error.js';
import { suggest } from '../../scenario/nearest.js';
import { plain, processConsole, type Console } from '../console.js';
import { whole } from '../option-values.js';
import { soundFolder } from './load.js';

interface HistoryOptions {
  readonly call: string;
  /** ms */
  readonly at: number;
  readonly text?: TextMode;
  /** ms */
  readonly lag?: number;
  readonly json: boolean;
}

/** @throws TurnrigError `input` for a call or a time that is none, and for a folder that is not in order. */
export async function callHistory(dir: string, options: HistoryOptions, console: Console): Promise<void> {
  const { tables, companion } = await soundFolder(dir, console);
  const { call: callId, at: decisionMs } = options;
  const known = new Set([...tables.history, ...tables.points, ...tables.words, ...tables.asrLog].map((row) => row.callId));
  if (!known.has(callId))
    throw new TurnrigError('input', `there is no call ${JSON.stringify(callId)} in ${dir}`, { hint: suggest(callId, [...known]) });
  const point = tables.points.find((one) => one.callId === callId && one.decisionMs === decisionMs);
  const text = new Texts(tables).at(
    { callId, decisionMs, ...(point === undefined ? {} : { userText: point.userText }) },
    { mode: options.text ?? companion.text.mode, lagMs: options.lag ?? companion.text.lagMs },
  );
  const { approximation = null, lagMs = null, ...rest } = text;
  if (options.json) {
    console.out(JSON.stringify({ callId, decisionMs, ...rest, approximation, lagMs }, null, 2));
    return;
  }
  const lag = lagMs === null ? '' : `, ${lagMs} ms late`;
  console.err(plain(`${text.mode}${lag}${approximation === null ? '' : ' (an approximation: whole segments, no words)'}`));
  for (const { role, content } of text.messages) console.out(plain(`${role}: ${content}`));
}

export function registerCallsHistory(command: Command): void {
  command
    .argument('<folder>', 'folder of labelled calls')
    .requiredOption('--call <id>', 'call_id')
    .requiredOption('--at <ms>', "position in the call's recording, ms", whole(0, MOST_MS))
    .addOption(new Option('--text <mode>', 'text mode; default: that of calls.yaml, else offline').choices([...TEXT_MODES]))
    .option('--lag <ms>', 'lag of fixed_lag; default: that of calls.yaml, else 500', whole(0, MOST_MS))
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (dir: string, options: HistoryOptions) => callHistory(dir, options, processConsole()));
}
