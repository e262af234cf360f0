/** The data set hub over HTTP: what files a data set has, and pieces of them. Nothing is kept on this disk. */
import type { AsyncBuffer } from 'hyparquet';
import { EotError } from '../../src/eot/error.js';
import { messageOf } from '../../src/error.js';

export interface HubAccess {
  /** Where the hub is, without a slash at the end. */
  readonly endpoint: string;
  /** For data sets that want one; it is sent to the hub's own host and nowhere else. */
  readonly token?: string | undefined;
}

export interface HubRevision {
  readonly dataset: string;
  readonly revision: string;
}

export const HUB = 'https://huggingface.co';
const ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;

/** HF_ENDPOINT and HF_TOKEN, as the hub's own tools read them. */
export function hubFromEnvironment(env: NodeJS.ProcessEnv): HubAccess {
  return { endpoint: (env['HF_ENDPOINT'] ?? HUB).replace(/\/+$/, ''), token: env['HF_TOKEN'] };
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** `fetch` drops the authorisation where a redirect leads to another host. Faults of the network are tried again. */
async function request(hub: HubAccess, url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const sent = { ...headers, ...(hub.token === undefined ? {} : { authorization: `Bearer ${hub.token}` }) };
  for (let attempt = 1; ; attempt++) {
    let why: string;
    try {
      const response = await fetch(url, { headers: sent, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.ok) return response;
      why = `it answered ${response.status}`;
      if (response.status === 401 || response.status === 403 || response.status === 404)
        throw new EotError(`the data set hub refuses ${new URL(url).pathname}: ${why}`, {
          type: 'FileNotFoundError',
          hint:
            hub.token === undefined
              ? 'Is the name right? A data set that wants a login needs HF_TOKEN.'
              : 'Is the name right, and may this token read it?',
        });
    } catch (cause) {
      if (cause instanceof EotError) throw cause;
      why = messageOf(cause);
    }
    if (attempt === ATTEMPTS)
      throw new EotError(`the data set hub cannot be reached: ${why}`, {
        code: 'speech-service',
        hint: 'A folder or file of your own can be given as --path.',
      });
  }
}

/** Paths of all files of a data set. */
export async function hubFiles(hub: HubAccess, { dataset, revision }: HubRevision): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined = `${hub.endpoint}/api/datasets/${encoded(dataset)}/tree/${encodeURIComponent(revision)}?recursive=true`;
  while (next !== undefined) {
    const response: Response = await request(hub, next);
    const listed: unknown = await response.json();
    if (!Array.isArray(listed)) throw new EotError("the data set hub's list of files is none");
    for (const entry of listed as unknown[])
      if (typeof entry === 'object' && entry !== null && 'path' in entry && typeof entry.path === 'string') names.push(entry.path);
    const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    next = link === undefined ? undefined : new URL(link, hub.endpoint).href;
  }
  return names;
}

/** A file that is read by ranges. */
export async function hubFile(
  hub: HubAccess,
  { dataset, revision }: HubRevision,
  path: string,
): Promise<{ readonly file: AsyncBuffer; readonly close: () => Promise<void> }> {
  const url = `${hub.endpoint}/datasets/${encoded(dataset)}/resolve/${encodeURIComponent(revision)}/${encoded(path)}`;
  const piece = async (start: number, end: number): Promise<Response> => {
    const response = await request(hub, url, { range: `bytes=${start}-${end - 1}` });
    if (response.status !== 206) throw new EotError(`the data set hub sent ${path} whole where a piece was asked for`);
    return response;
  };
  const first = await piece(0, 1);
  await first.arrayBuffer();
  const size = Number(/\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(size)) throw new EotError(`the data set hub does not say how long ${path} is`);
  const file: AsyncBuffer = {
    byteLength: size,
    slice: async (start, end = size) => {
      if (start === end) return new ArrayBuffer(0);
      for (let attempt = 1; ; attempt++) {
        const bytes = await (await piece(start, end)).arrayBuffer().catch(() => new ArrayBuffer(0));
        if (bytes.byteLength === end - start) return bytes;
        // A connection that broke off in the middle: the piece is asked for again.
        if (attempt === ATTEMPTS)
          throw new EotError(`the data set hub sent ${bytes.byteLength} of ${end - start} bytes of ${path}`, { code: 'speech-service' });
      }
    },
  };
  return { file, close: () => Promise.resolve() };
}
