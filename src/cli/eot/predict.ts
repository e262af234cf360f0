/** `turnrig eot predict`: a batch adapter at every moment of every pause. */
import type { Command } from 'commander';
import { isBatch } from '../../eot/adapter.js';
import { BATCH_SIZE } from '../../eot/constants.js';
import { EotError } from '../../eot/error.js';
import { countQuestions, predictBatches } from '../../../simulator/eot/predict-batch.js';
import { processConsole } from '../console.js';
import { positiveInteger } from './options.js';
import { dataOptions, runPrediction, spanOptions, type DataOptions } from './predict-options.js';

export function registerPredict(eot: Command): void {
  const command = eot
    .command('predict')
    .description('ask a model at every moment of every pause and write predictions.parquet, a folder a language');
  spanOptions(dataOptions(command))
    .option('--batch-size <number>', 'questions at once', positiveInteger, BATCH_SIZE)
    .option('--limit <number>', 'only the first turns', positiveInteger)
    .action(async (options: DataOptions & { readonly batchSize: number; readonly limit?: number }) => {
      const console = processConsole();
      await runPrediction(
        options,
        { limit: options.limit },
        console,
        'predict',
        async ({ dataset, loaded, options: request, prepared, signal, progress }) => {
          const { adapter, reference } = loaded;
          if (!isBatch(adapter))
            throw new EotError(`the adapter ${adapter.adapterId} answers whole turns, not batches`, {
              type: 'TypeError',
              hint: 'Use turnrig eot predict-streaming.',
            });
          const shown = progress(await countQuestions(dataset, prepared.runs, request), 'points');
          return predictBatches(
            dataset,
            adapter,
            reference,
            prepared,
            { ...request, batchSize: options.batchSize, timeoutMs: options.timeout * 1000, signal },
            shown,
          );
        },
      );
    });
}
