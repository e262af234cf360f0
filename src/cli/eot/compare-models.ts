/** `turnrig eot compare-models`: models of one language against each other. */
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { modelsJson } from '../../eot/compare/models-json.js';
import { modelsReport } from '../../eot/compare/models-report.js';
import { indentedJson } from '../../eot/python-json.js';
import { checkSpanSet, loadComparison, writeModelsComparison } from '../../../simulator/eot/comparison.js';
import { plain, processConsole } from '../console.js';
import { packageRoot } from '../paths.js';
import { holdOptions, withJsonErrors, type HoldOptions } from './options.js';

export function registerCompareModels(eot: Command): void {
  const command = eot
    .command('compare-models')
    .description('compare the models that have metrics under one span set: report.md, charts (PNG and SVG) and an interactive page')
    .argument('<folder>', 'span set folder of one language');
  holdOptions(command)
    .option('--json', 'print one JSON object (shape: docs/eot.md)', false)
    .action(async (folder: string, options: HoldOptions & { readonly json: boolean }) => {
      const console = processConsole();
      await withJsonErrors(options.json, console, async () => {
        const spanSet = resolve(folder);
        await checkSpanSet(spanSet);
        const found = await loadComparison(spanSet, { min: options.minHoldSpanDuration, max: options.maxHoldSpanDuration });
        const written = await writeModelsComparison(spanSet, found, packageRoot());
        if (options.json) console.out(indentedJson({ folder: written, ...modelsJson(found.comparison) }));
        else {
          console.out(plain(tables(modelsReport(found.comparison))));
          console.err(`written: ${join(written, 'report.md')}`);
        }
      });
    });
}

/** The report's tables without its pictures. */
function tables(report: string): string {
  return report.replace(/!\[[^\]]*\]\([^)]*\)\n\n/g, '').trim();
}
