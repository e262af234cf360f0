/** A scene read line by line: what a chat model decides after each, its own lines among those that it reads from then on. */
import { createHash } from 'node:crypto';
import type { Chat, ChatMessage } from '../speech/chat.js';
import { failureOf, OUTPUT_VERSION, type OutputKey, type Outputs } from '../words/index.js';
import { parseDecision, type Decision } from './decision.js';
import { askedAgain, decisionMessages, PROMPT_SHA256, TRIES, type ReadLine } from './prompt.js';
import type { Script, ScriptTurn } from './script.js';

export type Decided =
  | Decision
  /** TRIES answers, and none of them a decision: unscored, and counted. */
  | { readonly unusable: string }
  /** The server could not be used: unscored. */
  | { readonly failed: string };

export interface DecidedTurn {
  readonly turn: ScriptTurn;
  readonly decided: Decided;
}

/** @throws whatever is no failure of a service, and the signal's reason when it was aborted. */
export async function decideScene(chat: Chat, script: Script, outputs: Outputs, signal?: AbortSignal): Promise<DecidedTurn[]> {
  const { assistant, duty, turns } = script;
  const lines: ReadLine[] = [];
  const all: DecidedTurn[] = [];
  for (const [i, turn] of turns.entries()) {
    lines.push({ speaker: turn.speaker, says: turn.says });
    const decided = await decisionOf(chat, decisionMessages(assistant, duty, lines), outputs, signal);
    all.push({ turn, decided });
    // Text has no time: whoever answers what is taken back 3 s later is taken to be speaking still.
    const cut = turns[i + 1]?.label === 'N4R' ? ({ stillSpeaking: true } as const) : {};
    if ('speaks' in decided && decided.speaks) lines.push({ speaker: assistant, says: decided.says, ...cut });
  }
  return all;
}

async function decisionOf(chat: Chat, first: readonly ChatMessage[], outputs: Outputs, signal?: AbortSignal): Promise<Decided> {
  let messages = first;
  let why = '';
  for (let i = 0; i < TRIES; i++) {
    signal?.throwIfAborted();
    let answer: string;
    try {
      answer = await outputs.of(keyOf(chat, messages), () => chat.complete(messages, { temperature: 0, json: true }));
    } catch (error) {
      signal?.throwIfAborted();
      return { failed: failureOf(error) };
    }
    const decision = parseDecision(answer);
    if (!('unusable' in decision)) return decision;
    why = decision.unusable;
    messages = askedAgain(messages, answer, why);
  }
  return { unusable: `no decision in ${TRIES} answers: ${why}` };
}

function keyOf({ name }: Chat, messages: readonly ChatMessage[]): OutputKey {
  const input = createHash('sha256').update(JSON.stringify(messages)).digest('hex');
  return { version: OUTPUT_VERSION, kind: 'decision', model: name, pinned: PROMPT_SHA256, input };
}
