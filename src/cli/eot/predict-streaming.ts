/** `turnrig eot predict-streaming`: an adapter that hears whole turns. */
import type { Command } from 'commander';
import { isStreaming, type StreamingAdapter } from '../../eot/adapter.js';
import { EotError } from '../../eot/error.js';
import { turnsToDo } from '../../../simulator/eot/predict-batch.js';
import { predictTurns } from '../../../simulator/eot/predict-streaming.js';
import { floatFrom, positiveInteger } from './options.js';
import { registerPrediction, type DataOptions } from './predict-options.js';

interface StreamingCommand extends DataOptions {
  readonly concurrency?: number;
  readonly skipErrors: boolean;
}

export function registerPredictStreaming(command: Command): void {
  registerPrediction<StreamingAdapter, StreamingCommand>(command, {
    name: 'predict-streaming',
    flags: (flags) =>
      flags
        .option('--concurrency <number>', "turns at once (default: the adapter's)", positiveInteger)
        .option('--model <name>', 'model of the adapter, where it has several')
        .option('--chunk-ms <ms>', 'pieces that the adapter sends, where it has such a setting', positiveInteger)
        .option('--eot-threshold <p>', "the adapter's own threshold, where it has one", floatFrom(0, 1))
        .option('--skip-unsupported-languages', 'as it is always done; kept for scripts of the public tool', false)
        .option('--skip-errors', 'record turns that fail in skipped.parquet and go on', false),
    fits: isStreaming,
    otherwise: { answers: 'batches, not whole turns', hint: 'Use turnrig eot predict.' },
    unit: 'turns',
    total: async ({ prepared }) => (await turnsToDo(prepared.runs)).size,
    predict: ({ dataset, adapter, reference, prepared, request }, options, shown) => {
      const concurrency = options.concurrency ?? adapter.concurrency ?? 1;
      if (!Number.isInteger(concurrency) || concurrency <= 0) throw new EotError('concurrency must be positive');
      const { skipErrors } = options;
      const streaming = { ...request, concurrency, skipErrors, now: () => performance.now() / 1000 };
      return predictTurns(dataset, adapter, reference, prepared, streaming, shown);
    },
  });
}
