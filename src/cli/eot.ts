/** `turnrig eot`: the end-of-turn benchmark, with the verbs and flags of the public tool. */
import type { Command } from 'commander';
import { addCommands, type CommandEntry } from './commands.js';

const VERBS: Readonly<Record<string, CommandEntry>> = {
  predict: {
    usage: '[options]',
    description: 'ask a model at every moment of every pause and write predictions.parquet, a folder a language',
    load: async (command) => (await import('./eot/predict.js')).registerPredict(command),
  },
  'predict-streaming': {
    usage: '[options]',
    description: 'play whole turns to a streaming adapter and write predictions.parquet and events.parquet, a folder a language',
    load: async (command) => (await import('./eot/predict-streaming.js')).registerPredictStreaming(command),
  },
  'compute-metrics': {
    usage: '[options]',
    description: 'sweep the policies over a run of predictions and write tradeoff.parquet, summary.json and intervals.json',
    load: async (command) => (await import('./eot/compute-metrics.js')).registerComputeMetrics(command),
  },
  'compare-models': {
    usage: '[options] <folder>',
    description: 'compare the models that have metrics under one span set: report.md, charts (PNG and SVG) and an interactive page',
    load: async (command) => (await import('./eot/compare-models.js')).registerCompareModels(command),
  },
  'compare-languages': {
    usage: '[options] <root>',
    description: 'heatmaps and a table of the models over every language under a root',
    load: async (command) => (await import('./eot/compare-languages.js')).registerCompareLanguages(command),
  },
  live: {
    usage: '[options] [dataset]',
    description: 'play the turns of a data set in real time to running agents; draws their points beside the offline curves',
    load: async (command) => (await import('./eot/live.js')).registerLive(command),
  },
  tune: {
    usage: '[options] [dataset]',
    description: "play a data set's turns at every combination of an agent's own settings and draw their curve; the same command goes on",
    load: async (command) => (await import('./eot/tune.js')).registerTune(command),
  },
};

export function registerEot(eot: Command, words: readonly string[]): Promise<void> {
  return addCommands(eot, VERBS, words);
}
