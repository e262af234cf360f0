/** `turnrig calls`: labelled calls, from a complaint to figures (premature-reply.md). */
import type { Command } from 'commander';
import { addCommands, type CommandEntry } from '../commands.js';

const VERBS: Readonly<Record<string, CommandEntry>> = {
  draft: {
    usage: '[options] <recordings...>',
    description: 'turns, pauses and candidate points of recordings that nobody has labelled: drafts, which no score counts',
    load: async (command) => (await import('./draft.js')).registerCallsDraft(command),
  },
  review: {
    usage: '[options] <folder>',
    description: 'label pause by pause on a page of this machine, by keyboard: sound and text end at the decision',
    load: async (command) => (await import('./review.js')).registerCallsReview(command),
  },
  validate: {
    usage: '[options] <folder>',
    description: 'check the files of labelled calls: all problems in one pass, each with file, line and column',
    load: async (command) => (await import('./validate.js')).registerCallsValidate(command),
  },
  history: {
    usage: '[options] <folder>',
    description: 'what a model may know at a position of a call: dialogue and current words, nothing of the future',
    load: async (command) => (await import('./history.js')).registerCallsHistory(command),
  },
  points: {
    usage: '[options] <folder>',
    description: 'decision points with the silences they lie in; with predictions, accuracy, detection, false allow and false block',
    load: async (command) => (await import('./points.js')).registerCallsPoints(command),
  },
  spans: {
    usage: '[options] <folder>',
    description: 'false cutoffs, detection and wait of policies on silences: VAD alone against VAD with the model on the same ones',
    load: async (command) => (await import('./spans.js')).registerCallsSpans(command),
  },
  export: {
    usage: '[options] <folder>',
    description: 'complete turns as a data set for turnrig eot and eot-bench: the user alone, 16 kHz, with the way back',
    load: async (command) => (await import('./export.js')).registerCallsExport(command),
  },
  import: {
    usage: '[options] <dataset>',
    description: 'turns and silences of such a data set as labelled calls, to the millisecond',
    load: async (command) => (await import('./import.js')).registerCallsImport(command),
  },
  agree: {
    usage: '[options] <files...>',
    description: "label files of several annotators: Cohen's kappa, and every point on which they differ",
    load: async (command) => (await import('./agree.js')).registerCallsAgree(command),
  },
};

export function registerCalls(calls: Command, words: readonly string[]): Promise<void> {
  return addCommands(calls, VERBS, words);
}
