import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { roundTripTo } from '../../../../simulator/transport/livekit/round-trip.js';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

async function listen(answer: boolean): Promise<string> {
  server = createServer((_request, response) => (answer ? response.end('OK') : response.destroy()));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', () => resolve()));
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('takes the time of requests after the first, which opens the connection', async () => {
  let reads = 0;
  // 100 ms for the first request, then 10, 11, ... 17 ms.
  const times = [0, 100, ...[10, 11, 12, 13, 14, 15, 16, 17].flatMap((ms, i) => [1000 * (i + 1), 1000 * (i + 1) + ms])];
  expect(await roundTripTo(await listen(true), () => times[reads++] ?? 0)).toEqual({ minMs: 10, medianMs: 13.5, n: 8 });
});
it('knows nothing of a server that does not answer', async () => {
  expect(await roundTripTo(await listen(false))).toBeUndefined();
});
