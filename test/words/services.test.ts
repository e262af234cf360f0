import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundedLines } from '../../simulator/bounded-lines.js';
import { openAiChat } from '../../simulator/speech/openai-chat.js';
import { KeptOutputs } from '../../simulator/words/outputs.js';
import { openAiAsr } from '../../simulator/words/openai-asr.js';
import { cutAtPauses } from '../../simulator/words/pauses.js';
import { processAsr } from '../../simulator/words/process-asr.js';
import { readAudio } from '../../src/media/audio-file.js';
import { TurnrigError } from '../../src/error.js';
import { chatJudge } from '../../src/words/chat-judge.js';
import { opinionOf } from '../../src/words/opinion.js';
import { outputName, transcriptKey } from '../../src/words/outputs.js';
import { chatServer, completion } from '../generate/fake-model.js';

interface Asked {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
let server: Server | undefined;
let asked: Asked[] = [];
let dir: string;

/** A transcription server that answers with what `reply` gives. */
async function listen(reply: (count: number) => { readonly status: number; readonly body: string } | 'never'): Promise<string> {
  asked = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
      const answer = reply(asked.length);
      if (answer !== 'never') response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-words-'));
});
afterEach(async () => {
  const open = server;
  server = undefined;
  if (open !== undefined)
    await new Promise<void>((resolve) => {
      open.closeAllConnections();
      open.close(() => resolve());
    });
  await rm(dir, { recursive: true, force: true });
});

const sound = Int16Array.from({ length: 1600 }, (_, i) => 1000 * Math.sin(i / 5));
const fast = { model: 'whisper-1', attempts: 2, backoff: 1 };

describe('openAiAsr', () => {
  it('sends the sound as a WAV file with its language, and gives the text', async () => {
    const baseUrl = await listen(() => ({ status: 200, body: '{"text": " Platform four.", "usage": {}}' }));
    const asr = openAiAsr({ ...fast, baseUrl: `${baseUrl}/v1`, apiKey: 'sk-secret' });
    expect(await asr.transcribe(sound, 'en-GB')).toBe(' Platform four.');
    expect(asr.name).not.toContain('secret');
    const [one] = asked;
    expect(one?.path).toBe('/v1/audio/transcriptions');
    expect(one?.headers.authorization).toBe('Bearer sk-secret');
    // The runtime's own reader of forms has to find everything in it.
    const response = new Response(new Uint8Array(one?.body ?? []), {
      headers: { 'content-type': one?.headers['content-type'] ?? '' },
    });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated for servers; here it is a reader of forms that shares no code with the writer
    const form = await response.formData();
    expect([form.get('model'), form.get('language'), form.get('temperature'), form.get('response_format')]).toEqual([
      'whisper-1',
      'en',
      '0',
      'json',
    ]);
    const file = form.get('file');
    if (!(file instanceof Blob)) throw new Error('there is no file in the form');
    const { rate, channels } = await readAudio(new Uint8Array(await file.arrayBuffer()), 'agent.wav');
    expect(rate).toBe(16_000);
    expect(Int16Array.from(channels[0] ?? [], (x) => Math.round(x * 32_768))).toEqual(sound);
  });

  it('tries again when the server is busy, so often and no more', async () => {
    const baseUrl = await listen((count) => (count === 1 ? { status: 429, body: '{}' } : { status: 200, body: '{"text": "x"}' }));
    expect(await openAiAsr({ ...fast, baseUrl }).transcribe(sound, 'en')).toBe('x');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['busy for good', { status: 503, body: 'overloaded' }, 'answered 503'],
    ['prose', { status: 200, body: 'Platform four.' }, 'not as the transcription API does'],
    ['no text', { status: 200, body: '{"text": 4}' }, 'not as the transcription API does'],
    ['silent', 'never', 'did not answer within'],
  ] as const)('fails in a sentence when it is %s', async (_, reply, message) => {
    const baseUrl = await listen(() => reply);
    const failing = openAiAsr({ ...fast, baseUrl, timeout: 150, apiKey: 'sk-secret' }).transcribe(sound, 'en');
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TurnrigError);
    expect(error).toMatchObject({ code: 'speech-service', message: expect.stringContaining(message) as string });
    expect(String(error)).not.toContain('sk-secret');
  });
});

describe('an abort', () => {
  const soon = (): AbortController => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 200);
    return abort;
  };
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await expect(work()).rejects.not.toBeInstanceOf(TurnrigError);
    return performance.now() - from;
  };

  it.each([
    ['a request that nobody answers', 'never'],
    ['the wait before another try', { status: 429, body: '{}' }],
  ] as const)('ends %s, and nothing is asked any more', async (_, reply) => {
    const abort = new AbortController();
    // From when it was asked on: a request may take longer to leave than a wait that is begun with it.
    const baseUrl = await listen(() => {
      setTimeout(() => abort.abort(), 200);
      return reply;
    });
    const { signal } = abort;
    const asr = openAiAsr({ model: 'm', baseUrl, timeout: 60_000, attempts: 4, backoff: 10_000, signal });
    expect(await took(() => asr.transcribe(sound, 'en'))).toBeLessThan(5000);
    await took(() => asr.transcribe(sound, 'en'));
    expect(asked).toHaveLength(1);
    const chat = openAiChat({ model: 'm', baseUrl, timeout: 60_000, attempts: 4, backoff: 10_000, signal: soon().signal });
    expect(await took(() => chat.complete([]))).toBeLessThan(5000);
  });

  it('ends a process that never answers and does not end by itself', async () => {
    // Ignores the end of its input and SIGTERM.
    const command = `trap '' TERM; while :; do sleep 0.1; done`;
    expect(await took(() => processAsr({ command, timeoutMs: 60_000, signal: soon().signal }))).toBeLessThan(5000);
  });
});

describe('chatJudge', () => {
  const question = { kind: 'intrusion', language: 'en', assistant: 'Aria', turn: 'I am late.', heard: 'Okay.' } as const;
  it('asks at temperature 0 with the pinned prompt, and is read strictly', async () => {
    const answers = ['{"verdict": "acknowledgement", "reason": "a nod"}', 'Sure, that is an acknowledgement.'];
    const model = await chatServer((_, count) => completion(answers[count - 1] ?? ''));
    try {
      const judge = chatJudge(openAiChat({ baseUrl: model.url, model: 'm', attempts: 1 }));
      expect(await opinionOf(judge, question)).toMatchObject({ kind: 'verdict', passes: true });
      expect(await opinionOf(judge, question)).toMatchObject({ kind: 'unusable', passes: false });
      expect(model.asked[0]?.body).toMatchObject({ model: 'm', temperature: 0, response_format: { type: 'json_object' } });
    } finally {
      await model.close();
    }
  });
});

describe('KeptOutputs', () => {
  const key = transcriptKey({ name: 'a', version: '1' }, sound, 'en');
  it('asks once, and gives the same again in another run of the command', async () => {
    let asks = 0;
    const make = (): Promise<string> => Promise.resolve(`heard ${++asks}`);
    const outputs = new KeptOutputs(dir);
    expect([await outputs.of(key, make), await outputs.of(key, make), await new KeptOutputs(dir).of(key, make)]).toEqual([
      'heard 1',
      'heard 1',
      'heard 1',
    ]);
    expect(await readdir(dir)).toEqual([`${outputName(key)}.json`]);
    const text = await readFile(join(dir, `${outputName(key)}.json`), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ kind: 'transcript', model: 'a', text: 'heard 1' });
  });

  it('asks again where the file is damaged, and keeps nothing without a folder', async () => {
    await writeFile(join(dir, `${outputName(key)}.json`), '{"version": 1');
    expect(await new KeptOutputs(dir).of(key, () => Promise.resolve('new'))).toBe('new');
    const nowhere = new KeptOutputs(undefined);
    let asks = 0;
    for (let i = 0; i < 2; i++) await nowhere.of(key, () => Promise.resolve(String(++asks)));
    expect(asks).toBe(2);
  });

  it('stores no failure, and asks no model any more that failed five times in a row', async () => {
    const outputs = new KeptOutputs(dir);
    let asks = 0;
    const gone = (): Promise<string> => {
      asks += 1;
      return Promise.reject(new TurnrigError('speech-service', 'gone'));
    };
    for (let i = 0; i < 4; i++) await expect(outputs.of(key, gone)).rejects.toThrow('gone');
    // One that comes through begins the count anew.
    const other = transcriptKey({ name: 'a', version: '1' }, Int16Array.of(1), 'en');
    await outputs.of(other, () => Promise.resolve('x'));
    for (let i = 0; i < 5; i++) await expect(outputs.of(key, gone)).rejects.toThrow('gone');
    await expect(outputs.of(key, gone)).rejects.toThrow('is not asked any more');
    expect(asks).toBe(9);
    const elsewhere = transcriptKey({ name: 'b', version: '1' }, sound, 'en');
    expect(await outputs.of(elsewhere, () => Promise.resolve('y'))).toBe('y');
  });
});

describe('processAsr', () => {
  const program = async (body: string): Promise<string> => {
    const path = join(dir, 'asr.mjs');
    await writeFile(
      path,
      `import { createInterface } from 'node:readline';
       createInterface({ input: process.stdin }).on('line', (line) => {
         const ask = JSON.parse(line);
         const say = (answer) => process.stdout.write(JSON.stringify({ id: ask.id, ...answer }) + '\\n');
         ${body}
       });`,
    );
    return `${process.execPath} ${path}`;
  };
  const patient = 30_000;

  it('hears the very samples', async () => {
    const command = await program(`
      if (ask.type === 'hello') return say({ name: 'mine', version: '3' });
      const bytes = Buffer.from(ask.audio, 'base64');
      say({ text: [ask.language, ask.sampling_rate, bytes.length / 2, bytes.readInt16LE(2 * 7)].join(' ') });`);
    const asr = await processAsr({ command, timeoutMs: patient });
    try {
      expect([asr.name, asr.version]).toEqual(['process:mine', '3']);
      expect(await asr.transcribe(sound, 'en')).toBe(`en 16000 1600 ${String(sound[7])}`);
    } finally {
      await asr.close?.();
    }
  });

  it.each([
    ['says an error', `ask.type === 'hello' ? say({ name: 'm' }) : say({ error: 'out of memory' })`, 'the ASR says: out of memory'],
    ['gives no text', `ask.type === 'hello' ? say({ name: 'm' }) : say({ text: 4 })`, 'without a text'],
    ['dies', `if (ask.type === 'hello') say({ name: 'm' }); else process.exit(3)`, 'exit code 3'],
    [
      'never ends a line',
      `if (ask.type === 'hello') say({ name: 'm' }); else for (let i = 0; i < 64; i++) process.stdout.write('x'.repeat(65536))`,
      'it wrote a line of more than 1 MB',
    ],
    ['writes prose', `if (ask.type === 'hello') say({ name: 'm' }); else console.log('Platform four.')`, 'no JSON line'],
  ])('is a failed service when it %s', async (_, body, message) => {
    const asr = await processAsr({ command: await program(body), timeoutMs: patient });
    try {
      await expect(asr.transcribe(sound, 'en')).rejects.toThrow(
        expect.objectContaining({ code: 'speech-service', message: expect.stringContaining(message) as string }) as Error,
      );
    } finally {
      await asr.close?.();
    }
  });

  it('reads lines in pieces, of any length up to the longest', async () => {
    const told: string[] = [];
    const stream = Readable.from([...Buffer.from('{"a":1}\n\n{"é":2}')].map((byte) => Buffer.of(byte)));
    const tell = (line: string): void => void told.push(line);
    boundedLines(stream, 9, tell, () => tell('too long'));
    await finished(stream);
    expect(told).toEqual(['{"a":1}', '', '{"é":2}']);
  });

  it('is refused when it does not say its name', async () => {
    await expect(processAsr({ command: await program('say({})'), timeoutMs: patient })).rejects.toMatchObject({ code: 'input' });
  });
});

describe('cutAtPauses', () => {
  const rate = 1000;
  const second = (level: number): number[] => Array.from({ length: rate }, (_, i) => level * (i % 2 === 0 ? 1 : -1));
  it('leaves what is short as it is', () => {
    const short = Int16Array.from(second(100));
    expect(cutAtPauses(short, rate)).toEqual([short]);
    expect(cutAtPauses(new Int16Array(0), rate)).toHaveLength(1);
  });
  it('cuts in the pause, loses no sample, and makes no piece longer than 12 s', () => {
    const loud = Array.from({ length: 9 }, () => second(1000)).flat();
    const samples = Int16Array.from([...loud, ...second(0), ...loud, ...loud]);
    const pieces = cutAtPauses(samples, rate);
    expect(pieces.map((piece) => piece.length).reduce((a, b) => a + b)).toBe(samples.length);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(12 * rate);
    const [first] = pieces;
    expect(first?.length).toBeGreaterThan(9 * rate);
    expect(first?.length).toBeLessThan(10 * rate);
  });
});
