/** What an agent says of itself, and what it does to its tracks, in a live room. */
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { MAX_TEXT } from '../../simulator/transport/livekit/hostile-text.js';
import { livekitTransport } from '../../simulator/transport/livekit/livekit.js';
import type { OpenOptions, TransportSession } from '../../simulator/transport/transport.js';
import { servers } from './servers.js';
import { Guest, Log, openOptions } from './transport-support.js';

describe.each(servers)('an agent on the $kind server', (underTest) => {
  let server: RoomServer;
  let session: TransportSession | undefined;
  let guest: Guest | undefined;

  beforeAll(async () => {
    server = await underTest.start();
  });
  afterEach(async () => {
    await guest?.leave();
    await session?.close();
    session = guest = undefined;
  });
  afterAll(() => server.stop());

  async function open(options: OpenOptions): Promise<Log> {
    const log = new Log();
    session = await livekitTransport(server).open(options, log);
    return log;
  }

  test('reports its states, ready once, also those set before the rig came', async () => {
    const options = openOptions('mixed', { kind: 'wait' });
    guest = await Guest.join(server, options.room);
    const agent = guest.participant.room.localParticipant!;
    await agent.setAttributes({ 'lk.agent.state': 'listening' });
    const log = await open(options);
    await log.has('agent-reported-ready');
    for (const state of ['thinking', 'speaking', 'listening']) await agent.setAttributes({ 'lk.agent.state': state, other: 'x' });
    await log.has('reported', 4);
    expect(log.of('reported').map(({ what, text }) => `${what} ${text}`)).toEqual([
      'state listening',
      'state thinking',
      'state speaking',
      'state listening',
    ]);
    expect(log.of('agent-reported-ready')).toHaveLength(1);
  });

  test('sends transcripts of both sides, some of them hostile', async () => {
    const options = openOptions('mixed', { kind: 'wait' });
    const log = await open(options);
    guest = await Guest.join(server, options.room);
    const agent = guest.participant.room.localParticipant!;
    await log.has('agent-flowing');
    const send = async (text: string, attributes: Record<string, string>): Promise<void> => {
      const writer = await agent.streamText({ topic: 'lk.transcription', attributes });
      await writer.write(text);
      await writer.close();
    };
    const human = [...guest.participant.room.remoteParticipants.values()][0]!;
    const humanTrack = [...human.trackPublications.keys()][0]!;
    await send('hello there', { 'lk.transcription_final': 'true' });
    await log.has('reported', 1);
    await send('hi', { 'lk.transcribed_track_id': humanTrack, 'lk.transcription_final': 'false' });
    await log.has('reported', 2);
    await send(`\u0007${'x'.repeat(3 * MAX_TEXT)}`, {});
    await log.has('reported', 3);
    expect(log.of('reported').slice(0, 2)).toEqual([
      { type: 'reported', what: 'transcript', text: 'hello there', final: true },
      { type: 'reported', what: 'user-transcript', text: 'hi', final: false },
    ]);
    expect(log.of('reported')[2]!.text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(log.of('reported')[2]!.text).not.toContain('\u0007');
  });

  test('that leaves in the middle of a transcript breaks nothing', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const options = openOptions('mixed', { kind: 'wait' });
    const log = await open(options);
    guest = await Guest.join(server, options.room);
    await log.has('agent-flowing');
    const writer = await guest.participant.room.localParticipant!.streamText({ topic: 'lk.transcription' });
    await writer.write('I was just about to');
    await guest.leave();
    guest = undefined;
    await log.has('agent-left');
    await session!.close();
    session = undefined;
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('that publishes anew gets a new track, and is heard on it', async () => {
    const options = openOptions('mixed', { kind: 'wait' });
    const log = await open(options);
    guest = await Guest.join(server, options.room);
    await log.has('agent-flowing');
    await guest.republish();
    await log.until('the second track', () => (log.packets.get('a1')?.length ?? 0) > 20);
    await log.has('agent-track-ended');
    expect(log.of('agent-track').map(({ track }) => track)).toEqual(['a0', 'a1']);
    expect(log.of('agent-track-ended').map(({ track }) => track)).toEqual(['a0']);
    const [first, second] = [log.packets.get('a0')!, log.packets.get('a1')!];
    expect(second[0]!.ssrc).not.toBe(first[0]!.ssrc);
    // The recorder keeps the two apart: nothing of the new SSRC in the old track.
    expect(new Set(first.map((packet) => packet.ssrc)).size).toBe(1);
  });

  test('that is muted is noted', async () => {
    const options = openOptions('mixed', { kind: 'wait' });
    const log = await open(options);
    guest = await Guest.join(server, options.room);
    await log.has('agent-flowing');
    const { publication, room } = guest.participant;
    await new RoomServiceClient(server.url.replace('ws', 'http'), server.apiKey, server.apiSecret).mutePublishedTrack(
      options.room,
      room.localParticipant!.identity,
      publication.sid!,
      true,
    );
    await log.until('the mute', () => log.of('agent-track-muted').some(({ track, muted }) => track === 'a0' && muted));
  });
});
