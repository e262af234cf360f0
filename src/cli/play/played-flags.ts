/** Flags that commands share which play a run without scenario files of their own: replay, eot live and eot tune. */
import type { RunOptions } from './prepare.js';

export interface PlayedFlags {
  readonly agent: readonly string[];
  readonly agentCmd?: string;
  readonly out?: string;
  readonly seed: number;
  readonly concurrency?: number;
  readonly memory: boolean;
  readonly port?: number;
  readonly resume?: string;
  readonly calibrate: boolean;
  readonly report: boolean;
  readonly json: boolean;
}

/** What the run is played with, as far as these flags say; all of its scenes are. */
export function playedOptions(flags: PlayedFlags): RunOptions {
  const { agent, agentCmd, out, seed, concurrency, memory, port, resume, calibrate, report, json } = flags;
  return {
    agent,
    ...(agentCmd === undefined ? {} : { agentCmd }),
    ...(out === undefined ? {} : { out }),
    scene: [],
    seed,
    ...(concurrency === undefined ? {} : { concurrency }),
    memory,
    ...(port === undefined ? {} : { port }),
    ...(resume === undefined ? {} : { resume }),
    calibrate,
    report,
    json,
  };
}
