/** `turnrig entry-yield`: opportunity-conditioned ENTRY and YIELD (entry-yield.md). */
import type { Command } from 'commander';
import { addCommands, type CommandEntry } from '../commands.js';

const VERBS: Readonly<Record<string, CommandEntry>> = {
  score: {
    usage: '[options]',
    description: 'average precision of frame probabilities at reviewed ENTRY and YIELD opportunities',
    load: async (command) => (await import('./score.js')).registerEntryYieldScore(command),
  },
  'from-run': {
    usage: '[options] <run>',
    description: 'ENTRY and YIELD of the agents of a live run, from their waveform alone',
    load: async (command) => (await import('./from-run.js')).registerEntryYieldFromRun(command),
  },
};

export function registerEntryYield(entryYield: Command, words: readonly string[]): Promise<void> {
  return addCommands(entryYield, VERBS, words);
}
