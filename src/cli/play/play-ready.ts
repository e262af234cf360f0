/** A run from its first session to its scores, interrupted or not. */
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { TurnrigError } from '../../error.js';
import { resumeCommand } from '../again.js';
import type { Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { noteLatencyBasis } from './calibration-source.js';
import { defaultConcurrency, play, type PlayOptions } from './play.js';
import type { Ready, RunOptions } from './prepare.js';
import { openRoom } from './room-keeper.js';

/** Plays what is left of a run, scores it and reports it. @returns the exit code. @throws TurnrigError for everything that a user can mend. */
export async function playReady(
  { store, specs, expected }: Ready,
  options: RunOptions,
  console: Console,
  finishRun: (reader: RunReader) => Promise<ExitCode>,
  more: Pick<PlayOptions, 'looks' | 'history'> = {},
): Promise<ExitCode> {
  const interrupt = onInterrupt(console);
  try {
    const played = await play({
      store,
      specs,
      command: options.agentCmd,
      ...(options.agentEnv === undefined ? {} : { commandEnv: options.agentEnv }),
      openRoom: options.memory ? undefined : () => openRoom(process.env, options.port),
      beforePlay: (room) => noteLatencyBasis({ store, room, wanted: options.calibrate, console, signal: interrupt.signal }),
      // In memory the energy detector listens: it is synchronous, so that virtual time runs free.
      detector: options.liveEar ?? (options.memory ? 'energy' : 'silero'),
      ...more,
      concurrency: options.concurrency ?? defaultConcurrency(specs, options.memory),
      expected,
      console,
      signal: interrupt.signal,
    });
    // What was recorded is scored however the plan came to its end: an interrupted run has a report too.
    const code = await finishRun(store.reader());
    if (played.fatal !== undefined) {
      throw new TurnrigError(played.fatal.code, `the run was given up: ${played.fatal.message}`, {
        hint: [played.fatal.hint.replace(/[^.]$/, '$&.'), `What was recorded is kept: ${resumeCommand(store.dir, options)}`]
          .join(' ')
          .trim(),
      });
    }
    if (!interrupt.signal.aborted) return code;
    console.err(
      played.stopped
        ? `interrupted; go on with: ${resumeCommand(store.dir, options)}`
        : 'interrupted after the last session: the result above is whole',
    );
    return EXIT.interrupted;
  } finally {
    interrupt.release();
    await store.close();
  }
}
