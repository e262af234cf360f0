/** What unmodified rtc-node clients see of each other: the same on the embedded server and on LiveKit's own. */
import { DisconnectReason, dispose } from '@livekit/rtc-node';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { tokenFor, type Access } from '../../bench/rtc-client.js';
import { Client, purity, roomName, until } from './server-support.js';
import { servers } from './servers.js';

type JoinArguments = Parameters<typeof Client.join> extends [Access, ...infer Rest] ? Rest : never;

describe.each(servers)('rooms on the $kind server', (underTest) => {
  let server: RoomServer;
  const clients: Client[] = [];
  const join = async (...args: JoinArguments): Promise<Client> => {
    const client = await Client.join(server, ...args);
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    server = await underTest.start();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.leave();
  });
  afterAll(async () => {
    await server.stop();
    expect((await server.exited).expected).toBe(true);
  });

  test('participants see each other join and leave', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const arrival = anna.next('participantConnected');
    const ben = await join(room, 'ben');
    const [seen] = await arrival;
    expect(seen.identity).toBe('ben');
    expect(seen.name).toBe('name of ben');
    expect(anna.others()).toEqual(['ben']);
    expect(ben.others()).toEqual(['anna']);
    expect(anna.me.sid).toMatch(/^PA_/);
    const departure = anna.next('participantDisconnected');
    await ben.leave();
    expect((await departure)[0].identity).toBe('ben');
  });

  test('audio is heard by those who are there and by who comes later', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const ben = await join(room, 'ben');
    const { publication } = await anna.publishTone(440);
    await publication.waitForSubscription();
    const first = await ben.hears();
    expect(first.from).toBe('anna');
    expect(first.track.sid).toBe(publication.sid);
    expect(await purity(first.track, 440)).toBeGreaterThan(0.9);
    const carl = await join(room, 'carl');
    expect(await purity((await carl.hears()).track, 440)).toBeGreaterThan(0.9);
    expect(anna.heard).toEqual([]);
  });

  test('one track object that is published again is another track, and heard again', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const ben = await join(room, 'ben');
    const { publication: first, microphone } = await anna.publishTone(440);
    let publication = first;
    for (const count of [1, 2, 3]) {
      const { track } = await ben.hears(count);
      expect(track.sid).toBe(publication.sid);
      expect(await purity(track, 440)).toBeGreaterThan(0.9);
      const gone = ben.next('trackUnpublished');
      await anna.me.unpublishTrack(publication.sid!, false);
      await gone;
      publication = await microphone.publish(anna.room);
    }
    const { track } = await ben.hears(4);
    expect(await purity(track, 440)).toBeGreaterThan(0.9);
    expect(new Set(ben.heard.map((heard) => heard.track.sid)).size).toBe(4);
  });

  test('several tracks are kept apart, in both directions', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const ben = await join(room, 'ben');
    await Promise.all([anna.publishTone(440), ben.publishTone(700)]);
    await anna.publishTone(1000);
    expect(await purity((await anna.hears()).track, 700)).toBeGreaterThan(0.9);
    await ben.hears(2);
    const shares = await Promise.all(ben.heard.map(async ({ track }) => [await purity(track, 440), await purity(track, 1000)]));
    const loudest = shares.map(([low = 0, high = 0]) => (low > 0.9 ? 440 : high > 0.9 ? 1000 : 0)).sort((a, b) => a - b);
    expect(loudest).toEqual([440, 1000]);
  });

  test('data packets reach everybody else, or those who are named', async () => {
    const room = roomName();
    const [anna, ben, carl] = await Promise.all([join(room, 'anna'), join(room, 'ben'), join(room, 'carl')]);
    const send = (text: string, options: { reliable: boolean; destination_identities?: string[]; topic?: string }): Promise<void> =>
      anna.me.publishData(Buffer.from(text), options);
    await until('all are seen', () => anna.others().length === 2);
    await send('for all', { reliable: true, topic: 'greeting' });
    await send('for carl', { reliable: true, destination_identities: ['carl'] });
    await until('both packets', () => carl.data.length === 2);
    await send('in a hurry', { reliable: false });
    await until('the lossy one', () => carl.data.length === 3 && ben.data.length === 2);
    expect(ben.data).toEqual([
      { text: 'for all', from: 'anna', topic: 'greeting' },
      expect.objectContaining({ text: 'in a hurry', from: 'anna' }),
    ]);
    expect(carl.data.map(({ text }) => text)).toEqual(['for all', 'for carl', 'in a hurry']);
    expect(anna.data).toEqual([]);
  });

  test('text streams arrive with their attributes', async () => {
    const room = roomName();
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    const received = new Promise<{ text: string; from: string; attributes: Record<string, string> | undefined }>((resolve) => {
      ben.room.registerTextStreamHandler('lk.transcription', (reader, from) => {
        void reader.readAll().then((text) => resolve({ text, from: from.identity, attributes: reader.info.attributes }));
      });
    });
    const text = 'word '.repeat(10_000);
    await anna.me.sendText(text, { topic: 'lk.transcription', attributes: { 'lk.segment_id': 'S1' } });
    const got = await received;
    expect(got.text).toBe(text);
    expect(got.from).toBe('anna');
    expect(got.attributes).toMatchObject({ 'lk.segment_id': 'S1' });
  });

  test('a remote procedure call is answered', async () => {
    const room = roomName();
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    ben.me.registerRpcMethod('double', (call) => Promise.resolve(`${call.callerIdentity}: ${2 * Number(call.payload)}`));
    await until('ben is seen', () => anna.others().includes('ben'));
    expect(await anna.me.performRpc({ destinationIdentity: 'ben', method: 'double', payload: '21' })).toBe('anna: 42');
    await expect(anna.me.performRpc({ destinationIdentity: 'ben', method: 'unknown', payload: '' })).rejects.toThrow();
  });

  test('attributes, name and metadata are told to everybody, and need the permission', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const ben = await join(room, 'ben', { canUpdateOwnMetadata: false });
    await until('ben is seen', () => anna.others().includes('ben'));
    const changed = ben.next('participantAttributesChanged');
    await anna.me.setAttributes({ 'lk.agent.state': 'listening', colour: 'red' });
    expect((await changed)[1].attributes).toMatchObject({ 'lk.agent.state': 'listening', colour: 'red' });
    const removed = ben.next('participantAttributesChanged');
    await anna.me.setAttributes({ colour: '' });
    expect((await removed)[1].attributes).not.toHaveProperty('colour');
    const renamed = ben.next('participantNameChanged');
    await anna.me.updateName('Anna the first');
    expect((await renamed)[0]).toBe('Anna the first');
    const described = ben.next('participantMetadataChanged');
    await anna.me.updateMetadata('{"role":"user"}');
    expect((await described)[1].metadata).toBe('{"role":"user"}');
    // The client does not tell its caller that it was refused; the others must not see a change.
    await ben.me.setAttributes({ colour: 'blue' });
    await ben.me.publishData(Buffer.from('after it'), { reliable: true });
    await until('what ben did next', () => anna.data.length === 1);
    expect(anna.room.remoteParticipants.get('ben')?.attributes).toEqual({});
    const carl = await join(room, 'carl');
    expect(carl.room.remoteParticipants.get('anna')?.attributes).toMatchObject({ 'lk.agent.state': 'listening' });
  });

  test('a mute by the server and its end are seen, and sound comes back', async () => {
    const room = roomName();
    const api = new RoomServiceClient(server.url, server.apiKey, server.apiSecret);
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    const { publication } = await anna.publishTone(440);
    const heard = await ben.hears();
    expect(await purity(heard.track, 440)).toBeGreaterThan(0.9);
    const muted = ben.next('trackMuted');
    expect(await api.mutePublishedTrack(room, 'anna', publication.sid!, true)).toMatchObject({ muted: true });
    expect((await muted)[1].identity).toBe('anna');
  });

  test('a track can be unpublished and published again', async () => {
    const room = roomName();
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    const sids: (string | undefined)[] = [];
    for (const [round, hz] of [440, 700, 1000].entries()) {
      const { publication } = await anna.publishTone(hz);
      const heard = await ben.hears(round + 1);
      sids.push(heard.track.sid);
      expect(await purity(heard.track, hz)).toBeGreaterThan(0.9);
      const gone = ben.next('trackUnpublished');
      await anna.me.unpublishTrack(publication.sid!);
      expect((await gone)[0].sid).toBe(heard.track.sid);
    }
    expect(new Set(sids).size).toBe(3);
  });

  test('a hidden participant hears and is not seen', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const { publication } = await anna.publishTone(440);
    const recorder = await join(room, 'recorder', { hidden: true, canPublish: false });
    expect(recorder.others()).toEqual(['anna']);
    expect(await purity((await recorder.hears()).track, 440)).toBeGreaterThan(0.9);
    let subscribed = false;
    const subscription = publication.waitForSubscription().then(() => (subscribed = true));
    await anna.me.setAttributes({ colour: 'red' });
    expect(subscribed).toBe(false);
    const ben = await join(room, 'ben');
    await ben.hears();
    await subscription;
    await until('ben is seen', () => anna.others().length > 0);
    expect(anna.others()).toEqual(['ben']);
    expect(ben.others()).toEqual(['anna']);
    await recorder.leave();
    const departure = ben.next('participantDisconnected');
    await anna.leave();
    expect((await departure)[0].identity).toBe('anna');
  });

  test('without autoSubscribe only what is asked for is heard', async () => {
    const room = roomName();
    const anna = await join(room, 'anna');
    const { publication } = await anna.publishTone(440);
    const ben = await join(room, 'ben', {}, false);
    const seen = () => ben.room.remoteParticipants.get('anna')?.trackPublications.get(publication.sid!);
    // A client says that it has published once the server knows the track; it is live when the client has negotiated it.
    await until('ben sees the track', () => seen() !== undefined);
    const remote = seen();
    expect(ben.heard).toEqual([]);
    remote!.setSubscribed(true);
    expect(await purity((await ben.hears()).track, 440)).toBeGreaterThan(0.9);
    const ended = ben.next('trackUnsubscribed');
    remote!.setSubscribed(false);
    expect((await ended)[2].identity).toBe('anna');
    remote!.setSubscribed(true);
    expect(await purity((await ben.hears(2)).track, 440)).toBeGreaterThan(0.9);
  });

  test('the newer of two with one identity stays', async () => {
    const room = roomName();
    const older = await join(room, 'anna');
    const ben = await join(room, 'ben');
    const told = older.next('disconnected');
    const newer = await join(room, 'anna');
    expect((await told)[0]).toBe(DisconnectReason.DUPLICATE_IDENTITY);
    await newer.publishTone(440);
    expect(await purity((await ben.hears()).track, 440)).toBeGreaterThan(0.9);
    expect(ben.others()).toEqual(['anna']);
  });

  test('a deleted room sends everybody out', async () => {
    const room = roomName();
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    const told = [anna.next('disconnected'), ben.next('disconnected')];
    await new RoomServiceClient(server.url, server.apiKey, server.apiSecret).deleteRoom(room);
    for (const [reason] of await Promise.all(told)) expect(reason).toBe(DisconnectReason.ROOM_DELETED);
    const again = await join(room, 'anna');
    expect(again.others()).toEqual([]);
  });

  test('who speaks is told', async () => {
    const room = roomName();
    const [anna, ben] = await Promise.all([join(room, 'anna'), join(room, 'ben')]);
    const speaking = ben.next('activeSpeakersChanged', (speakers) => speakers.some((speaker) => speaker.identity === 'anna'));
    await anna.publishTone(440);
    await speaking;
  });

  test('a token that is forged or for another room is refused', async () => {
    const forged = {
      ...server,
      url: server.url,
      apiKey: server.apiKey,
      apiSecret: 'another secret of at least 32 characters',
    } as RoomServer;
    await expect(Client.join(forged, roomName(), 'mallory')).rejects.toThrow();
    await expect(Client.join(server, '', 'mallory')).rejects.toThrow();
    const noJoin = await tokenFor(server, 'r', 'mallory', { roomJoin: false });
    const response = await fetch(`${server.url.replace('ws', 'http')}/rtc/validate`, { headers: { authorization: `Bearer ${noJoin}` } });
    expect(response.status).toBe(401);
  });
});

afterAll(async () => {
  await dispose();
});
