/** What the commands that ask a server share: its model's name, and keys, which come from the environment and are kept nowhere. */
import { CHAT_KEY_ENV } from '../../simulator/speech/openai-chat.js';
import { ASR_KEY_ENV } from '../../simulator/words/openai-asr.js';
import { TurnrigError } from '../error.js';
import { keyHider } from '../speech/keys.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** Serves where the one of its own is not set. */
const ANY_KEY_ENV = 'OPENAI_API_KEY';

/** Not quoted: it would reach the terminal, and it goes into files. @throws TurnrigError `input` for what is no name. */
export function modelName(name: string, option: string): string {
  if (/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u.test(name) && name.trim() !== '') return name;
  throw new TurnrigError('input', `${option} is no name of a model: one line of at most 200 characters, without control characters`);
}

/** @param name the variable of that server. */
export function keyIn(env: Env, name: string): { readonly apiKey?: string } {
  const key = env[name] ?? env[ANY_KEY_ENV];
  return key === undefined ? {} : { apiKey: key };
}

/** Of every key that this process knows: a process has its environment, and two servers may be one. */
export const hiderOf = (env: Env): ((text: string) => string) =>
  keyHider([CHAT_KEY_ENV, ASR_KEY_ENV, ANY_KEY_ENV].map((name) => env[name]));
