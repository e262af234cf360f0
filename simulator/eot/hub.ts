/** The data set hub over HTTP: what files a data set has, and pieces of them. Nothing is kept on this disk. */
import type { AsyncBuffer } from 'hyparquet';
import { EotError } from '../../src/eot/error.js';
import { readPiece } from './hub-piece.js';
import { hubOrigin, hubRequest, type HubAccess } from './hub-request.js';

export type { HubAccess } from './hub-request.js';

export interface HubRevision {
  readonly dataset: string;
  readonly revision: string;
}

export const HUB = 'https://huggingface.co';
/** A thousand files a page: a list that goes on for longer leads in circles. */
const MOST_PAGES = 1000;
const PARTIAL_CONTENT = 206;

/** HF_ENDPOINT and HF_TOKEN, as the hub's own tools read them. */
export function hubFromEnvironment(env: NodeJS.ProcessEnv): HubAccess {
  return { endpoint: (env['HF_ENDPOINT'] ?? HUB).replace(/\/+$/, ''), token: env['HF_TOKEN'] };
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Paths of all files of a data set. */
export async function hubFiles(hub: HubAccess, { dataset, revision }: HubRevision): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined = `${hub.endpoint}/api/datasets/${encoded(dataset)}/tree/${encodeURIComponent(revision)}?recursive=true`;
  for (let page = 1; next !== undefined; page++) {
    if (page > MOST_PAGES) throw new EotError("the data set hub's list of files does not end", { code: 'speech-service' });
    const response: Response = await hubRequest(hub, next);
    const listed: unknown = await response.json().catch(() => undefined);
    if (!Array.isArray(listed)) throw new EotError("the data set hub's list of files is none", { code: 'speech-service' });
    for (const entry of listed as unknown[])
      if (typeof entry === 'object' && entry !== null && 'path' in entry && typeof entry.path === 'string') names.push(entry.path);
    next = nextPage(hub, response.headers.get('link') ?? '');
  }
  return names;
}

/** A list goes on at the hub itself: nobody else chooses whom this machine asks. */
function nextPage(hub: HubAccess, link: string): string | undefined {
  const found = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
  if (found === undefined) return undefined;
  const url = URL.canParse(found, hub.endpoint) ? new URL(found, hub.endpoint) : undefined;
  if (url?.origin !== hubOrigin(hub))
    throw new EotError("the data set hub's list of files goes on at another address", { code: 'speech-service' });
  return url.href;
}

/** A file that is read by ranges. A piece that breaks off goes on where it was. */
export async function hubFile(
  hub: HubAccess,
  { dataset, revision }: HubRevision,
  path: string,
): Promise<{ readonly file: AsyncBuffer; readonly close: () => Promise<void> }> {
  const url = `${hub.endpoint}/datasets/${encoded(dataset)}/resolve/${encodeURIComponent(revision)}/${encoded(path)}`;
  /** With the size of the whole file, as the answer tells it. */
  const ask = async (start: number, end: number): Promise<{ readonly response: Response; readonly size: number }> => {
    // A compressed answer would be a piece of something else.
    const response = await hubRequest(hub, url, { range: `bytes=${start}-${end - 1}`, 'accept-encoding': 'identity' });
    const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    const why =
      response.status !== PARTIAL_CONTENT
        ? `sent ${path} whole where a piece was asked for`
        : size === undefined
          ? `does not say how long ${path} is`
          : Number(from) === start
            ? undefined
            : `sent another piece of ${path} than was asked for`;
    if (why === undefined) return { response, size: Number(size) };
    await response.body?.cancel().catch(() => undefined);
    throw new EotError(`the data set hub ${why}`, { code: 'speech-service' });
  };
  const first = await ask(0, 1);
  await first.response.body?.cancel().catch(() => undefined);
  const { size: byteLength } = first;
  if (!Number.isSafeInteger(byteLength))
    throw new EotError(`the data set hub does not say how long ${path} is`, { code: 'speech-service' });
  const piece = async (start: number, end: number): Promise<Response> => {
    const { response, size } = await ask(start, end);
    if (size === byteLength) return response;
    await response.body?.cancel().catch(() => undefined);
    throw new EotError(`${path} has changed on the data set hub while it was read: ${size} bytes, ${byteLength} before`, {
      code: 'speech-service',
      hint: 'Name a commit by --revision, so that it stays the same.',
    });
  };
  const file: AsyncBuffer = {
    byteLength,
    slice: (start, end = byteLength) => readPiece(piece, start, end, path),
  };
  return { file, close: () => Promise.resolve() };
}
