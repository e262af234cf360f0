import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Recorder } from '../../simulator/recorder/recorder.js';
import type { RoomTrack } from '../../simulator/recorder/recorder.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { ServerApi } from '../../simulator/transport/livekit/server-api.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { servers } from './servers.js';
import { Guest } from './transport-support.js';

const CLOCK = new LiveClock();
const position = (ns: bigint) => CLOCK.position(ns);
const HEARD_OF = { timeout: 10_000, interval: 20 };
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each(servers)('a recorder on the $kind server', (underTest) => {
  let server: RoomServer;
  beforeAll(async () => {
    server = await underTest.start();
  });
  afterAll(() => server.stop());

  const token = (room: string): Promise<string> => new ServerApi(server).hiddenToken(room, { identity: 'rec', name: 'rec' });

  test('sees the tracks in the room, hears the one it asks for whole, and is seen by nobody', async () => {
    const [ann, bob] = [await Guest.join(server, 'hidden', 'ann'), await Guest.join(server, 'hidden', 'bob')];
    const packets: { track: RoomTrack; packet: MediaPacket }[] = [];
    const recorder = await Recorder.join(
      { server: server.url, token: await token('hidden'), position },
      { packet: (track, packet) => packets.push({ track, packet }), lost: () => undefined },
    );
    // The real server may tell a newcomer of the others' tracks a moment after it joined.
    await expect.poll(() => recorder.roomTracks().map((track) => track.identity), HEARD_OF).toEqual(expect.arrayContaining(['ann', 'bob']));
    const wanted = recorder.roomTracks().find((track) => track.identity === 'bob')!;
    recorder.subscribe(wanted.sid);
    await wait(1_500);
    await recorder.close();
    expect([...ann.participant.room.remoteParticipants.keys()]).toEqual(['bob']);
    await Promise.all([ann.leave(), bob.leave()]);
    expect(new Set(packets.map(({ track }) => track.identity))).toEqual(new Set(['bob']));
    expect(packets.length).toBeGreaterThan(40);
    expect(recorder.lost(wanted.sid)).toBe(0);
    // Loopback loses nothing and keeps order, so what came is a run of the sender's sequence and of its clock.
    const [first] = packets;
    for (const [n, { packet }] of packets.entries()) {
      expect((packet.seq - first!.packet.seq) & 0xffff).toBe(n);
      expect((packet.time - first!.packet.time) >>> 0).toBe(960 * n);
      expect(packet.recovered).toBe(false);
    }
    const arrivals = packets.map(({ packet }) => packet.arrival);
    expect([...arrivals].sort((a, b) => a - b)).toEqual(arrivals);
  });

  test('hears nothing after close, which may be called twice', async () => {
    const guest = await Guest.join(server, 'closing');
    let count = 0;
    const recorder = await Recorder.join(
      { server: server.url, token: await token('closing'), position },
      { packet: () => count++, lost: () => undefined },
    );
    await expect.poll(() => recorder.roomTracks(), HEARD_OF).toHaveLength(1);
    recorder.subscribe(recorder.roomTracks()[0]!.sid);
    await wait(500);
    await Promise.all([recorder.close(), recorder.close()]);
    const atClose = count;
    expect(atClose).toBeGreaterThan(0);
    await wait(300);
    expect(count).toBe(atClose);
    await guest.leave();
  });

  test('is refused with a wrong token', async () => {
    await expect(
      Recorder.join({ server: server.url, token: 'nonsense', position }, { packet: () => undefined, lost: () => undefined }),
    ).rejects.toMatchObject({
      code: 'room-refused',
    });
  });
});

describe.each(servers)('the $kind server dies', (underTest) => {
  test('and the recorder says so, once', async () => {
    const server = await underTest.start();
    const reasons: string[] = [];
    const recorder = await Recorder.join(
      { server: server.url, token: await new ServerApi(server).hiddenToken('x', { identity: 'rec', name: 'rec' }), position },
      { packet: () => undefined, lost: (reason) => reasons.push(reason) },
    );
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await wait(1_000);
    expect(reasons).toHaveLength(1);
    await recorder.close();
    await server.stop();
    expect(reasons).toHaveLength(1);
  });
});
