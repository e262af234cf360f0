/** `turnrig replay CALL --agent SPEC [--agent SPEC2]`: a recorded call played again until the bug shows, or surely does not. */
import type { Command } from 'commander';
import { processConsole } from '../console.js';
import { replayOptions, type ReplayFlags } from './options.js';
import { replay } from './run.js';

export function registerReplay(command: Command): void {
  replayOptions(command).action(async (path: string | undefined, flags: ReplayFlags) => {
    process.exitCode = await replay(path, flags, processConsole());
  });
}
