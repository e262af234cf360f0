/** `turnrig eot`: the end-of-turn benchmark, with the verbs and flags of the public tool. */
import type { Command } from 'commander';
import { registerCompareLanguages } from './eot/compare-languages.js';
import { registerCompareModels } from './eot/compare-models.js';
import { registerComputeMetrics } from './eot/compute-metrics.js';
import { registerPredictStreaming } from './eot/predict-streaming.js';
import { registerPredict } from './eot/predict.js';

export function registerEot(program: Command): void {
  const eot = program.command('eot').description('end-of-turn benchmark: predict at every pause, sweep the policies, compare models');
  for (const register of [
    registerPredict,
    registerPredictStreaming,
    registerComputeMetrics,
    registerCompareModels,
    registerCompareLanguages,
  ])
    register(eot);
  for (const command of eot.commands) command.exitOverride();
}
