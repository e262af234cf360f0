/** What happens to a client whose way to the server breaks: through a proxy that cuts. */
import { dispose } from '@livekit/rtc-node';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { startRoomServer } from '../../simulator/server/start.js';
import { Client, purity, roomName, until } from './server-support.js';
import { servers } from './servers.js';

/** Passes TCP on, the signalling that is; media go their own way. */
class Proxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(target: number) {
    this.server = createServer((from) => {
      const to = connect(target, '127.0.0.1');
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async open(server: RoomServer): Promise<{ proxy: Proxy; behind: RoomServer }> {
    const proxy = new Proxy(Number(new URL(server.url).port));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.server.address() as AddressInfo;
    const { apiKey, apiSecret, kind, version, pid, exited } = server;
    const passOn = { health: () => server.health(), stop: () => server.stop() };
    return { proxy, behind: { url: `ws://127.0.0.1:${port}`, apiKey, apiSecret, kind, version, pid, exited, ...passOn } };
  }

  /** Breaks every connection; new ones pass. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }
}

describe.each(servers)('a broken network on the $kind server', (underTest) => {
  let server: RoomServer;
  const endings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await underTest.start();
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    await server.stop();
  });

  test('a client that loses its signalling comes back by itself and is heard again', async () => {
    const { proxy, behind } = await Proxy.open(server);
    endings.push(() => proxy.close());
    const room = roomName();
    const ben = await Client.join(server, room, 'ben');
    endings.push(() => ben.leave());
    const anna = await Client.join(behind, room, 'anna');
    endings.push(() => anna.leave());
    await anna.publishTone(440);
    expect(await purity((await ben.hears()).track, 440)).toBeGreaterThan(0.9);
    const back = anna.next('reconnected');
    proxy.cut();
    await back;
    const current = (): string | undefined => [...(ben.room.remoteParticipants.get('anna')?.trackPublications.keys() ?? [])][0];
    await until('ben hears the track that is there now', () =>
      ben.heard.some(({ track }) => track.sid !== undefined && track.sid === current()),
    );
    const latest = ben.heard.findLast(({ track }) => track.sid === current())!;
    expect(await purity(latest.track, 440)).toBeGreaterThan(0.9);
    expect(ben.others()).toEqual(['anna']);
    expect(anna.left).toEqual([]);
  });
});

describe('a broken network on the embedded server', () => {
  // LiveKit's own server keeps such a client while its media connection lives.
  test('a client that is gone for good is seen to leave', async () => {
    const server = await startRoomServer();
    const { proxy, behind } = await Proxy.open(server);
    const room = roomName();
    const ben = await Client.join(server, room, 'ben');
    const anna = await Client.join(behind, room, 'anna');
    await until('anna is seen', () => ben.others().includes('anna'));
    await proxy.close();
    await until('anna has left', () => ben.others().length === 0);
    await anna.leave();
    await ben.leave();
    await server.stop();
  });
});

afterAll(async () => {
  await dispose();
});
