/** Asking the data set hub: what is tried again and after how long, and to whom the token goes. */
import { setTimeout as delay } from 'node:timers/promises';
import { EotError } from '../../src/eot/error.js';
import { TurnrigError } from '../../src/error.js';
import { requestFailure } from '../speech/failures.js';

export interface HubAccess {
  /** Where the hub is, without a slash at the end. */
  readonly endpoint: string;
  /** For data sets that want one; it is sent to the hub's own host and nowhere else. */
  readonly token?: string | undefined;
}

export const ATTEMPTS = 4;
/** A whole request: what came of an answer until then is kept (hub-piece.ts). */
const TIMEOUT_MS = 60_000;
/** Before the second attempt; twice as long before each further one. */
const FIRST_WAIT_MS = 200;
/** A hub that asks for more patience is told to the user instead. */
const MOST_WAIT_MS = 60_000;
/** Answers that another attempt may change: a request that came too late or too early, too many of them, a server that fails. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
const [UNAUTHORIZED, FORBIDDEN, NOT_FOUND, TOO_MANY] = [401, 403, 404, 429];
const OWN_FILE = 'A folder or file of your own can be given as --path.';

/** @throws TurnrigError 'input' for an address that is none */
export function hubOrigin(hub: HubAccess): string {
  const url = URL.canParse(hub.endpoint) ? new URL(hub.endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TurnrigError('input', 'HF_ENDPOINT is no address of a hub', { hint: 'For example: https://huggingface.co' });
  return url.origin;
}

/**
 * A good answer, or an error that says why there is none. The token goes to the hub's own origin; `fetch` drops it where a redirect leads to
 * another one.
 *
 * @throws EotError FileNotFoundError where the hub refuses, `speech-service` where it does not answer
 */
export async function hubRequest(hub: HubAccess, url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const own = hubOrigin(hub) === new URL(url).origin;
  const sent = { ...headers, ...(hub.token === undefined || !own ? {} : { authorization: `Bearer ${hub.token}` }) };
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url, sent);
    if (answer instanceof Response && answer.ok) return answer;
    const failure = answer instanceof Response ? refusal(hub, url, answer) : answer;
    const wanted = answer instanceof Response ? await asked(answer) : 0;
    if (failure.code === 'input' || attempt === ATTEMPTS || wanted > MOST_WAIT_MS) throw failure;
    await delay(Math.max(wanted, FIRST_WAIT_MS * 2 ** (attempt - 1)));
  }
}

async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Response | TurnrigError> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    return requestFailure(cause, 'the data set hub', OWN_FILE);
  }
}

/** How long the hub asks to wait, ms; its answer is not read further. */
async function asked(answer: Response): Promise<number> {
  await answer.body?.cancel().catch(() => undefined);
  const after = answer.headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0;
}

function refusal({ token }: HubAccess, url: string, { status, headers }: Response): EotError {
  const { pathname } = new URL(url);
  const after = headers.get('retry-after');
  if (status === TOO_MANY)
    return new EotError(`the data set hub allows no more requests for now: it answered ${status}`, {
      code: 'speech-service',
      hint: `${after !== null && /^\d{1,9}$/.test(after) ? `It asks to wait ${after} s. ` : ''}${token === undefined ? 'With HF_TOKEN it allows more.' : OWN_FILE}`,
    });
  if (PASSING.has(status))
    return new EotError(`the data set hub cannot answer: it answered ${status}`, { code: 'speech-service', hint: OWN_FILE });
  const known = status === UNAUTHORIZED || status === FORBIDDEN || status === NOT_FOUND;
  const login =
    token === undefined
      ? 'Is the name right? A data set that wants a login needs HF_TOKEN.'
      : 'Is the name right, and may this token read it?';
  return new EotError(`the data set hub refuses ${pathname}: it answered ${status}`, {
    type: 'FileNotFoundError',
    hint: known ? login : OWN_FILE,
  });
}
