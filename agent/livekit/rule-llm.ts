/**
 * The stand-in LLM as @livekit/agents sees it: a fixed time to the first token, then the words of a rule (answers.ts). Told of a duty, it
 * keeps to it (duty.ts), and says nothing where it has to be silent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { llm } from '@livekit/agents';
import { answerTo } from './answers.js';
import { calledBy, underDuty } from './duty.js';

type ChatRequest = Parameters<llm.LLM['chat']>[0];

/** Number of characters that make a token, roughly; for the usage that the framework wants to be told. */
const CHARACTERS_PER_TOKEN = 4;
/** Used when the session names none; the stand-in never fails, so they are never needed. */
const CONNECTION = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 };

export class RuleLlm extends llm.LLM {
  /** @param firstToken ms. */
  constructor(readonly firstToken: number) {
    super();
  }

  override label(): string {
    return 'turnrig.RuleLlm';
  }

  override get model(): string {
    return 'rules';
  }

  override chat(request: ChatRequest): llm.LLMStream {
    return new RuleStream(this, request);
  }
}

class RuleStream extends llm.LLMStream {
  readonly #firstToken: number;
  #answers = 0;

  constructor(parent: RuleLlm, request: ChatRequest) {
    super(parent, {
      chatCtx: request.chatCtx,
      connOptions: request.connOptions ?? CONNECTION,
      ...(request.toolCtx === undefined ? {} : { toolCtx: request.toolCtx }),
    });
    this.#firstToken = parent.firstToken;
  }

  protected override async run(): Promise<void> {
    await sleep(this.#firstToken);
    const heard = userTexts(this.chatCtx);
    const question = heard.at(-1) ?? '';
    const name = calledBy(heard);
    const answer = name === undefined ? answerTo(question) : underDuty(name, heard);
    const id = `answer-${++this.#answers}`;
    for (const word of answer === '' ? [] : answer.split(/(?<= )/)) {
      if (this.abortController.signal.aborted || this.queue.closed) return;
      this.queue.put({ id, delta: { role: 'assistant', content: word } });
    }
    const promptTokens = Math.ceil(question.length / CHARACTERS_PER_TOKEN);
    const completionTokens = Math.ceil(answer.length / CHARACTERS_PER_TOKEN);
    this.queue.put({ id, usage: { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, promptCachedTokens: 0 } });
  }
}

function userTexts(context: llm.ChatContext): string[] {
  return context.items.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [item.textContent ?? ''] : []));
}
