/** A chat model as a judge: the pinned prompt, temperature 0. Whoever answers stands in simulator/speech. */
import type { Chat } from '../speech/chat.js';
import type { Judge } from './model.js';
import { JUDGE_PROMPT_SHA256, judgeMessages } from './prompt.js';

export function chatJudge(chat: Chat): Judge {
  return {
    name: chat.name,
    kind: 'chat',
    version: JUDGE_PROMPT_SHA256,
    ask: (question) => chat.complete(judgeMessages(question), { temperature: 0, json: true }),
  };
}
