/** ASR and judge of somebody else: what they send goes through here before it is stored or shown. */
import { TurnrigError } from '../error.js';
import type { Asr } from '../speech/asr.js';
import { withoutKeys } from '../speech/guarded.js';
import type { Judge } from './model.js';

/** Longest text of ASR or judge, UTF-16 units; a longer one is a failure of who sent it. Nobody says so much in 60 s. Chosen. */
export const LONGEST_TEXT = 100_000;

type Hide = (text: string) => string;

export const guardedAsr = (asr: Asr, hide: Hide): Asr => ({
  ...asr,
  name: hide(asr.name),
  version: hide(asr.version),
  transcribe: (samples, language) => guarded(() => asr.transcribe(samples, language), hide, `a transcript of ${asr.name}`),
});

export const guardedJudge = (judge: Judge, hide: Hide): Judge => ({
  ...judge,
  ask: (question) => guarded(() => judge.ask(question), hide, `a verdict of ${judge.name}`),
});

function guarded(make: () => Promise<string>, hide: Hide, what: string): Promise<string> {
  return withoutKeys(async () => {
    const text = await make();
    if (text.length > LONGEST_TEXT)
      throw new TurnrigError('speech-service', `${what} is too long: ${text.length} characters, and at most ${LONGEST_TEXT} are taken`);
    return text;
  }, hide);
}
