/** `turnrig sid`: SID-bench (semantic-interruption.md). */
import type { Command } from 'commander';
import { addCommands, type CommandEntry } from '../commands.js';

const VERBS: Readonly<Record<string, CommandEntry>> = {
  score: {
    usage: '[options]',
    description: 'false interruption rate, response latency and penalty time of predictions, per split and over all',
    load: async (command) => (await import('./score.js')).registerSidScore(command),
  },
  'from-run': {
    usage: '[options] <run>',
    description: 'barge-ins, backchannels and noises of a live run: false stops, yield latency, what came after',
    load: async (command) => (await import('./from-run.js')).registerSidFromRun(command),
  },
};

export function registerSid(sid: Command, words: readonly string[]): Promise<void> {
  return addCommands(sid, VERBS, words);
}
