/** `turnrig replay CALL --agent SPEC [--agent SPEC2]`: a recorded call played again until the bug shows, or surely does not. */
import type { Command } from 'commander';
import { TurnrigError } from '../../error.js';
import { processConsole } from '../console.js';
import { replayOptions, type ReplayFlags } from './options.js';
import { replay } from './run.js';

/** Options that a run's plan is made of, by commander's names. */
const OF_THE_PLAN = [
  'user',
  'agentChannel',
  'labels',
  'call',
  'turns',
  'turn',
  'history',
  'repeat',
  'untilSure',
  'window',
  'detector',
  'seed',
];

/** `--resume` goes on with what was planned: an option that could only be passed over is refused. @throws TurnrigError `input` */
function refuseOtherPlan(command: Command): void {
  const given = OF_THE_PLAN.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined) return;
  const flag = command.options.find((option) => option.attributeName() === given)?.long ?? given;
  throw new TurnrigError('input', `--resume goes on with the plan of its run: ${flag} cannot be given with it.`, {
    hint: 'Leave it out, or begin another run with it.',
  });
}

export function registerReplay(command: Command): void {
  replayOptions(command).action(async (path: string | undefined, flags: ReplayFlags) => {
    if (flags.resume !== undefined) refuseOtherPlan(command);
    process.exitCode = await replay(path, flags, processConsole());
  });
}
