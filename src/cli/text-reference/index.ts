/** `turnrig text-reference`: what a model decides that reads who says what, scored as an agent that hears (docs/selective-participation.md). */
import { join } from 'node:path';
import type { Command } from 'commander';
import { scenarioIo, withoutSpeech } from '../../../simulator/scenario-io.js';
import { CHAT_KEY_ENV, openAiChat } from '../../../simulator/speech/openai-chat.js';
import { KeptOutputs } from '../../../simulator/words/outputs.js';
import type { ScenarioIo } from '../../scenario/index.js';
import type { Chat } from '../../speech/chat.js';
import { guardedChat } from '../../speech/guarded.js';
import { readable, readScenes, type TextReference } from '../../text-reference/index.js';
import { hiderOf, keyIn, modelName, type Env } from '../chat-options.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { onInterrupt } from '../interrupt.js';
import { list, whole } from '../option-values.js';
import { Progress } from '../progress.js';
import { loadChosen } from '../scene-option.js';
import { judgeOf } from '../words/options.js';
import { makeOutFolder } from '../words/out-folder.js';
import { writeFiles } from '../write-files.js';
import { formatTextReference, referenceFailures } from './table.js';

export interface TextReferenceOptions {
  readonly chatUrl: string;
  readonly chatModel: string;
  readonly judge?: string;
  readonly judgeUrl?: string;
  /** Only scenes whose id, with or without its variant, is one of these. */
  readonly scene: readonly string[];
  readonly timeout: number;
  readonly parallel: number;
  readonly out?: string;
  readonly json: boolean;
}

/** In --out, beside the folder of what was answered. */
export const REFERENCE_FILE = 'text-reference.json';
const OUTPUTS_FOLDER = 'outputs';

const PARALLEL = 4;
const MOST_PARALLEL = 64;
const TIMEOUT_S = 120;
const LONGEST_TIMEOUT_S = 3600;

/** @returns 0; 3 when there are lines without a decision, or decisions without a verdict of the judge's server. @throws TurnrigError. */
export async function textReference(
  files: readonly string[],
  options: TextReferenceOptions,
  env: Env,
  io: ScenarioIo,
  console: Console,
  now: () => number,
  signal?: AbortSignal,
): Promise<ExitCode> {
  const chat = chatOf(options, env, signal);
  const judge = judgeOf(options, env, signal);
  const suites = await loadChosen(files, options.scene, io, console, options.json);
  if (suites === undefined) return EXIT.usage;
  const scenes = readable(suites.flatMap((suite) => suite.scenes));
  const { out } = options;
  if (out !== undefined) for (const folder of [out, join(out, OUTPUTS_FOLDER)]) await makeOutFolder(folder);
  const progress = new Progress(console, 'reading', scenes.length, now);
  let document: TextReference;
  try {
    document = await readScenes({
      scenes,
      chat,
      judge,
      outputs: new KeptOutputs(out === undefined ? undefined : join(out, OUTPUTS_FOLDER)),
      parallel: options.parallel,
      onProgress: (done) => progress.update(done),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    progress.clear();
  }
  const json = JSON.stringify(document, null, 2);
  if (out !== undefined) await writeFiles(out, { [REFERENCE_FILE]: `${json}\n` });
  console.out(options.json ? json : plain(formatTextReference(document)));
  for (const line of referenceFailures(document)) console.err(plain(line));
  const open = document.scenes.some(({ windows }) => windows.some(({ flags }) => flags.includes('not-judged')));
  return open || document.decisions.failed + document.decisions.unusable > 0 ? EXIT.undecided : EXIT.met;
}

function chatOf({ chatUrl, chatModel, timeout }: TextReferenceOptions, env: Env, signal?: AbortSignal): Chat {
  const chat = openAiChat({
    baseUrl: chatUrl,
    model: modelName(chatModel, '--chat-model'),
    given: { url: '--chat-url', model: '--chat-model', later: 'Try again later; with --out, what was answered by then is kept.' },
    timeout: timeout * 1000,
    ...keyIn(env, CHAT_KEY_ENV),
    ...(signal === undefined ? {} : { signal }),
  });
  return guardedChat(chat, hiderOf(env));
}

export function registerTextReference(command: Command): void {
  command
    .argument('<files...>', 'scenario files (YAML), or names of suites that come with turnrig: selective, selective-zh')
    .requiredOption('--chat-url <url>', `an OpenAI-compatible chat server; its key is ${CHAT_KEY_ENV}`)
    .requiredOption('--chat-model <name>', 'its model')
    .option('--judge <name>', '`heuristic` (rules, no network), or a chat model of --judge-url')
    .option('--judge-url <url>', `the judge's OpenAI-compatible chat server; its key is ${CHAT_KEY_ENV}`)
    .option('--scene <id>', 'only this scene; give it again for more', list, [])
    .option('--timeout <seconds>', 'for each answer', whole(1, LONGEST_TIMEOUT_S), TIMEOUT_S)
    .option('--parallel <number>', 'scenes at one time', whole(1, MOST_PARALLEL), PARALLEL)
    .option('--out <folder>', `write ${REFERENCE_FILE} there, and keep what was answered; what is there is not asked for again`)
    .option('--json', 'print the result as JSON (shape: docs/selective-participation.md)', false)
    .action(async (files: string[], options: TextReferenceOptions) => {
      const console = processConsole();
      const interrupt = onInterrupt(console, 'stopping (again: at once)');
      try {
        const io = withoutSpeech(scenarioIo());
        process.exitCode = await textReference(files, options, process.env, io, console, () => performance.now() / 1000, interrupt.signal);
      } catch (error) {
        if (!interrupt.signal.aborted) throw error;
        if (options.out !== undefined) console.err(plain(`what was answered by then is kept in ${options.out}`));
        process.exitCode = EXIT.interrupted;
      } finally {
        interrupt.release();
      }
    });
}
