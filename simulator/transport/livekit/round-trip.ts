/**
 * How far the room server is: requests over one connection, one after the other. The fixed delay to a remote server sits inside every wait
 * that is measured at the room, and is printed beside it (measurement.md, "Where the ear is").
 */
import type { RoundTrip } from '../../../src/recording/model.js';
import { median } from '../../../src/stats/median.js';

/** The first one opens the connection and is not counted. */
const REQUESTS = 8;
const TIMEOUT_MS = 3_000;

/**
 * @param url of the server: ws, wss, http or https.
 * @returns undefined when it does not answer: whether there is a room is for others to find out.
 */
export async function roundTripTo(url: string, now: () => number = () => performance.now()): Promise<RoundTrip | undefined> {
  const address = url.replace(/^ws/, 'http');
  const times: number[] = [];
  for (let i = 0; i <= REQUESTS; i++) {
    const before = now();
    try {
      const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await reply.arrayBuffer();
    } catch {
      return undefined;
    }
    const took = now() - before;
    if (i > 0) times.push(took);
  }
  const middle = median(times);
  if (middle === undefined) return undefined;
  return { minMs: tenths(Math.min(...times)), medianMs: tenths(middle), n: times.length };
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10;
