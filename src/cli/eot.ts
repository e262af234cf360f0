/** `turnrig eot`: the end-of-turn benchmark, with the verbs and flags of the public tool. */
import type { Command } from 'commander';

/** Every verb, in the order of the help; its module is loaded when that one is asked for, as the commands' are (program.ts). */
const VERBS = new Map<string, (eot: Command) => Promise<void>>([
  ['predict', async (eot) => (await import('./eot/predict.js')).registerPredict(eot)],
  ['predict-streaming', async (eot) => (await import('./eot/predict-streaming.js')).registerPredictStreaming(eot)],
  ['compute-metrics', async (eot) => (await import('./eot/compute-metrics.js')).registerComputeMetrics(eot)],
  ['compare-models', async (eot) => (await import('./eot/compare-models.js')).registerCompareModels(eot)],
  ['compare-languages', async (eot) => (await import('./eot/compare-languages.js')).registerCompareLanguages(eot)],
  ['live', async (eot) => (await import('./eot/live.js')).registerLive(eot)],
  ['tune', async (eot) => (await import('./eot/tune.js')).registerTune(eot)],
]);

/** @param verb the one that the command line names; all are there where it names none */
export async function registerEot(program: Command, verb?: string): Promise<void> {
  const eot = program.command('eot').description('end-of-turn benchmark: predict at every pause, sweep the policies, compare models');
  const named = VERBS.get(verb ?? '');
  for (const register of named === undefined ? VERBS.values() : [named]) await register(eot);
  for (const command of eot.commands) command.exitOverride();
}
