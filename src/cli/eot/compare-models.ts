/** `turnrig eot compare-models`: models of one language against each other. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { modelsJson } from '../../eot/compare/models-json.js';
import { modelsReport } from '../../eot/compare/models-report.js';
import { indentedJson } from '../../eot/python-json.js';
import { openDataset } from '../../../simulator/eot/dataset.js';
import { hubFromEnvironment } from '../../../simulator/eot/hub.js';
import { pageLanguage, writePage } from '../../../simulator/eot/page.js';
import { checkSpanSet, loadComparison, writeModelsComparison } from '../../../simulator/eot/comparison.js';
import { plain, processConsole } from '../console.js';
import { packageRoot } from '../paths.js';
import { holdOptions, type HoldOptions } from './options.js';
import { pageScript } from './page-script.js';

interface ModelsCommand extends HoldOptions {
  readonly data?: string;
  readonly name: string;
  readonly split: string;
  readonly json: boolean;
}

export function registerCompareModels(command: Command): void {
  command.argument('<folder>', 'span set folder of one language');
  holdOptions(command)
    .option('--data <data set>', 'its sounds are played on the page: folder, file, or OWNER/NAME on the hub')
    .option('--name <configuration>', 'configuration of that data set', 'all')
    .option('--split <split>', 'split of that data set', 'validation')
    .option('--json', 'print one JSON object (shape: docs/eot.md)', false)
    .action(async (folder: string, options: ModelsCommand) => {
      const console = processConsole();
      const spanSet = resolve(folder);
      await checkSpanSet(spanSet);
      const range = { min: options.minHoldSpanDuration, max: options.maxHoldSpanDuration };
      const found = await loadComparison(spanSet, range);
      const { data: path, name, split } = options;
      const dataset = path === undefined ? undefined : await openDataset({ path, name, split, hub: hubFromEnvironment(process.env) });
      const written = await writeModelsComparison(spanSet, found, packageRoot());
      const language = await pageLanguage(spanSet, basename(spanSet), found, range, dataset);
      const page = await writePage(written, `End of turn: models in ${language.name}`, [language], await pageScript());
      if (options.json) console.out(indentedJson({ folder: written, page, ...modelsJson(found.comparison) }));
      else {
        console.out(plain(tables(modelsReport(found.comparison))));
        console.err(`written: ${page}`);
      }
    });
}

/** The report's tables without its pictures. */
function tables(report: string): string {
  return report.replace(/!\[[^\]]*\]\([^)]*\)\n\n/g, '').trim();
}
