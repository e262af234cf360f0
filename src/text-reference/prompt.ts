/** What a chat model that reads is asked after each line, pinned: the version and the SHA-256 of the very texts stand in every result. */
import { createHash } from 'node:crypto';
import type { ChatMessage } from '../speech/chat.js';
import type { Line } from './script.js';

/** Goes up when a text below changes. */
export const PROMPT_VERSION = 'text-reference-1';

const RULES = [
  'You are a voice assistant in a room with several people. You do not hear them: you read what each of them says, line by line.',
  'The user message is one JSON object. "assistant" is your name. "duty" is what you were told before the conversation began: keep to it. "conversation" is what has been said since, oldest line first, each with its speaker; lines of your own stand under your name. The last line has just ended.',
  'A line of your own with "still_speaking" is one that you had not finished when the line after it began.',
  'Decide whether you speak now, after the last line, or keep silent. Where you were still speaking, keeping silent means that you stop.',
  'Answer with one JSON object and nothing else, no code fence: {"decision": "speak" or "silent", "answer": "what you say, as it would be spoken; empty when you are silent"}.',
].join('\n');

/** Asked again so often when what came was no decision, the first time included. Chosen. */
export const TRIES = 3;

const AGAIN = (why: string): string =>
  `That was no decision: ${why}. Answer again, with one JSON object and nothing else: {"decision": "speak" or "silent", "answer": "..."}.`;

/** Names of the user message's fields are part of what is pinned. */
const FIELDS = ['assistant', 'duty', 'conversation', 'speaker', 'says', 'still_speaking'];

/** SHA-256 over version, rules, fields and the second question, as hex. */
export const PROMPT_SHA256 = createHash('sha256')
  .update(JSON.stringify([PROMPT_VERSION, RULES, FIELDS, AGAIN('...'), TRIES]))
  .digest('hex');

/** A line as the model reads it. */
export interface ReadLine extends Line {
  /** Of the assistant's own: the next one began before it was over. */
  readonly stillSpeaking?: true;
}

export function decisionMessages(assistant: string, duty: string, lines: readonly ReadLine[]): ChatMessage[] {
  const conversation = lines.map(({ speaker, says, stillSpeaking }) => ({
    speaker,
    says,
    ...(stillSpeaking === undefined ? {} : { still_speaking: true }),
  }));
  return [
    { role: 'system', content: RULES },
    { role: 'user', content: JSON.stringify({ assistant, duty, conversation }) },
  ];
}

/** The same question once more, after an answer that was none. Of that so much is sent back. */
export function askedAgain(messages: readonly ChatMessage[], answer: string, why: string): ChatMessage[] {
  return [...messages, { role: 'assistant', content: answer.slice(0, 1000) }, { role: 'user', content: AGAIN(why) }];
}
