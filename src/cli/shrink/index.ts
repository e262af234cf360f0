/** `turnrig shrink`: the smallest scenario that still shows a fault at the chosen rate. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { FAULTS } from '../../shrink/model.js';
import { processConsole } from '../console.js';
import { list, whole } from '../option-values.js';
import { budgetOf } from './budget.js';
import { shrink, type ShrinkOptions } from './shrink.js';

/** Below this a sequential test would need hundreds of sessions a candidate. */
const LEAST_RATE = 0.1;
const LONGEST_RESOLUTION_MS = 500;

function rateOf(value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!(number >= LEAST_RATE && number <= 1)) throw new InvalidArgumentError(`a share from ${LEAST_RATE} to 1 is wanted.`);
  return number;
}

export function registerShrink(command: Command): void {
  command
    .argument('<scenario>', 'scenario file (YAML), such as `turnrig replay` writes, or the name of a suite that comes with turnrig')
    .option('--scene <id>', 'the scene or variant, where the file has more than one')
    .option('--turn <id>', 'the fault of this turn (default: the one that most sessions show)')
    .option('--agent <spec>', '[LABEL=]preset:NAME, name:AGENT, auto, wait or reference:BEHAVIOUR[=MS]', list, [])
    .option('--agent-cmd <command>', 'start this command as the agent, as `turnrig run` does')
    .addOption(new Option('--fault <kind>', 'what must show again').choices(FAULTS).default('cutoff'))
    .option('--rate <share>', 'how often it must show, 0.1 to 1', rateOf, 0.8)
    .option('--budget <budget>', 'at most so many sessions ("200") in all, or minutes ("30m") in this call', budgetOf)
    .option('--resolution <ms>', 'pauses and waits are shortened to a multiple of this', whole(1, LONGEST_RESOLUTION_MS), 10)
    .option('--seed <number>', 'decides every draw in virtual time', whole(0), 1)
    .option('--out <folder>', 'folder of the result (default: shrunk/TIME-SCENE)')
    .option('--resume', 'go on with the search in --out; give its other options again', false)
    .option('--live', 'a room for a reference agent too (default: virtual time for it, rooms for any other)', false)
    .option('--port <number>', 'port of the embedded room server (default: a free one)', whole(1, 65_535))
    .option('--json', 'print one JSON object (shape: docs/shrink.md)', false)
    .action(async (file: string, options: ShrinkOptions) => {
      process.exitCode = await shrink(file, options, processConsole());
    });
}
