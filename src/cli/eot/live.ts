/** `turnrig eot live`: turns of a data set played in real time to a running agent, and its point in the offline picture. */
import type { Command } from 'commander';
import { EotError } from '../../eot/error.js';
import { checkHoldRange } from '../../eot/metrics/span-table.js';
import { processConsole } from '../console.js';
import { liveOptions, liveRunOptions, turnsRequest, type LiveFlags } from './live-options.js';
import { liveRun } from './live-run.js';
import { loadLiveTurns } from './live-turns.js';

export function registerLive(command: Command): void {
  command.argument('[dataset]', 'folder, parquet or JSON lines file, or OWNER/NAME on the hub');
  liveOptions(command)
    .option('--out <folder>', 'run folder to make (default: runs/TIME-eot-live)')
    .option('--resume <run>', 'go on with a run folder; give its --agent options again')
    .action(async (path: string | undefined, flags: LiveFlags) => {
      const options = liveRunOptions(flags);
      checkHoldRange(options.range);
      if (path !== undefined && flags.resume !== undefined)
        throw new EotError('--resume goes on with the turns of its run: give no data set with it.');
      const turns = flags.resume === undefined ? await loadLiveTurns(turnsRequest(path, flags)) : undefined;
      process.exitCode = (await liveRun(turns, options, processConsole())).exitCode;
    });
}
