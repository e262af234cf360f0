/** `--judge` and `--asr` with what belongs to them, the same for `score` and `judge-check`. Keys come from the environment and are kept nowhere. */
import type { Command } from 'commander';
import { CHAT_KEY_ENV, openAiChat } from '../../../simulator/speech/openai-chat.js';
import { moonshineAsr } from '../../../simulator/words/moonshine-asr.js';
import { ASR_KEY_ENV, openAiAsr } from '../../../simulator/words/openai-asr.js';
import { processAsr } from '../../../simulator/words/process-asr.js';
import { TurnrigError } from '../../error.js';
import type { Asr } from '../../speech/asr.js';
import { chatJudge, guardedAsr, guardedJudge, heuristicJudge, type Judge } from '../../words/index.js';
import { hiderOf, keyIn, modelName, type Env } from '../chat-options.js';
import { whole } from '../option-values.js';

export interface WordsOptions {
  readonly judge?: string;
  readonly judgeUrl?: string;
  readonly asr?: string;
  readonly asrUrl?: string;
  readonly asrCmd?: string;
  readonly timeout: number;
}

const TIMEOUT_S = 120;
const LONGEST_TIMEOUT_S = 3600;

export function withWordsOptions(command: Command): Command {
  return command
    .option('--judge <name>', '`heuristic` (rules, no network), or a chat model of --judge-url')
    .option('--judge-url <url>', `an OpenAI-compatible chat server; its key is ${CHAT_KEY_ENV}`)
    .option('--asr <name>', '`moonshine` (on this machine, English), or a model of --asr-url')
    .option('--asr-url <url>', `an OpenAI-compatible server with /v1/audio/transcriptions; its key is ${ASR_KEY_ENV}`)
    .option('--asr-cmd <command>', 'an ASR of yours as a process, JSON lines over stdin and stdout (docs/words.md)')
    .option('--timeout <seconds>', 'for each answer of ASR and judge', whole(1, LONGEST_TIMEOUT_S), TIMEOUT_S);
}

/** @param signal ends what is under way. @throws TurnrigError `input` for options that do not go together. */
export function judgeOf(
  { judge = 'heuristic', judgeUrl, timeout }: Pick<WordsOptions, 'judge' | 'judgeUrl' | 'timeout'>,
  env: Env,
  signal?: AbortSignal,
): Judge {
  if (judge === 'heuristic') {
    if (judgeUrl === undefined) return heuristicJudge();
    throw new TurnrigError('input', '--judge-url is given, and no chat model', { hint: 'Name it: --judge MODEL.' });
  }
  if (judgeUrl === undefined)
    throw new TurnrigError('input', '--judge names a chat model, and --judge-url is missing', {
      hint: 'Give the base URL of its server, or --judge heuristic.',
    });
  const chat = openAiChat({
    baseUrl: judgeUrl,
    model: modelName(judge, '--judge'),
    given: { url: '--judge-url', model: '--judge', later: 'Try again later; what was judged by then is stored.' },
    timeout: timeout * 1000,
    ...keyIn(env, CHAT_KEY_ENV),
    ...(signal === undefined ? {} : { signal }),
  });
  return guardedJudge(chatJudge(chat), hiderOf(env));
}

/**
 * @param signal ends what is under way.
 * @throws TurnrigError `input` for options that do not go together, `missing` without Moonshine's files, `speech-service` when a process fails.
 */
export async function asrOf({ asr, asrUrl, asrCmd, timeout }: WordsOptions, env: Env, signal?: AbortSignal): Promise<Asr> {
  const ends = signal === undefined ? {} : { signal };
  const hide = hiderOf(env);
  if (asrCmd !== undefined) {
    if (asr !== undefined || asrUrl !== undefined)
      throw new TurnrigError('input', '--asr-cmd stands beside --asr or --asr-url', { hint: 'Name one ASR.' });
    return guardedAsr(await processAsr({ command: asrCmd, timeoutMs: timeout * 1000, hide, ...ends }), hide);
  }
  if (asrUrl !== undefined) {
    if (asr === undefined || asr === 'moonshine')
      throw new TurnrigError('input', '--asr-url is given, and no model of it', { hint: 'Name it: --asr MODEL.' });
    const model = modelName(asr, '--asr');
    return guardedAsr(openAiAsr({ baseUrl: asrUrl, model, timeout: timeout * 1000, ...keyIn(env, ASR_KEY_ENV), ...ends }), hide);
  }
  if (asr === undefined || asr === 'moonshine') return moonshineAsr();
  throw new TurnrigError('input', '--asr names a model, and --asr-url is missing', {
    hint: 'Give the base URL of its server, or --asr moonshine.',
  });
}
