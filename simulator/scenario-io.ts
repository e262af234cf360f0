/** Reading scenarios from this machine's disk, with the speech engines it has (src/scenario/io.ts). */
import { randomUUID } from 'node:crypto';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { TurnrigError } from '../src/error.js';
import { TTS_ENGINES, type ScenarioIo } from '../src/scenario/io.js';
import { placeholderTts } from '../src/speech/placeholder.js';
import type { Tts } from '../src/speech/tts.js';
import { fliteTts } from './speech/flite.js';
import { openAiTtsFromEnv } from './speech/openai.js';
import { makeFolder } from './store/make-folder.js';

export interface ScenarioIoOptions {
  /** Where rendered lines are kept; `speechCacheFolder` unless given. */
  readonly cacheFolder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Where rendered lines are kept on this machine: TURNRIG_CACHE, else the user's cache folder (XDG Base Directory). */
export function speechCacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const own = env['TURNRIG_CACHE'];
  if (own !== undefined && own !== '') return join(own, 'speech');
  const cache = env['XDG_CACHE_HOME'];
  return join(cache === undefined || cache === '' ? join(homedir(), '.cache') : cache, 'turnrig', 'speech');
}

export function scenarioIo(options: ScenarioIoOptions = {}): ScenarioIo {
  const env = options.env ?? process.env;
  const folder = options.cacheFolder ?? speechCacheFolder(env);
  const engines = new Map<string, Tts>();
  return {
    readFile: (path) => readFile(path),
    resolve: (from, to) => resolve(dirname(from), to),
    list: (path) => readdir(path).catch(() => []),
    tts: (voice) => {
      const known = engines.get(voice.tts);
      if (known !== undefined) return known;
      const engine = engineOf(voice.tts, env);
      engines.set(voice.tts, engine);
      return engine;
    },
    cache: {
      get: (key) => readFile(join(folder, `${key}.wav`)).catch(() => undefined),
      put: (key, bytes) => keep(folder, `${key}.wav`, bytes),
    },
  };
}

/** The same files, but lines without a clip are tones of about the length of their words: for checking and planning without rendering. */
export function withoutSpeech(io: ScenarioIo): ScenarioIo {
  const none = { get: () => Promise.resolve(undefined), put: () => Promise.resolve() };
  return { ...io, tts: () => placeholderTts(), cache: none };
}

function engineOf(name: string, env: Readonly<Record<string, string | undefined>>): Tts {
  if (name === 'flite') return fliteTts();
  if (name === 'openai') return openAiTtsFromEnv(env);
  throw new TurnrigError('input', `unknown speech engine "${name}"`, { hint: `There are ${TTS_ENGINES.join(' and ')}.` });
}

/** Writes whole or not at all. A cache that cannot be written costs time only, so that is no error. */
async function keep(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const draft = join(folder, `${name}.${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(draft, bytes);
    await rename(draft, join(folder, name));
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
