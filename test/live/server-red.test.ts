/** Raw RTP at two hidden subscribers of one track: one that answers RED, one that does not. */
import { SignalTarget } from '@livekit/protocol';
import { dispose } from '@livekit/rtc-node';
import { RtcpReceivingSession } from 'node-datachannel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NativeConnection } from '../../simulator/native-connection.js';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { bareAnswer } from '../../simulator/server/sdp.js';
import { parseRed } from '../../src/media/red.js';
import { parseRtp, type RtpPacket } from '../../src/media/rtp.js';
import { RawClient } from '../server/raw-client.js';
import { Client, roomName, until } from './server-support.js';
import { servers } from './servers.js';

const RED = 63;
const OPUS = 111;

/** Takes the subscriber connection of the bare signalling and keeps every RTP packet. */
class RawSubscriber {
  readonly packets: RtpPacket[] = [];
  private readonly connection = new NativeConnection(
    'raw',
    { iceServers: [], bindAddress: '127.0.0.1', disableAutoNegotiation: true, forceMediaTransport: true },
    () => undefined,
  );
  private readonly pc = this.connection.pc;
  private open = true;

  private constructor(
    private readonly client: RawClient,
    private readonly red: boolean,
  ) {
    this.pc.onLocalCandidate((candidate, mid) => {
      const candidateInit = JSON.stringify({ candidate: candidate.replace(/^a=/, ''), sdpMid: mid, sdpMLineIndex: 0 });
      client.send({ case: 'trickle', value: { candidateInit, target: SignalTarget.SUBSCRIBER, final: false } });
    });
    this.pc.onLocalDescription((sdp, type) => {
      if (type === 'answer') client.send({ case: 'answer', value: { type, sdp: this.answer(sdp), id: this.offerId } });
    });
    this.pc.onTrack((track) => {
      const session = new RtcpReceivingSession();
      track.setMediaHandler(session);
      this.connection.hold(track, session).onMessage((datagram) => {
        const packet = parseRtp(Uint8Array.from(datagram));
        if (packet !== undefined && packet.payload.length > 0) this.packets.push(packet);
      });
    });
  }
  private offerId = 0;

  private answer(sdp: string): string {
    const receiving = sdp.replace(/^a=(sendrecv|sendonly)\r$/gm, 'a=recvonly\r').replace(/^a=(ssrc|msid):.*\r\n/gm, '');
    if (this.red) return receiving;
    return receiving.replace(/^(m=audio.*) 63\b/gm, '$1').replace(/^a=(rtpmap|fmtp):63 .*\r\n/gm, '');
  }

  static async join(server: RoomServer, room: string, identity: string, red: boolean): Promise<RawSubscriber> {
    const api = { key: server.apiKey, secret: server.apiSecret };
    const client = await RawClient.join(server.url, api, room, identity, { hidden: true, canPublish: false }, QUERY);
    const subscriber = new RawSubscriber(client, red);
    void subscriber.negotiate();
    void subscriber.trickle();
    return subscriber;
  }

  private isOpen(): boolean {
    return this.open;
  }

  private async negotiate(): Promise<void> {
    while (this.isOpen()) {
      const offer = await this.client.next('offer').catch(() => undefined);
      if (offer === undefined || !this.isOpen()) continue;
      this.offerId = offer.id;
      this.pc.setRemoteDescription(bareAnswer(offer.sdp).sdp, 'offer');
      this.pc.setLocalDescription('answer');
    }
  }

  private async trickle(): Promise<void> {
    while (this.isOpen()) {
      const message = await this.client.next('trickle').catch(() => undefined);
      if (message?.target !== SignalTarget.SUBSCRIBER || !this.isOpen()) continue;
      const { candidate, sdpMid } = JSON.parse(message.candidateInit) as { candidate: string; sdpMid?: string };
      await until('the offer is applied', () => this.pc.remoteDescription() !== null);
      this.pc.addRemoteCandidate(candidate, sdpMid ?? '0');
    }
  }

  async leave(): Promise<void> {
    this.open = false;
    this.client.send({ case: 'leave', value: {} });
    await this.client.close();
    this.connection.close();
  }
}
/** As rtc-node describes itself; an older protocol would get another handshake from LiveKit's server. */
const QUERY = '?protocol=16&sdk=node&version=0.13.35&auto_subscribe=1';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe.each(servers)('redundant audio on the $kind server', (underTest) => {
  let server: RoomServer;
  beforeAll(async () => {
    server = await underTest.start();
  });
  afterAll(async () => {
    await server.stop();
  });

  test('goes to those who take it, and as plain Opus to those who do not', async () => {
    const room = roomName();
    const anna = await Client.join(server, room, 'anna');
    const { publication } = await anna.publishTone(440);
    const [takes, refuses] = await Promise.all([
      RawSubscriber.join(server, room, 'takes', true),
      RawSubscriber.join(server, room, 'refuses', false),
    ]);
    await until('both hear', () => takes.packets.length >= 100 && refuses.packets.length >= 100);
    expect(publication.sid).toMatch(/^TR_/);
    expect(new Set(takes.packets.map(({ payloadType }) => payloadType))).toEqual(new Set([RED]));
    expect(new Set(refuses.packets.map(({ payloadType }) => payloadType))).toEqual(new Set([OPUS]));
    const primaries = new Set<string>();
    for (const { payload, time } of takes.packets) {
      const red = parseRed(payload, time);
      expect(red?.primary.payloadType).toBe(OPUS);
      primaries.add(hex(red!.primary.payload));
    }
    const common = refuses.packets.filter(({ payload }) => primaries.has(hex(payload)));
    expect(common.length).toBeGreaterThan(50);
    // One packet after another: nothing was lost or made up on the way.
    const steps = refuses.packets
      .slice(1)
      .map((packet, i) => [(packet.seq - refuses.packets[i]!.seq) & 0xffff, packet.time - refuses.packets[i]!.time]);
    expect(new Set(steps.map(String))).toEqual(new Set(['1,960']));
    for (const subscriber of [takes, refuses]) await subscriber.leave();
    await anna.leave();
  });
});

afterAll(() => dispose());
