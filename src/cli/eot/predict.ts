/** `turnrig eot predict`: a batch adapter at every moment of every pause. */
import type { Command } from 'commander';
import { isBatch, type BatchAdapter } from '../../eot/adapter.js';
import { BATCH_SIZE } from '../../eot/constants.js';
import { countQuestions, predictBatches } from '../../../simulator/eot/predict-batch.js';
import { positiveInteger } from './options.js';
import { registerPrediction, type DataOptions } from './predict-options.js';

export function registerPredict(command: Command): void {
  registerPrediction<BatchAdapter, DataOptions & { readonly batchSize: number }>(command, {
    name: 'predict',
    flags: (flags) => flags.option('--batch-size <number>', 'questions at once', positiveInteger, BATCH_SIZE),
    fits: isBatch,
    otherwise: { answers: 'whole turns, not batches', hint: 'Use turnrig eot predict-streaming.' },
    unit: 'points',
    total: ({ dataset, prepared, request }) => countQuestions(dataset, prepared.runs, request),
    predict: ({ dataset, adapter, reference, prepared, request }, { batchSize }, shown) =>
      predictBatches(dataset, adapter, reference, prepared, { ...request, batchSize }, shown),
  });
}
