/** ASR and judge of somebody else: what they send goes through here before it is stored or shown. */
import { TurnrigError } from '../error.js';
import type { Asr } from '../speech/asr.js';
import type { Judge } from './model.js';

type Hide = (text: string) => string;

export const guardedAsr = (asr: Asr, hide: Hide): Asr => ({
  ...asr,
  name: hide(asr.name),
  version: hide(asr.version),
  transcribe: (samples, language) => guarded(() => asr.transcribe(samples, language), hide),
});

export const guardedJudge = (judge: Judge, hide: Hide): Judge => ({
  ...judge,
  ask: (question) => guarded(() => judge.ask(question), hide),
});

async function guarded(make: () => Promise<string>, hide: Hide): Promise<string> {
  try {
    return hide(await make());
  } catch (error) {
    // Without its cause, which may hold what was sent.
    throw error instanceof TurnrigError ? new TurnrigError(error.code, hide(error.message), { hint: hide(error.hint) }) : error;
  }
}
