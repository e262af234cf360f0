/** The room servers of a calibration: the one that is asked for, and embedded ones that drop packets on purpose. */
import { TurnrigError } from '../../error.js';
import { startLivekitServer } from '../../../simulator/server/livekit-server.js';
import type { RoomServer } from '../../../simulator/server/room-server.js';
import { startRoomServer } from '../../../simulator/server/start.js';
import type { LiveKitAccess } from '../../../simulator/transport/livekit/server-api.js';
import { serverOf } from '../play/room-keeper.js';
import { versionOfOwnServer } from './place.js';

export const SERVER_KINDS = ['embedded', 'livekit', 'env'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export interface CalibrationServer {
  readonly server: string;
  readonly serverVersion: string;
  /** Where a session with so much loss takes place; starts a server for it when there is none yet. @throws TurnrigError. */
  access(lossPercent: number): Promise<LiveKitAccess>;
  /** Ends what was started. Never rejects. */
  stop(): Promise<void>;
}

/**
 * @param kind `embedded`, `livekit` (its binary is started) or `env` (LIVEKIT_URL and its keys).
 * @throws TurnrigError `input`, `missing`, `room-unreachable`.
 */
export async function openServers(
  kind: ServerKind,
  seed: number,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<CalibrationServer> {
  if (kind === 'env') {
    const access = serverOf(env);
    if (access === undefined) throw new TurnrigError('input', '--server env wants LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.');
    return {
      server: 'livekit',
      serverVersion: versionOfOwnServer(access.url),
      access: () => Promise.resolve(access),
      stop: () => Promise.resolve(),
    };
  }
  const plain = kind === 'livekit' ? await startLivekitServer() : await startRoomServer();
  const started = new Map<number, Promise<RoomServer>>([[0, Promise.resolve(plain)]]);
  return {
    server: plain.kind,
    serverVersion: plain.version,
    async access(lossPercent) {
      const known = started.get(lossPercent) ?? startRoomServer({ network: { loss: lossPercent / 100, seed } });
      started.set(lossPercent, known);
      const { url, apiKey, apiSecret } = await known;
      return { url, apiKey, apiSecret };
    },
    async stop() {
      await Promise.allSettled([...started.values()].map(async (server) => (await server).stop()));
    },
  };
}
