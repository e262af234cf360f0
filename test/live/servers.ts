/** The servers that live tests run against: the embedded one always, LiveKit's own where its binary is named, and in CI always. */
import { BINARY_VARIABLE, startLivekitServer } from '../../simulator/server/livekit-server.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { startRoomServer } from '../../simulator/server/start.js';

export interface ServerUnderTest {
  readonly kind: RoomServer['kind'];
  start(): Promise<RoomServer>;
}

const embedded: ServerUnderTest = { kind: 'embedded', start: () => startRoomServer() };
const real: ServerUnderTest = { kind: 'livekit', start: () => startLivekitServer() };

/** In CI a missing binary makes the tests fail when they start the server; elsewhere they are not made. */
export const servers: readonly ServerUnderTest[] =
  process.env[BINARY_VARIABLE] !== undefined || process.env['CI'] !== undefined ? [embedded, real] : [embedded];
