/** What goes wrong between the rig and a server, told apart; by real sockets on loopback. */
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { brokenOff, redirected, requestFailure } from '../../simulator/speech/failures.js';
import { endpointOf, post } from '../../simulator/speech/post.js';
import { TurnrigError } from '../../src/error.js';

const HINT = 'Is it running?';
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

async function listening(made: Server): Promise<string> {
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}
const http = (answer: (response: ServerResponse) => void): Promise<string> =>
  listening(createServer((request, response) => void request.resume().on('end', () => answer(response))));

async function failureAt(url: string, apiKey = 'key'): Promise<TurnrigError> {
  const endpoint = endpointOf(url, 'x', { server: 'the server', example: 'http://127.0.0.1:1', keyEnv: 'KEY' });
  const options = { server: 'the server', accept: '*/*', timeout: 20_000, attempts: 2, backoff: 1, hint: () => HINT, apiKey };
  const error: unknown = await post(endpoint, '{}', options).catch((thrown: unknown) => thrown);
  if (!(error instanceof TurnrigError)) throw new Error(`no failure: ${String(error)}`);
  return error;
}

describe('a request that fails', () => {
  it('an answer that breaks off was an answer', async () => {
    const error = await failureAt(
      await http((response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half of', () => response.destroy());
      }),
    );
    expect(error.message).toMatch(/^the server at 127\.0\.0\.1:\d+ was reached, but its answer broke off/);
    expect(error.hint).not.toContain('running');
  });

  it('a connection that is closed without an answer was one', async () => {
    const error = await failureAt(
      await listening(createTcp((socket) => void socket.on('error', () => undefined).once('data', () => socket.end()))),
    );
    expect(error.message).toMatch(/was reached, but closed the connection without an answer/);
  });

  it('what is no HTTP is told as that', async () => {
    const error = await failureAt(
      await listening(createTcp((socket) => void socket.on('error', () => undefined).once('data', () => socket.end('SSH-2.0\r\n\r\n')))),
    );
    expect(error.message).toMatch(/was reached, but answered, but not as HTTP has it \(HPE_/);
  });

  it('a redirect is told, not followed and not tried again', async () => {
    let asked = 0;
    const url = await http((response) => {
      asked++;
      response.writeHead(307, { location: '/elsewhere?token=SECRET' }).end();
    });
    const error = await failureAt(url);
    expect(error.message).toBe(`the server at ${new URL(url).host} redirects (307) to ${url}/elsewhere`);
    expect(error.hint).toMatch(/base URL/);
    expect(asked).toBe(1);
  });

  it('nobody there is not reached', async () => {
    const url = await http(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const error = await failureAt(url);
    expect(error.message).toBe(`the server at ${new URL(url).host} cannot be reached: the connection was refused (ECONNREFUSED)`);
    expect(error.hint).toBe(HINT);
  });

  it('a port that no HTTP client asks is told as that', async () => {
    expect((await failureAt('http://127.0.0.1:9')).message).toMatch(/cannot be reached: HTTP clients do not ask its port/);
  });

  it.each(['SECRET\nkey', 'SECRET key', 'SECRETé€'])('a key that no header can carry is wrong input and not shown: %j', async (key) => {
    const error = await failureAt('http://127.0.0.1:9', key);
    expect(error.code).toBe('input');
    expect(`${error.message}${error.hint}`).not.toContain('SECRET');
  });
});

describe('the runtime’s own text', () => {
  const quoting = new TypeError('Request cannot be constructed from a URL that includes credentials: http://user:SECRET@host/');
  it.each([
    quoting,
    new TypeError('fetch failed', { cause: quoting }),
    new TypeError('fetch failed', { cause: Object.assign(new Error('http://SECRET@h'), { code: 'http://SECRET@h' }) }),
    'SECRET',
  ])('never gets into a message: %s', (thrown) => {
    for (const { message, hint } of [requestFailure(thrown, 'the server', HINT), brokenOff(thrown, 'the server')])
      expect(`${message}${hint}`).not.toContain('SECRET');
  });

  it.each<[string | null, string]>([
    ['http://user:SECRET@other/', 'it redirects (302)'],
    ['https://other/a?key=SECRET#SECRET', 'it redirects (302) to https://other/a'],
    ['javascript:SECRET', 'it redirects (302)'],
    ['http://[SECRET', 'it redirects (302)'],
    [null, 'it redirects (302)'],
  ])('a redirect to %s', (location, message) => {
    expect(redirected(302, location, new URL('http://here/'), 'it').message).toBe(message);
  });
});
