/** `turnrig sid`: SID-bench (semantic-interruption.md). */
import type { Command } from 'commander';
import { registerSidFromRun } from './from-run.js';
import { registerSidScore } from './score.js';

export function registerSid(program: Command): void {
  const sid = program
    .command('sid')
    .description('semantic interruption detection: does a system know when, and whether, somebody interrupts');
  registerSidScore(sid);
  registerSidFromRun(sid);
}
