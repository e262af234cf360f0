/** `turnrig eot compare-languages`: models over the languages of a root. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { languagesReport, languagesSummary } from '../../eot/compare/languages.js';
import type { PageLanguage } from '../../eot/compare/page-data.js';
import { indentedJson } from '../../eot/python-json.js';
import { pageLanguage, writePage } from '../../../simulator/eot/page.js';
import { loadLanguages, writeLanguages } from '../../../simulator/eot/comparison.js';
import { plain, processConsole } from '../console.js';
import { packageRoot } from '../paths.js';
import { holdOptions, type HoldOptions } from './options.js';
import { pageScript } from './page-script.js';

interface LanguagesCommand extends HoldOptions {
  readonly outputDir?: string;
  readonly json: boolean;
}

export function registerCompareLanguages(command: Command): void {
  command
    .argument('<root>', 'folder that holds one span set folder a language')
    .option('--output-dir <folder>', 'default: ROOT/language_comparison');
  holdOptions(command)
    .option('--json', 'print summary.json', false)
    .action(async (given: string, options: LanguagesCommand) => {
      const console = processConsole();
      const root = resolve(given);
      const range = { min: options.minHoldSpanDuration, max: options.maxHoldSpanDuration };
      const found = await loadLanguages(root, range);
      const folder = options.outputDir === undefined ? join(root, 'language_comparison') : resolve(options.outputDir);
      await writeLanguages(folder, root, found, packageRoot());
      const languages: PageLanguage[] = [];
      for (const { language, comparison, found: names } of found.inputs)
        languages.push(await pageLanguage(join(root, language), language, { comparison, found: names, spanSet: undefined }, range));
      const page = await writePage(folder, 'End of turn: models over languages', languages, await pageScript());
      if (options.json) console.out(indentedJson(languagesSummary(found.comparison, root)));
      else
        console.out(
          plain(
            languagesReport(found.comparison)
              .replace(/!\[[^\]]*\]\([^)]*\)\n\n/g, '')
              .trim(),
          ),
        );
      for (const { language, reason } of found.comparison.skipped) console.err(plain(`left out: ${language}: ${reason}`));
      if (!options.json) console.err(`written: ${page}`);
    });
}
