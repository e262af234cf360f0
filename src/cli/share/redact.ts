/** `turnrig redact RUN --out NEW`: a run folder without names, transcripts and the sound outside of the turns that are kept. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { choose } from '../../../simulator/share/choose.js';
import { copyRun, type Copied } from '../../../simulator/share/copy-run.js';
import { newFolder, refuseExisting, refuseInside } from '../../../simulator/share/new-folder.js';
import { TurnrigError } from '../../error.js';
import type { Removes } from '../../share/model.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { interruptible } from '../interrupt.js';
import { list } from '../option-values.js';
import { refuseEmptyOut } from '../out-option.js';
import { Progress } from '../progress.js';
import { VERSION } from '../version.js';
import { ids, sourceRun } from './source.js';

interface RedactOptions {
  readonly out: string;
  readonly names: boolean;
  readonly transcripts: boolean;
  readonly audio: boolean;
  readonly keepScript: boolean;
  readonly keepTurns: readonly string[];
  readonly keepFailed: boolean;
  readonly session: readonly string[];
  readonly json: boolean;
}

/** One of the three named: that one alone. None named: all. */
function removesOf({ names, transcripts, audio, keepScript, keepTurns, keepFailed }: RedactOptions): Removes {
  const all = !names && !transcripts && !audio;
  const removes = { names: all || names, transcripts: all || transcripts, audio: all || audio, script: !keepScript };
  if (!removes.audio && (keepTurns.length > 0 || keepFailed))
    throw new TurnrigError('input', '--keep-turns and --keep-failed say which sound stays; without --audio all of it does', {
      hint: 'Add --audio, or leave them out.',
    });
  return removes;
}

async function redact(dir: string, options: RedactOptions, console: Console, signal: AbortSignal): Promise<ExitCode> {
  refuseEmptyOut(options.out, 'the redacted run goes');
  const removes = removesOf(options);
  const out = resolve(options.out);
  refuseInside(out, dir);
  await refuseExisting(out);
  const reader = await sourceRun(dir);
  const { session: sessions, keepTurns: turns, keepFailed: failed } = options;
  const chosen = await choose(reader, { sessions, turns, failed, audio: removes.audio });
  const progress = new Progress(console, 'redacting', chosen.length, () => performance.now() / 1000);
  const copied = await newFolder(out, (into) =>
    copyRun({
      reader,
      into,
      by: `turnrig ${VERSION}`,
      removes,
      chosen,
      whole: sessions.length === 0,
      onProgress: (done) => progress.update(done),
      signal,
    }),
  ).finally(() => progress.clear());
  print(out, copied, options, console);
  return EXIT.met;
}

function print(out: string, { redaction }: Copied, { json }: RedactOptions, console: Console): void {
  if (json) {
    console.out(JSON.stringify({ run: out, redaction }, null, 2));
    return;
  }
  const { counts, sessions } = redaction;
  const seconds = sessions.reduce((sum, { soundMs }) => sum + soundMs.reduce((all, [from, to]) => all + to - from, 0), 0) / 1000;
  console.out(plain(`run       ${out}`));
  console.out(`sessions  ${sessions.length}, with ${seconds.toFixed(1)} s of sound`);
  console.out(
    plain(
      `removed   ${Object.entries(counts)
        .map(([kind, n]) => `${kind} ${n}`)
        .join(', ')}`,
    ),
  );
  console.out('A voice stays a voice in the sound that was kept: docs/privacy.md says what a redaction does not do.');
}

export function registerRedact(command: Command): void {
  command
    .argument('<run>', 'run folder')
    .requiredOption('--out <folder>', 'the redacted run; a folder that is not there yet')
    .option('--names', 'take away names: participants, agents, files, ids that somebody chose (default: all three)', false)
    .option('--transcripts', 'take away texts: what was said, reported, heard and judged, and the script', false)
    .option('--audio', 'take away sound outside of the kept turns', false)
    .option('--keep-turns <ids>', 'turns whose sound stays, from 1 s before to 2 s behind; again, or with commas', ids, [])
    .option('--keep-failed', 'sound of turns with a window that failed stays as well', false)
    .option('--keep-script', "leave the scenario's own ids, titles, speakers and texts: they are nobody's", false)
    .option('--session <session>', 'copy this session alone: an attempt (s0012-a1) or its name; again for more', list, [])
    .option('--json', 'print one JSON object (shape: docs/privacy.md)', false)
    .action(async (dir: string, options: RedactOptions) => {
      const console = processConsole();
      await interruptible(console, 'stopped: nothing was written', (signal) => redact(dir, options, console, signal));
    });
}
