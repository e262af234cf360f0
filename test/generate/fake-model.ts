/** Right answers of a chat model, taken from the grammar; and a server on loopback that gives answers of any kind. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemsOf } from '../../src/generate/check.js';
import { grammarGenerator } from '../../src/generate/grammar/build.js';
import type { DraftPair, PairRequest } from '../../src/generate/model.js';
import { defaultVoices } from '../../src/generate/voices.js';

export const jsonOf = ({ title, turns, gold }: DraftPair): string =>
  JSON.stringify({
    title,
    turns,
    gold: {
      answer: gold.answer,
      must_mention: gold.mustMention,
      must_not_mention: gold.mustNotMention,
      evidence: gold.evidence.map((index) => index + 1),
    },
  });

/** A right scene for the request, as a model would write it. */
export async function answerFor(request: PairRequest): Promise<string> {
  const drafting = grammarGenerator().begin(request);
  const suite = { name: 'g', title: 'g', room: 'mixed', voices: defaultVoices(request.language, undefined) } as const;
  for (let i = 0; i < 60; i++) {
    const drafted = await drafting.next([]);
    if ('draft' in drafted && problemsOf(request, drafted.draft, suite).length === 0) return jsonOf(drafted.draft);
  }
  throw new Error('the grammar made no right scene');
}

export interface Asked {
  readonly authorization: string | undefined;
  readonly path: string | undefined;
  readonly body: { readonly model: string; readonly messages: readonly { readonly role: string; readonly content: string }[] };
}

export type Reply = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> } | 'never';

/** The text as the chat API wraps it. */
export const completion = (content: string): Reply => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }),
});

export async function chatServer(
  reply: (asked: Asked, count: number) => Reply | Promise<Reply>,
): Promise<{ url: string; asked: Asked[]; close: () => Promise<void> }> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      const one: Asked = { authorization: request.headers.authorization, path: request.url, body: JSON.parse(text) as Asked['body'] };
      asked.push(one);
      void Promise.resolve(reply(one, asked.length)).then((answer) => {
        if (answer === 'never') return;
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
