/** `turnrig eot predict-streaming`: an adapter that hears whole turns. */
import type { Command } from 'commander';
import { isStreaming } from '../../eot/adapter.js';
import { EotError } from '../../eot/error.js';
import { turnsToDo } from '../../../simulator/eot/predict-batch.js';
import { predictTurns } from '../../../simulator/eot/predict-streaming.js';
import { processConsole } from '../console.js';
import { floatFrom, positiveInteger } from './options.js';
import { dataOptions, runPrediction, spanOptions, type DataOptions } from './predict-options.js';

interface StreamingCommand extends DataOptions {
  readonly concurrency?: number;
  readonly limit?: number;
  readonly skipErrors: boolean;
}

export function registerPredictStreaming(eot: Command): void {
  const command = eot
    .command('predict-streaming')
    .description('play whole turns to a streaming adapter and write predictions.parquet and events.parquet, a folder a language');
  spanOptions(dataOptions(command))
    .option('--concurrency <number>', "turns at once (default: the adapter's)", positiveInteger)
    .option('--model <name>', 'model of the adapter, where it has several')
    .option('--chunk-ms <ms>', 'pieces that the adapter sends, where it has such a setting', positiveInteger)
    .option('--eot-threshold <p>', "the adapter's own threshold, where it has one", floatFrom(0, 1))
    .option('--limit <number>', 'only the first turns', positiveInteger)
    .option('--skip-unsupported-languages', 'as it is always done; kept for scripts of the public tool', false)
    .option('--skip-errors', 'record turns that fail in skipped.parquet and go on', false)
    .action(async (options: StreamingCommand) => {
      const console = processConsole();
      await runPrediction(
        options,
        { limit: options.limit },
        console,
        'predict-streaming',
        async ({ dataset, loaded, options: request, prepared, signal, progress }) => {
          const { adapter, reference } = loaded;
          if (!isStreaming(adapter))
            throw new EotError(`the adapter ${adapter.adapterId} answers batches, not whole turns`, {
              type: 'TypeError',
              hint: 'Use turnrig eot predict.',
            });
          const concurrency = options.concurrency ?? adapter.concurrency ?? 1;
          if (!Number.isInteger(concurrency) || concurrency <= 0) throw new EotError('concurrency must be positive');
          const shown = progress((await turnsToDo(prepared.runs)).size, 'turns');
          const streaming = {
            ...request,
            concurrency,
            skipErrors: options.skipErrors,
            timeoutMs: options.timeout * 1000,
            signal,
            now: () => performance.now() / 1000,
          };
          return predictTurns(dataset, adapter, reference, prepared, streaming, shown);
        },
      );
    });
}
