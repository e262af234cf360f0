/** `turnrig entry-yield`: opportunity-conditioned ENTRY and YIELD (entry-yield.md). */
import type { Command } from 'commander';
import { registerEntryYieldFromRun } from './from-run.js';
import { registerEntryYieldScore } from './score.js';

export function registerEntryYield(program: Command): void {
  const parent = program.command('entry-yield').description('does a model enter and yield at the opportunities that there were');
  registerEntryYieldScore(parent);
  registerEntryYieldFromRun(parent);
}
