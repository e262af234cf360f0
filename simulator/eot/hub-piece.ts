/** One piece of a file on the hub, whole: what a broken connection brought is kept, and only the rest is asked for again. */
import { EotError } from '../../src/eot/error.js';
import { ATTEMPTS } from './hub-request.js';

/** So many requests for one piece, however little each of them brings. */
const MOST_REQUESTS = 32;

/**
 * @param get the answer to a request for the bytes from `start` up to but not including `end`
 * @throws EotError 'speech-service' when several answers one after another bring nothing, or one brings more than was asked for
 */
export async function readPiece(
  get: (start: number, end: number) => Promise<Response>,
  start: number,
  end: number,
  name: string,
): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer(end - start);
  const bytes = new Uint8Array(buffer);
  let [done, fruitless] = [0, 0];
  for (let request = 1; done < bytes.length; request++) {
    if (fruitless === ATTEMPTS || request > MOST_REQUESTS)
      throw new EotError(`the data set hub sent ${done} of ${bytes.length} bytes of ${name}, and then no more`, {
        code: 'speech-service',
        hint: 'The same command goes on where it was.',
      });
    const came = await fill(await get(start + done, end), bytes.subarray(done), name);
    fruitless = came === 0 ? fruitless + 1 : 0;
    done += came;
  }
  return buffer;
}

/** @returns how many bytes came: fewer than there is room for when the answer ends early, or its connection breaks off */
async function fill(response: Response, into: Uint8Array, name: string): Promise<number> {
  const reader = response.body?.getReader();
  let came = 0;
  try {
    for (;;) {
      const piece = await reader?.read().catch(() => undefined);
      if (piece?.value === undefined) return came;
      const bytes = piece.value as Uint8Array;
      if (came + bytes.length > into.length)
        throw new EotError(`the data set hub sent more of ${name} than was asked for`, { code: 'speech-service' });
      into.set(bytes, came);
      came += bytes.length;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}
