/**
 * Decisions as the windows of a scored session, so that the code that counts agents counts them too (selective-participation.md, The four
 * scores). Text has no time. What that means for each, chosen:
 *   - after T, to answer is a new initiation and a response in one: nobody who reads is speaking already;
 *   - silence has no length: what is said there is judged by its words as an agent's is, and without a length by duration alone;
 *   - who answers an N4Q is eligible, and yields by being silent after the N4R.
 */
import type { CompiledScene } from '../scenario/model.js';
import type { Measure, Verdict, WindowScore } from '../score/model.js';
import { windowScore } from '../score/values.js';
import { rigPos } from '../time/position.js';
import { opinionOf, type Judge, type Opinion, type Outputs } from '../words/index.js';
import type { Decided, DecidedTurn } from './decide.js';
import type { ScriptTurn } from './script.js';

/** There is no moment in a text. */
const NOWHERE = { from: rigPos(0), to: rigPos(0) };

type Reading = { readonly verdict: Verdict; readonly reason: string } & Partial<Pick<WindowScore, 'details' | 'flags'>>;

function windowOf({ id }: ScriptTurn, measure: Measure, reading: Reading): WindowScore {
  return windowScore({ id: `${id}/${measure}`, turn: id, measure, window: NOWHERE, ...reading });
}

const unscored = (decided: { readonly unusable: string } | { readonly failed: string }): Reading =>
  'failed' in decided
    ? { verdict: 'unscored', reason: `not decided: ${decided.failed}`, flags: ['not-decided'] }
    : { verdict: 'unscored', reason: decided.unusable, flags: ['unusable-decision'] };

const saidWords = (decided: Decided): string => ('speaks' in decided && decided.speaks ? `said: ${decided.says}` : 'silent');

/** @throws whatever is no failure of the judge. */
export async function windowsOf(
  scene: Pick<CompiledScene, 'gold' | 'language' | 'assistant'>,
  all: readonly DecidedTurn[],
  judge: Judge,
  outputs: Outputs,
): Promise<WindowScore[]> {
  const windows: WindowScore[] = [];
  for (const [i, { turn, decided }] of all.entries()) {
    if (turn.label === 'T') windows.push(...(await requestWindows(scene, turn, decided, judge, outputs)));
    else if (turn.label === 'N4R') windows.push(...resolutionWindows(turn, all[i - 1]?.decided, decided));
    else if (turn.label !== 'N4Q') windows.push(windowOf(turn, 'silence', await silence(scene, turn, decided, judge, outputs)));
  }
  return windows;
}

async function requestWindows(
  { gold, language }: Pick<CompiledScene, 'gold' | 'language'>,
  turn: ScriptTurn,
  decided: Decided,
  judge: Judge,
  outputs: Outputs,
): Promise<WindowScore[]> {
  if (!('speaks' in decided)) return [windowOf(turn, 'new-initiation', unscored(decided)), windowOf(turn, 'response-presence', unscored(decided))]; // prettier-ignore
  const responded: Reading = { verdict: decided.speaks ? 'pass' : 'fail', reason: saidWords(decided), details: { speakingAtEnd: false } };
  const response = [windowOf(turn, 'new-initiation', responded), windowOf(turn, 'response-presence', responded)];
  if (gold === undefined) return response;
  if (!decided.speaks)
    return [...response, windowOf(turn, 'answer-accuracy', { verdict: 'unscored', reason: 'no answer to judge', flags: ['not-eligible'] })];
  const { answer, mustMention, mustNotMention } = gold;
  const opinion = await opinionOf(
    judge,
    { kind: 'answer', language, request: turn.says, gold: { answer, mustMention, mustNotMention }, heard: decided.says },
    outputs,
  );
  return [...response, windowOf(turn, 'answer-accuracy', judged(opinion, decided))];
}

async function silence(
  { language, assistant = '' }: Pick<CompiledScene, 'language' | 'assistant'>,
  turn: ScriptTurn,
  decided: Decided,
  judge: Judge,
  outputs: Outputs,
): Promise<Reading> {
  if (!('speaks' in decided)) return unscored(decided);
  if (!decided.speaks) return { verdict: 'pass', reason: 'silent' };
  return judged(await opinionOf(judge, { kind: 'intrusion', language, assistant, turn: turn.says, heard: decided.says }, outputs), decided);
}

function judged(opinion: Opinion, decided: Decided): Reading {
  const said = saidWords(decided);
  if (opinion.kind === 'failed') return { verdict: 'unscored', reason: `${said}; not judged: ${opinion.reason}`, flags: ['not-judged'] };
  const flags = opinion.kind === 'unusable' ? { flags: ['unusable-verdict'] } : {};
  return { verdict: opinion.passes ? 'pass' : 'fail', reason: `${said}; ${opinion.reason}`, ...flags };
}

/** Of one that could not be decided, nothing is known of the other. */
function resolutionWindows(turn: ScriptTurn, question: Decided | undefined, after: Decided): WindowScore[] {
  const missing = [question, after].find((one) => one !== undefined && !('speaks' in one));
  if (question === undefined || (missing !== undefined && !('speaks' in missing))) {
    const reading: Reading =
      missing === undefined || 'speaks' in missing ? { verdict: 'unscored', reason: 'there was no question before it' } : unscored(missing);
    return [windowOf(turn, 'answer-window-yield', reading), windowOf(turn, 'window-response', reading)];
  }
  const answered = 'speaks' in question && question.speaks;
  const silent = 'speaks' in after && !after.speaks;
  const details = {
    eligible: answered,
    windowResponse: answered,
    silentInQuestion: true,
    onsetInWindow: answered,
    speakingAtResolution: answered,
  };
  const response: Reading = { verdict: answered ? 'pass' : 'fail', reason: saidWords(question), details };
  const yielded: Reading = answered
    ? { verdict: silent ? 'pass' : 'fail', reason: silent ? 'silent after it was resolved' : saidWords(after), details }
    : { verdict: 'unscored', reason: 'it had not answered the question', details, flags: ['not-eligible'] };
  return [windowOf(turn, 'answer-window-yield', yielded), windowOf(turn, 'window-response', response)];
}
