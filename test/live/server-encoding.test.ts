/** What senders encode, as the hidden recorder gets it: they set their encoders by the server's answer. */
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RATE, tokenFor, type Fill, type PublishOptions } from '../../bench/rtc-client.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { Recorder } from '../../simulator/recorder/recorder.js';
import { LiveClock } from '../../simulator/transport/livekit/live-clock.js';
import { Client, roomName, until } from './server-support.js';
import { servers } from './servers.js';

/** ms */
const RECORDED = 3000;
const SILENCE = new Int16Array(RATE);
/** Half a second of tone, broken off in mid-wave, and half a second of silence. */
const BURSTS = SILENCE.map((_, i) => (i < RATE / 2 ? 8000 * Math.sin((2 * Math.PI * 443 * i) / RATE) : 0));

/** One second over and over. */
const over =
  (second: Int16Array): Fill =>
  (frame, at) =>
    frame.set(second.subarray(at % RATE, (at % RATE) + frame.length));

/** Configuration of an Opus packet and its channels (RFC 6716, section 3.1). */
const toc = ({ payload }: MediaPacket): string => `${payload[0]! >> 3} ${(payload[0]! & 4) === 0 ? 'mono' : 'stereo'}`;
/** Hybrid and CELT at full band, 20 ms (table 2 there). */
const FULL_BAND_MONO = new Set(['15 mono', '31 mono']);
const PUBLICATIONS = 4;

/** LiveKit's server ends a stream with packets of its own (facts.md). */
const isBlank = ({ marker, payload }: MediaPacket): boolean => marker && payload.length === 80;

describe.each(servers)('senders on the $kind server', (underTest) => {
  let server: RoomServer;
  beforeAll(async () => {
    server = await underTest.start();
  });
  afterAll(async () => {
    await server.stop();
  });

  /** Publishes, and records RECORDED ms of it. */
  async function record(second: Int16Array, options: PublishOptions): Promise<MediaPacket[]> {
    const room = roomName();
    const packets: MediaPacket[] = [];
    const clock = new LiveClock();
    const token = await tokenFor(server, room, 'recorder', { hidden: true, canPublish: false });
    const recorder = await Recorder.join(
      { server: server.url, token, position: (ns) => clock.position(ns) },
      {
        packet: (_track, packet) => packets.push(packet),
        track: ({ sid }) => recorder.subscribe(sid),
        lost: (reason) => expect.fail(reason),
      },
    );
    const anna = await Client.join(server, room, 'anna');
    await anna.publish(over(second), options);
    await until('packets come', () => packets.length > 0);
    await new Promise((resolve) => setTimeout(resolve, RECORDED));
    await anna.leave();
    await recorder.close();
    return packets.filter((packet) => !isBlank(packet));
  }

  test('a tone that breaks off is encoded at full band, mono', { timeout: 60_000 }, async () => {
    // A sender's estimate of its bandwidth, its classifier of speech and now and then its idea of stereo differ from one publication to the
    // next, on LiveKit's own server too; what the server asks for shows in the best of a few. Asked for stereo, no publication is mono.
    let share = 0;
    for (let k = 0; k < PUBLICATIONS && share <= 0.5; k++) {
      const packets = await record(BURSTS, { dtx: false });
      expect(packets.length).toBeGreaterThan(100);
      share = Math.max(share, packets.filter((packet) => FULL_BAND_MONO.has(toc(packet))).length / packets.length);
    }
    expect(share).toBeGreaterThan(0.5);
  });

  test('silence is left out unless the sender says that it must not be', async () => {
    const [all, sparse] = await Promise.all([record(SILENCE, { dtx: false }), record(SILENCE, {})]);
    // Without DTX a packet every 20 ms; with it 200 ms of them, then one every 400 ms (facts.md).
    expect(all.length).toBeGreaterThan(RECORDED / 20 - 20);
    expect(sparse.length).toBeLessThan(RECORDED / 20 / 2);
  });
});

afterAll(async () => {
  await dispose();
});
