/**
 * The server of the review page: on the loopback only, behind a key in its address. A page of another site that guesses the port has no key; one
 * that lets its own name lead to this machine (DNS rebinding) names another host, and is refused by that too.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { CONFIDENCES, REASONS } from '../../src/calls/model.js';
import { TurnrigError, messageOf } from '../../src/error.js';
import { NotToBeShown, type ReviewDesk } from './review-desk.js';
import type { ReviewPage } from './review-page.js';

const HOST = '127.0.0.1';
const KEY_BYTES = 24;
/** A label is some 60 bytes. */
const MOST_BODY = 4_096;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

const LABEL = z.strictObject({ reason: z.enum(REASONS), confidence: z.enum(CONFIDENCES).nullable() });

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

const json = (status: number, value: object): Answer => ({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) });
const refused = (status: number, message: string): Answer => json(status, { message });

export class ReviewServer {
  readonly #key = randomBytes(KEY_BYTES).toString('base64url');
  readonly #http: Server;
  #port = 0;

  private constructor(
    private readonly desk: ReviewDesk,
    private readonly page: ReviewPage,
  ) {
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    this.#http.on('clientError', (_error, socket) => socket.destroy());
  }

  /** @param port 0: any that is free. @throws TurnrigError `input` for a port that cannot be had. */
  static async listen(desk: ReviewDesk, page: ReviewPage, port: number): Promise<ReviewServer> {
    const server = new ReviewServer(desk, page);
    await new Promise<void>((resolve, reject) => {
      server.#http.once('error', (cause) =>
        reject(
          new TurnrigError('input', `the port ${port} cannot be had: ${messageOf(cause)}`, {
            hint: 'Name another with --port, or none.',
            cause,
          }),
        ),
      );
      server.#http.listen(port, HOST, resolve);
    });
    server.#port = (server.#http.address() as AddressInfo).port;
    return server;
  }

  /** With the key: who has it may read and label. */
  get url(): string {
    return `http://${HOST}:${this.#port}/${this.#key}/`;
  }

  /** What was asked for is finished, then nobody is answered any more. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    await this.desk.settled();
    this.#http.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await this.#answer(request);
    // A body that was not read would be taken for the next request.
    response.writeHead(status, { ...HEADERS, 'content-type': type, ...(status < 400 ? {} : { connection: 'close' }) }).end(body);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const hosts = [`${HOST}:${this.#port}`, `localhost:${this.#port}`];
    const { host, origin } = request.headers;
    if (host === undefined || !hosts.includes(host)) return refused(403, 'This server answers to its own address only.');
    if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) return refused(403, 'This server answers to its own page only.'); // prettier-ignore
    const [, key = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    if (!this.#isKey(key)) return refused(403, 'Open the address that turnrig printed, with its key.');
    try {
      return await this.#route(request, rest.join('/'));
    } catch (error) {
      if (error instanceof NotToBeShown) return refused(409, error.message);
      if (error instanceof TurnrigError) return refused(500, error.message);
      return refused(500, `This was not expected: ${messageOf(error)}`);
    }
  }

  #isKey(given: string): boolean {
    const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
    return timingSafeEqual(hash(given), hash(this.#key));
  }

  async #route(request: IncomingMessage, path: string): Promise<Answer> {
    const [name = '', number = '', what] = path.split('/');
    const index = /^\d{1,9}$/.test(number) ? Number(number) : undefined;
    const asked = `${request.method ?? ''} ${name}${number === '' ? '' : '/N'}${what === undefined ? '' : `/${what}`}`;
    if (asked === 'GET ') return { status: 200, type: 'text/html; charset=utf-8', body: this.page.html };
    if (asked === 'GET page.js') return { status: 200, type: 'text/javascript; charset=utf-8', body: this.page.script };
    if (asked === 'GET style.css') return { status: 200, type: 'text/css; charset=utf-8', body: this.page.style };
    if (asked === 'GET start') return json(200, this.desk.start());
    if (asked === 'POST undo') return json(200, await this.desk.undo());
    if (name !== 'items' || index === undefined) return refused(404, 'There is nothing here.');
    if (asked === 'GET items/N') return json(200, await this.desk.show(index));
    if (asked === 'GET items/N/sound') return { status: 200, type: 'application/octet-stream', body: await this.desk.sound(index) };
    if (asked === 'POST items/N/reveal') return json(200, await this.desk.reveal(index));
    if (asked === 'POST items/N/label') {
      const label = LABEL.safeParse(await readJson(request));
      return label.success
        ? json(200, await this.desk.label(index, label.data))
        : refused(400, 'A label has a reason and a confidence of the format, nothing else.');
    }
    return refused(404, 'There is nothing here.');
  }
}

/** Undefined of what is too long or no JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MOST_BODY) return undefined;
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
