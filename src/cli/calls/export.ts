/** `turnrig calls export FOLDER --out DATASET`: complete turns as an eot-bench data set. */
import { Option, type Command } from 'commander';
import { exportDataset } from '../../../simulator/calls/export-dataset.js';
import { exportTurns, SCORE_POINT_MS, TAIL_RULES, type TailRule } from '../../calls/export.js';
import { MOST_MS } from '../../calls/table.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { interruptible } from '../interrupt.js';
import { whole } from '../option-values.js';
import { refuseEmptyOut } from '../out-option.js';
import { Progress } from '../progress.js';
import { soundFolder } from './load.js';
import { countsJson, countsWords } from './rates.js';

interface ExportCommand {
  readonly out: string;
  /** ms */
  readonly scorePoint: number;
  readonly tail: TailRule;
  readonly json: boolean;
}

/** @returns 3 where no turn could be exported; then there is no data set. @throws TurnrigError for what is wrong with the files. */
export async function exportCalls(dir: string, options: ExportCommand, console: Console, signal: AbortSignal): Promise<ExitCode> {
  refuseEmptyOut(options.out, 'the data set goes');
  const folder = await soundFolder(dir, console, signal);
  const rules = { scorePointMs: options.scorePoint, tail: options.tail };
  const made = exportTurns(folder.tables, folder.companion, rules);
  const [first] = made.turns;
  if (first !== undefined) {
    const progress = new Progress(console, 'cutting turns', made.turns.length, () => performance.now() / 1000);
    const onTurns = (done: number): void => progress.update(done);
    await exportDataset({ folder, made, options: rules, out: options.out, signal, onTurns }).finally(() => progress.clear());
  }
  const padded = made.turns.filter(({ padMs }) => padMs > 0).length;
  if (options.json)
    console.out(
      JSON.stringify(
        {
          out: made.turns.length > 0 ? options.out : null,
          turns: made.turns.length,
          padded,
          ...rules,
          excluded: countsJson(made.excluded),
        },
        null,
        2,
      ),
    );
  else {
    console.out(
      plain(
        `${made.turns.length} turns${made.turns.length > 0 ? ` in ${options.out}` : ', no data set'}${padded > 0 ? `, ${padded} with silence added up to ${rules.scorePointMs} ms` : ''}`,
      ),
    );
    for (const line of countsWords('excluded', made.excluded)) console.out(plain(line));
  }
  return made.turns.length > 0 ? EXIT.met : EXIT.undecided;
}

export function registerCallsExport(command: Command): void {
  command
    .argument('<folder>', 'folder of labelled calls, with the recordings that its calls.yaml names')
    .requiredOption('--out <folder>', 'the data set; a folder that is not there yet')
    .option('--score-point <ms>', 'silence that a row must have behind the turn', whole(0, MOST_MS), SCORE_POINT_MS)
    .addOption(
      new Option('--tail <rule>', 'what becomes of shorter ones: left out, or silence is added to them')
        .choices([...TAIL_RULES])
        .default('drop'),
    )
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (dir: string, options: ExportCommand) => {
      const console = processConsole();
      await interruptible(console, 'stopped: nothing was written', (signal) => exportCalls(dir, options, console, signal));
    });
}
