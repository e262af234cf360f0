/** The data set hub on its bad days, against servers on this machine: it breaks off, sends too little or too much, wants patience, redirects. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readPiece } from '../../simulator/eot/hub-piece.js';
import { hubFile, hubFiles, hubFromEnvironment, type HubAccess } from '../../simulator/eot/hub.js';

/** Bytes that differ from their neighbours, so that a piece in the wrong place is noticed. */
const FILE = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7 + (i >> 8)) & 255);
const AT = { dataset: 'owner/set', revision: 'main' };

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => answer(request, response, ++count));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const rangeOf = ({ headers }: IncomingMessage): [number, number] => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  return [Number(from), Number(to) + 1];
};
/** The head of a right answer. */
const head = (response: ServerResponse, from: number, to: number, size = FILE.length): ServerResponse =>
  response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${size}`, 'content-length': to - from });
const right = (request: IncomingMessage, response: ServerResponse): void => {
  const [from, to] = rangeOf(request);
  head(response, from, to).end(FILE.subarray(from, to));
};
const read = async (hub: HubAccess, from: number, to: number): Promise<number[]> => {
  const { file } = await hubFile(hub, AT, 'en/validation.parquet');
  expect(file.byteLength).toBe(FILE.length);
  return [...new Uint8Array(await file.slice(from, to))];
};
const wanted = (from: number, to: number): number[] => [...FILE.subarray(from, to)];

describe('pieces of a file on the hub', () => {
  it('a connection that breaks off in the middle goes on where it was', async () => {
    const asked: [number, number][] = [];
    const endpoint = await serve((request, response, count) => {
      const [from, to] = rangeOf(request);
      asked.push([from, to]);
      // The first asks for the size. Of the piece two answers break off.
      if (count !== 2 && count !== 3) right(request, response);
      else head(response, from, to).write(FILE.subarray(from, from + 1000), () => setTimeout(() => response.socket?.end(), 20));
    });
    expect(await read({ endpoint }, 100, 4600)).toEqual(wanted(100, 4600));
    expect(asked.length).toBe(4);
    // What had come by then is not asked for again.
    for (const [i, [from, to]] of asked.slice(1).entries()) expect([to, from >= (asked[i]?.[0] ?? 0)]).toEqual([4600, true]);
  });

  it('a piece shorter than was asked for is made whole', async () => {
    const endpoint = await serve((request, response, count) => {
      const [from, to] = rangeOf(request);
      const short = count === 2 ? from + 700 : to;
      head(response, from, short).end(FILE.subarray(from, short));
    });
    expect(await read({ endpoint }, 0, 3000)).toEqual(wanted(0, 3000));
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
    [
      'more than was asked for',
      (request, response) => {
        const [from] = rangeOf(request);
        response.writeHead(206, { 'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}` }).end(FILE.subarray(from));
      },
      'the data set hub sent more of en/validation.parquet than was asked for',
    ],
    [
      'another length of the file',
      (request, response) => {
        const [from, to] = rangeOf(request);
        head(response, from, to, 6000).end(FILE.subarray(from, to));
      },
      'en/validation.parquet has changed on the data set hub while it was read: 6000 bytes, 5000 before',
    ],
    [
      'another piece',
      (request, response) => {
        const [from, to] = rangeOf(request);
        head(response, from + 1, to).end(FILE.subarray(from + 1, to));
      },
      'the data set hub sent another piece of en/validation.parquet than was asked for',
    ],
    ['the whole file', (_, response) => response.writeHead(200).end(FILE), 'sent en/validation.parquet whole where a piece was asked for'],
    ['no length', (_, response) => response.writeHead(206).end(), 'does not say how long en/validation.parquet is'],
    ['nothing, time after time', (request, response) => head(response, ...rangeOf(request)).flushHeaders(), 'sent 0 of 2990 bytes'],
  ])('%s is refused', async (_, answer, message) => {
    const endpoint = await serve((request, response, count) => {
      if (count === 1) right(request, response);
      else answer(request, response);
      if (!response.writableEnded) response.socket?.end();
    });
    await expect(read({ endpoint }, 10, 3000)).rejects.toMatchObject({
      code: 'speech-service',
      message: expect.stringContaining(message) as string,
    });
  });

  it('keeps what came of every answer, and gives up on one that never ends', async () => {
    const starts: number[] = [];
    /** Brings so many bytes, and breaks off when more are asked for. */
    const broken = (start: number, bytes: number): Response => {
      let given = false;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (given) controller.error(new Error('gone'));
          else controller.enqueue(FILE.slice(start, start + bytes));
          given = true;
        },
      });
      return new Response(body);
    };
    const get =
      (bytes: number) =>
      (start: number): Promise<Response> => {
        starts.push(start);
        return Promise.resolve(broken(start, bytes));
      };
    expect([...new Uint8Array(await readPiece(get(400), 200, 1400, 'x'))]).toEqual(wanted(200, 1400));
    expect(starts.splice(0)).toEqual([200, 600, 1000]);
    await expect(readPiece(get(1), 0, 1000, 'x')).rejects.toThrow('sent 32 of 1000 bytes of x, and then no more');
    expect(starts.at(-1)).toBe(31);
    starts.length = 0;
    await expect(readPiece(get(0), 0, 1000, 'x')).rejects.toThrow('sent 0 of 1000 bytes');
    expect(starts).toEqual([0, 0, 0, 0]);
  });
});

describe('the hub asks for patience', () => {
  it('429 and 503 are tried again', async () => {
    const endpoint = await serve((request, response, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '0' }).end('slow down');
      else if (count === 3) response.writeHead(503).end();
      else right(request, response);
    });
    expect(await read({ endpoint }, 5, 50)).toEqual(wanted(5, 50));
  });
  it('what asks for more than a minute is told at once, with what it asks for', async () => {
    let count = 0;
    const endpoint = await serve((_, response) => {
      count++;
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    await expect(hubFiles({ endpoint }, AT)).rejects.toMatchObject({
      code: 'speech-service',
      message: 'the data set hub allows no more requests for now: it answered 429',
      hint: 'It asks to wait 3600 s. With HF_TOKEN it allows more.',
    });
    expect(count).toBe(1);
  });
  it.each([401, 403, 404, 410])('%i is refused at once', async (status) => {
    let count = 0;
    const endpoint = await serve((_, response) => {
      count++;
      response.writeHead(status).end();
    });
    await expect(hubFiles({ endpoint, token: 'hf_secret' }, AT)).rejects.toMatchObject({
      code: 'input',
      type: 'FileNotFoundError',
      message: `the data set hub refuses /api/datasets/owner/set/tree/main: it answered ${status}`,
    });
    expect(count).toBe(1);
  });
});

describe('the token', () => {
  it('does not follow a redirect to another host, and the range does', async () => {
    const [hubSaw, otherSaw]: [unknown[], unknown[]] = [[], []];
    const other = await serve((request, response) => {
      otherSaw.push([request.headers.authorization, request.headers.cookie, request.headers.range]);
      right(request, response);
    });
    const endpoint = await serve((request, response) => {
      hubSaw.push(request.headers.authorization);
      response.writeHead(302, { location: `${other}/cdn/blob?signature=1` }).end();
    });
    expect(await read({ endpoint, token: 'hf_secret' }, 1000, 1200)).toEqual(wanted(1000, 1200));
    expect(hubSaw).toEqual(['Bearer hf_secret', 'Bearer hf_secret']);
    expect(otherSaw).toEqual([
      [undefined, undefined, 'bytes=0-0'],
      [undefined, undefined, 'bytes=1000-1199'],
    ]);
  });
  it('does not follow a list of files to another host', async () => {
    let other = 0;
    const elsewhere = await serve((_, response) => {
      other++;
      response.end('[]');
    });
    const endpoint = await serve((_, response) => response.writeHead(200, { link: `<${elsewhere}/next>; rel="next"` }).end('[]'));
    await expect(hubFiles({ endpoint, token: 'hf_secret' }, AT)).rejects.toThrow('list of files goes on at another address');
    expect(other).toBe(0);
  });
  it('is in no message', async () => {
    const endpoint = await serve((request, response) => response.writeHead(404, { echo: request.headers.authorization }).end());
    const said = await hubFiles({ endpoint, token: 'hf_secret' }, AT).catch((error: unknown) => error);
    expect(JSON.stringify([said, String(said)])).not.toContain('hf_secret');
  });
});

describe('lists of files', () => {
  it('goes on page by page', async () => {
    const endpoint = await serve(({ url = '' }, response) => {
      const second = url.includes('cursor=2');
      response.writeHead(200, second ? {} : { link: '</api/datasets/owner/set/tree/main?recursive=true&cursor=2>; rel="next"' });
      response.end(JSON.stringify([{ type: 'file', path: second ? 'b' : 'a' }, { type: 'odd' }]));
    });
    expect(await hubFiles({ endpoint }, AT)).toEqual(['a', 'b']);
  });
  it.each([
    ['{"a":1}', "the data set hub's list of files is none"],
    ['<html>', "the data set hub's list of files is none"],
  ])('%s is none', async (body, message) => {
    const endpoint = await serve((_, response) => response.end(body));
    await expect(hubFiles({ endpoint }, AT)).rejects.toThrow(message);
  });
  it('says what is wrong with its address', async () => {
    await expect(hubFiles(hubFromEnvironment({ HF_ENDPOINT: 'hub.example/' }), AT)).rejects.toMatchObject({
      code: 'input',
      message: 'HF_ENDPOINT is no address of a hub',
    });
  });
});
