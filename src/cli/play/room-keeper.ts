/** The room server of a run: the user's own, or the embedded one, started again when it dies (design.md, "The room"). */
import { TurnrigError } from '../../error.js';
import { startRoomServer } from '../../../simulator/server/start.js';
import type { RoomServer } from '../../../simulator/server/room-server.js';
import type { RoomAccess } from '../../../simulator/supervisor/protocol.js';

export type LivekitAccess = Extract<RoomAccess, { readonly kind: 'livekit' }>;

export interface Room {
  readonly access: LivekitAccess;
  /** "embedded 0.1.0", "livekit": never an address. */
  readonly described: string;
  /** Of the embedded server; a server of the user's does not tell it before a room is joined. */
  readonly version?: string;
  /** Whether the server has died since. */
  gone(): boolean;
  /** Whether it moves, and its resident memory in bytes where that is known. Never rejects. */
  state(): Promise<{ readonly answers: boolean; readonly memory?: number }>;
  stop(): Promise<void>;
}

/**
 * LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET when LIVEKIT_URL is set, undefined otherwise.
 * @throws TurnrigError `input` when some are missing or the address is none.
 */
export function serverOf(env: Readonly<Record<string, string | undefined>>): LivekitAccess | undefined {
  const url = env['LIVEKIT_URL'] ?? '';
  if (url === '') return undefined;
  const [apiKey = '', apiSecret = ''] = [env['LIVEKIT_API_KEY'], env['LIVEKIT_API_SECRET']];
  const missing = [...(apiKey === '' ? ['LIVEKIT_API_KEY'] : []), ...(apiSecret === '' ? ['LIVEKIT_API_SECRET'] : [])];
  if (missing.length > 0) {
    throw new TurnrigError('input', `LIVEKIT_URL is set but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not.`, {
      hint: `Set ${missing.join(' and ')}, or unset LIVEKIT_URL to use the embedded room server.`,
    });
  }
  if (!/^(wss?|https?):\/\/[^\s/]+/.test(url) || !URL.canParse(url)) {
    throw new TurnrigError('input', 'LIVEKIT_URL is no address of a LiveKit server.', {
      hint: 'It looks like ws://127.0.0.1:7880 or wss://name.livekit.cloud.',
    });
  }
  return { kind: 'livekit', url, apiKey, apiSecret };
}

/** Opens the room server that the environment names, else the embedded one. @throws TurnrigError `room-unreachable`, `missing`, `input`. */
export async function openRoom(env: Readonly<Record<string, string | undefined>>, port?: number): Promise<Room> {
  const own = serverOf(env);
  if (own !== undefined) {
    if (port !== undefined) throw new TurnrigError('input', '--port is for the embedded room server, but LIVEKIT_URL names another one.');
    return {
      access: own,
      described: 'livekit',
      gone: () => false,
      // Whether a server of the user's answers, each session finds out; it is not ours to start again.
      state: () => Promise.resolve({ answers: true }),
      stop: () => Promise.resolve(),
    };
  }
  const server: RoomServer = await startRoomServer(port === undefined ? {} : { port });
  let gone = false;
  void server.exited.then(() => (gone = true));
  return {
    access: { kind: 'livekit', url: server.url, apiKey: server.apiKey, apiSecret: server.apiSecret },
    described: `embedded ${server.version}`,
    version: server.version,
    gone: () => gone,
    state: () =>
      server.health().then(
        ({ rss }) => ({ answers: true, ...(rss === undefined ? {} : { memory: rss }) }),
        () => ({ answers: false }),
      ),
    stop: () => server.stop(),
  };
}
