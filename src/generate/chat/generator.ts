/** Pairs by a chat model: the validator's problems go back to it, a bounded number of times. */
import type { Chat, ChatMessage } from '../../speech/chat.js';
import { seedOf } from '../../scenario/random.js';
import type { PairGenerator } from '../model.js';
import { parseDraft } from './parse.js';
import { firstMessages, repairMessage } from './prompt.js';

/** Rounds of repair after the first draft. Chosen: what a model does not mend in three it does not mend. */
export const REPAIRS = 3;

export function chatGenerator(chat: Chat, repairs = REPAIRS): PairGenerator {
  return {
    name: chat.name,
    attempts: repairs + 1,
    begin(request) {
      const messages: ChatMessage[] = firstMessages(request);
      const seed = seedOf(request.seed, `pair ${request.index}`) % 2 ** 31;
      return {
        async next(problems) {
          if (problems.length > 0) messages.push(repairMessage(problems));
          const answer = await chat.complete(messages, { temperature: 1, seed, json: true });
          // What a model said is sent back to it at its length; a page of prose teaches nothing.
          messages.push({ role: 'assistant', content: answer.slice(0, 8000) });
          return parseDraft(answer, request);
        },
      };
    },
  };
}
