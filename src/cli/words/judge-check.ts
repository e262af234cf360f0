/** `turnrig judge-check`: how good a judge is, and an ASR with it, on answers and intrusions whose truth is known. */
import type { Command } from 'commander';
import { fliteTts, FLITE_VOICES } from '../../../simulator/speech/flite.js';
import { checkJudge } from '../../../simulator/words/check.js';
import { KeptOutputs } from '../../../simulator/words/outputs.js';
import { TurnrigError } from '../../error.js';
import type { CheckDocument } from '../../words/index.js';
import type { Env } from '../chat-options.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { whole } from '../option-values.js';
import { Progress } from '../progress.js';
import { readSet } from './check-set.js';
import { failureLines, formatCheck } from './check-table.js';
import { asrOf, judgeOf, withWordsOptions, type WordsOptions } from './options.js';
import { makeOutFolder } from './out-folder.js';

export interface JudgeCheckOptions extends WordsOptions {
  readonly set?: string;
  readonly voice: string;
  readonly out?: string;
  readonly parallel: number;
  readonly json: boolean;
}

const PARALLEL = 4;
const MOST_PARALLEL = 64;

/** @returns 0; 3 when there are items without a verdict because a service failed. @throws TurnrigError. */
export async function judgeCheck(
  options: JudgeCheckOptions,
  env: Env,
  console: Console,
  now: () => number,
  signal?: AbortSignal,
): Promise<ExitCode> {
  const { set, sha256 } = await readSet(options.set);
  const judge = judgeOf(options, env, signal);
  if (!FLITE_VOICES.some((name) => name === options.voice))
    throw new TurnrigError('input', 'flite has no such voice', { hint: `It has ${FLITE_VOICES.join(', ')}.` });
  if (options.out !== undefined) await makeOutFolder(options.out);
  const withAsr = options.asr !== undefined || options.asrUrl !== undefined || options.asrCmd !== undefined;
  const asr = withAsr ? await asrOf(options, env, signal) : undefined;
  const progress = new Progress(console, 'checking', set.items.length, now);
  let document: CheckDocument;
  try {
    document = await checkJudge({
      set,
      sha256,
      judge,
      ...(asr === undefined ? {} : { asr: { asr, tts: fliteTts(), voice: options.voice } }),
      outputs: new KeptOutputs(options.out),
      // An embedded model has this machine's processors for itself one piece after another.
      parallel: judge.kind === 'heuristic' && asr?.name === 'moonshine-tiny' ? 1 : options.parallel,
      onProgress: (done) => progress.update(done),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    progress.clear();
    await asr?.close?.();
  }
  console.out(options.json ? JSON.stringify(document, null, 2) : plain(formatCheck(document)));
  for (const line of failureLines(document)) console.err(plain(line));
  const failed = [document.answer, document.intrusion].reduce((sum, { held, open }) => sum + held.failed + open.failed, 0);
  return failed > 0 ? EXIT.undecided : EXIT.met;
}

export function registerJudgeCheck(command: Command): void {
  withWordsOptions(command)
    .option('--set <file>', 'a labelled set of yours (docs/words.md; default: the one that comes with turnrig)')
    .option('--voice <name>', 'with an ASR: the lines are spoken by this voice of flite', 'slt')
    .option('--out <folder>', 'keep the outputs of ASR and judge there; what is there is not asked for again')
    .option('--parallel <number>', 'questions at one time', whole(1, MOST_PARALLEL), PARALLEL)
    .option('--json', 'print the result as JSON (shape: docs/words.md); `turnrig score --judge-check` reads it', false)
    .action(async (options: JudgeCheckOptions) => {
      const console = processConsole();
      const interrupt = onInterrupt(console, 'stopping (again: at once)');
      try {
        process.exitCode = await judgeCheck(options, process.env, console, () => performance.now() / 1000, interrupt.signal);
      } catch (error) {
        if (!interrupt.signal.aborted) throw error;
        if (options.out !== undefined) console.err(plain(`what was answered by then is kept in ${options.out}`));
        process.exitCode = EXIT.interrupted;
      } finally {
        interrupt.release();
      }
    });
}
