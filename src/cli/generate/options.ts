/** Options of `turnrig generate` as strings of the command line, and what they mean. */
import { InvalidArgumentError } from 'commander';
import { TurnrigError } from '../../error.js';
import {
  chatGenerator,
  defaultVoices,
  grammarGenerator,
  MOST_PAIRS,
  type Language,
  type PairGenerator,
  type Voices,
} from '../../generate/index.js';
import { FAMILIES, type Family } from '../../scenario/model.js';
import { guardedChat } from '../../speech/guarded.js';
import { FLITE_VOICES } from '../../../simulator/speech/flite.js';
import { CHAT_KEY_ENV, openAiChat } from '../../../simulator/speech/openai-chat.js';
import { hiderOf, keyIn, modelName, type Env } from '../chat-options.js';

export interface GenerateCommandOptions {
  readonly out: string;
  readonly pairs: number;
  readonly perFile: number;
  readonly seed: number;
  readonly lang: Language;
  readonly family: readonly Family[];
  readonly room: 'mixed' | 'tracks';
  readonly name: string;
  readonly tts?: 'flite' | 'openai';
  readonly voices?: readonly string[];
  readonly chatUrl?: string;
  readonly chatModel?: string;
  readonly repairs: number;
  readonly parallel: number;
  readonly timeout: number;
  readonly force: boolean;
  readonly json: boolean;
}

/** Bounds of the options: more is a slip. Chosen; a timer of Node reaches 2^32 ms. */
export const MOST = { perFile: MOST_PAIRS, repairs: 100, parallel: 64, timeoutS: 3600 } as const;

export const words = (value: string): readonly string[] => value.split(',').map((word) => word.trim());

export function families(value: string): readonly Family[] {
  return words(value).map((word) => {
    const family = FAMILIES.find((known) => known === word);
    if (family === undefined) throw new InvalidArgumentError(`"${word}" is none of ${FAMILIES.join(', ')}.`);
    return family;
  });
}

export function suiteName(value: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(value)) throw new InvalidArgumentError('letters, digits, "_" and "-", at most 40.');
  return value;
}

/** The grammar, or a chat model where a server is named. The key comes from the environment and is kept nowhere. */
export function generatorOf(options: GenerateCommandOptions, env: Env): PairGenerator {
  const { chatUrl, chatModel } = options;
  if (chatUrl === undefined && chatModel === undefined) return grammarGenerator();
  if (chatUrl === undefined || chatModel === undefined)
    throw new TurnrigError('input', `--chat-${chatUrl === undefined ? 'url' : 'model'} is missing: a chat model needs both`, {
      hint: 'Give --chat-url and --chat-model, or neither to have the grammar.',
    });
  const chat = openAiChat({
    baseUrl: chatUrl,
    model: modelName(chatModel, '--chat-model'),
    timeout: options.timeout * 1000,
    ...keyIn(env, CHAT_KEY_ENV),
  });
  return chatGenerator(guardedChat(chat, hiderOf(env)), options.repairs);
}

/** @throws TurnrigError `input` for names that are none; flite's are known, those of a server are not. */
export function voicesOf({ lang, tts, voices }: GenerateCommandOptions): Voices {
  const usual = defaultVoices(lang, tts);
  if (voices === undefined) return usual;
  const flite: readonly string[] = FLITE_VOICES;
  const hint = usual.tts === 'flite' ? `flite has ${flite.join(', ')}.` : 'Give four names or more of voices that the speech server has.';
  if (voices.includes('')) throw new TurnrigError('input', '--voices: a name is empty', { hint });
  const wrong = voices.find((name) => (usual.tts === 'flite' ? !flite.includes(name) : /[\p{C}\p{Zl}\p{Zp}]/u.test(name)));
  if (wrong !== undefined)
    throw new TurnrigError(
      'input',
      `--voices: ${usual.tts === 'flite' ? `flite has no voice "${wrong}"` : 'a name has control characters'}`,
      {
        hint,
      },
    );
  return { tts: usual.tts, voices };
}
