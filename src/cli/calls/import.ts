/** `turnrig calls import DATASET --out FOLDER`: turns and silences of an eot-bench data set as labelled calls. */
import type { Command } from 'commander';
import { importDataset } from '../../../simulator/calls/import-dataset.js';
import { hubFromEnvironment } from '../../../simulator/eot/hub.js';
import { TABLES } from '../../calls/model.js';
import { spansCsv, turnsCsv } from '../../calls/write.js';
import { plain, processConsole, type Console } from '../console.js';
import { refuseEmptyOut } from '../out-option.js';
import { writeFiles } from '../write-files.js';

interface ImportCommand {
  readonly out: string;
  readonly split: string;
  readonly json: boolean;
}

/** @throws EotError, TurnrigError where the data set cannot be read or the files not be written. */
export async function importCalls(path: string, options: ImportCommand, console: Console): Promise<void> {
  refuseEmptyOut(options.out, 'the files go');
  const found = await importDataset({ path, name: 'all', split: options.split, hub: hubFromEnvironment(process.env) });
  await writeFiles(options.out, {
    [TABLES.turns]: turnsCsv(found.map(({ turn }) => turn)),
    [TABLES.spans]: spansCsv(found.flatMap(({ spans }) => spans)),
  });
  const [turns, spans] = [found.length, found.reduce((sum, one) => sum + one.spans.length, 0)];
  if (options.json) console.out(JSON.stringify({ out: options.out, turns, spans }, null, 2));
  else console.out(plain(`${turns} turns and ${spans} silences in ${options.out}`));
}

export function registerCallsImport(command: Command): void {
  command
    .argument('<dataset>', 'folder or file of a data set, or owner/name of the hub')
    .requiredOption('--out <folder>', `where ${TABLES.turns} and ${TABLES.spans} go`)
    .option('--split <name>', 'split of the data set', 'validation')
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (path: string, options: ImportCommand) => importCalls(path, options, processConsole()));
}
