import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import { writeWav } from '../../src/media/wav.js';
import { openAiTts, openAiTtsFromEnv } from '../../simulator/speech/openai.js';

const KEY = 'sk-very-secret';
const WAV = writeWav([Float32Array.from({ length: 2400 }, (_, i) => Math.sin(i / 10) / 2)], 24_000);

interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Record<string, string>;
}
interface Seen {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

let server: Server | undefined;

/** A speech server that gives the listed answers in order, the last one again and again, and keeps what it was asked. */
async function speechServer(answers: readonly Answer[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const bodyOf = async (request: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      seen.push({ url: request.url, method: request.method, authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(answer?.status ?? 500, answer?.headers);
      response.end(answer?.body);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function refusal(run: Promise<unknown>): Promise<TurnrigError> {
  const error: unknown = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TurnrigError)) throw new Error(`not refused as it should be: ${String(error)}`);
  return error;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

describe('the OpenAI-compatible TTS', () => {
  it('posts the line and reads the sound', async () => {
    const { url, seen } = await speechServer([{ status: 200, body: WAV }]);
    const tts = openAiTts({ baseUrl: url, apiKey: KEY, model: 'kokoro' });
    const speech = await tts.render('Hello.', 'af_heart', 'en');
    expect(speech.rate).toBe(24_000);
    expect(speech.samples.length).toBe(2400);
    expect(seen).toEqual([
      {
        url: '/v1/audio/speech',
        method: 'POST',
        authorization: `Bearer ${KEY}`,
        body: { model: 'kokoro', input: 'Hello.', voice: 'af_heart', response_format: 'wav' },
      },
    ]);
    expect(tts.name).not.toContain(KEY);
  });

  it.each(['', '/', '/v1', '/v1/'])('takes a base URL that ends in "%s"', async (end) => {
    const { url, seen } = await speechServer([{ status: 200, body: WAV }]);
    await openAiTts({ baseUrl: `${url}${end}`, model: 'm' }).render('Hello.', 'v', 'en');
    expect(seen[0]).toMatchObject({ url: '/v1/audio/speech', authorization: undefined });
  });

  it('keeps a path before /v1', async () => {
    const { url, seen } = await speechServer([{ status: 200, body: WAV }]);
    await openAiTts({ baseUrl: `${url}/speech/v1`, model: 'm' }).render('Hello.', 'v', 'en');
    expect(seen[0]?.url).toBe('/speech/v1/audio/speech');
  });

  it('tries again when the server is busy', async () => {
    const { url, seen } = await speechServer([
      { status: 429, body: 'busy', headers: { 'retry-after': '0' } },
      { status: 503, body: 'down' },
      { status: 200, body: WAV },
    ]);
    const tts = openAiTts({ baseUrl: url, model: 'm', backoff: 1 });
    expect((await tts.render('Hello.', 'v', 'en')).samples.length).toBe(2400);
    expect(seen.length).toBe(3);
  });

  it('gives up after its tries', async () => {
    const { url, seen } = await speechServer([{ status: 500, body: 'broken' }]);
    const error = await refusal(openAiTts({ baseUrl: url, model: 'm', attempts: 2, backoff: 1 }).render('Hello.', 'v', 'en'));
    expect(error).toMatchObject({ code: 'speech-service', message: expect.stringContaining('500: broken') as string });
    expect(seen.length).toBe(2);
  });

  it('does not repeat a refusal, and does not show the key that the server quotes', async () => {
    const { url, seen } = await speechServer([{ status: 401, body: `{"error": "bad key ${KEY}"}` }]);
    const error = await refusal(openAiTts({ baseUrl: url, apiKey: KEY, model: 'm', backoff: 1 }).render('Hello.', 'v', 'en'));
    expect(error.code).toBe('speech-service');
    expect(error.message).toContain('401');
    expect(error.message).toContain('bad key [key]');
    expect(`${error.message} ${error.hint} ${error.stack ?? ''}`).not.toContain(KEY);
    expect(error.hint).toContain('TURNRIG_TTS_API_KEY');
    expect(seen.length).toBe(1);
  });

  it('says so when what comes back is not audio', async () => {
    const { url } = await speechServer([{ status: 200, body: '<html>hello</html>' }]);
    expect((await refusal(openAiTts({ baseUrl: url, model: 'm' }).render('Hello.', 'v', 'en'))).code).toBe('audio');
  });

  it('says so when nobody listens', async () => {
    const { url } = await speechServer([]);
    server?.close();
    const error = await refusal(openAiTts({ baseUrl: url, model: 'm', attempts: 1 }).render('Hello.', 'v', 'en'));
    expect(error.code).toBe('speech-service');
    expect(error.message).toMatch(/cannot be reached: .*ECONNREFUSED/);
  });

  it.each(['', 'nonsense', 'ftp://host', 'user:pw-secret'])('refuses the base URL "%s" without showing it', (baseUrl) => {
    expect(() => openAiTts({ baseUrl, model: 'm' })).toThrow(expect.objectContaining({ code: 'input' }) as Error);
    if (baseUrl !== '') expect(() => openAiTts({ baseUrl, model: 'm' })).not.toThrow(baseUrl);
  });
});

describe('openAiTtsFromEnv', () => {
  it('reads server, key and model', async () => {
    const { url, seen } = await speechServer([{ status: 200, body: WAV }]);
    const tts = openAiTtsFromEnv({ TURNRIG_TTS_URL: url, OPENAI_API_KEY: 'a', TURNRIG_TTS_API_KEY: 'b', TURNRIG_TTS_MODEL: 'x' });
    await tts.render('Hello.', 'v', 'en');
    expect(seen[0]).toMatchObject({ authorization: 'Bearer b', body: { model: 'x' } });
  });

  it('names the variable that is missing', () => {
    expect(() => openAiTtsFromEnv({})).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('TURNRIG_TTS_URL') as string }) as Error,
    );
  });
});

it.each(['http://user:SECRET@127.0.0.1:9', 'http://SECRET@127.0.0.1:9/v1', 'https://:SECRET@host'])(
  'a base URL with credentials is refused without being shown: %s',
  (url) => {
    const made = (): unknown => openAiTtsFromEnv({ TURNRIG_TTS_URL: url });
    expect(made).toThrow(expect.objectContaining({ code: 'input', hint: expect.not.stringContaining('SECRET') as unknown }));
    expect(made).toThrow(/^the base URL of the speech server has a user name or a password in it$/);
  },
);
