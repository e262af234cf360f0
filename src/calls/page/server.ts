/** The page's side of the conversation with its server: addresses are relative, so that the key stays in them. */
import type { ReviewItemJson, ReviewLabel, ReviewRefusal, ReviewStart } from '../review-json.js';

/** @throws Error with the server's own words, or that there is none. */
async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error('turnrig does not answer: is it still running? Nothing since the last "saved" was kept.');
  }
  if (response.ok) return response;
  const { message } = (await response.json()) as ReviewRefusal;
  throw new Error(message);
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const post = (path: string, body?: object): Promise<Response> =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const server = {
  start: () => json<ReviewStart>(ask('start')),
  item: (index: number) => json<ReviewItemJson>(ask(`items/${index}`)),
  label: (index: number, label: ReviewLabel) => json<ReviewItemJson>(post(`items/${index}/label`, label)),
  reveal: (index: number) => json<ReviewItemJson>(post(`items/${index}/reveal`)),
  undo: () => json<ReviewItemJson>(post('undo')),
  /** User and agent, full scale 1. */
  async sound(index: number): Promise<readonly [Float32Array, Float32Array]> {
    const view = new DataView(await (await ask(`items/${index}/sound`)).arrayBuffer());
    const length = Math.floor(view.byteLength / 4);
    const [user, agent] = [new Float32Array(length), new Float32Array(length)];
    for (let i = 0; i < length; i++) {
      user[i] = view.getInt16(4 * i, true) / 32_768;
      agent[i] = view.getInt16(4 * i + 2, true) / 32_768;
    }
    return [user, agent];
  },
};
