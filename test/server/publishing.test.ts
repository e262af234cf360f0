/** Tracks from announcement to end, by the bare signalling: the offer is a real client's, no media flows. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSections, type MediaSection } from '../../simulator/server/sdp.js';
import { EmbeddedServer } from '../../simulator/server/server.js';
import type { VideoGrants } from '../../simulator/server/token.js';
import { RawClient, rawToken } from './raw-client.js';

const OFFER = readFileSync(new URL('fixtures/rtc-node-0.13.35-offer.sdp', import.meta.url), 'utf8');
const MID = '14';
const CID = readSections(OFFER).get(MID)!.cid!;
/** The same after an unpublish: libwebrtc keeps the msid and changes only the direction. */
const UNPUBLISHED = OFFER.replace('a=sendonly', 'a=inactive');

const api = { key: 'APItest', secret: 'a secret of more than thirty-two characters' };
const server = new EmbeddedServer({ api, host: '127.0.0.1', trouble: (message) => expect.fail(message) });
let url = '';
let room = '';
let count = 0;
const clients: RawClient[] = [];

beforeAll(async () => {
  url = `http://127.0.0.1:${await server.listen(0)}`;
});
beforeEach(() => {
  room = `room-${++count}`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => server.close());

async function join(identity: string, grants: VideoGrants = {}, query = ''): Promise<RawClient> {
  const client = await RawClient.join(url, api, room, identity, grants, query);
  clients.push(client);
  return client;
}
const announce = (client: RawClient, fields = {}): void =>
  client.send({ case: 'addTrack', value: { cid: CID, name: 'mic', type: 0, source: 2, ...fields } });
const offer = (client: RawClient, sdp: string): void => client.send({ case: 'offer', value: { type: 'offer', sdp, id: 3 } });

/** Audio sections that a description sends. */
const audioSent = (sdp: string): MediaSection[] =>
  [...readSections(sdp).values()].filter(({ kind, sending }) => kind === 'audio' && sending);

/** Publishes and returns the track's sid. */
async function publish(client: RawClient, fields = {}): Promise<string> {
  announce(client, fields);
  const { track } = await client.next('trackPublished');
  offer(client, OFFER);
  await client.next('answer');
  return track!.sid;
}
/** The next update that is about a participant. */
async function updateOf(
  client: RawClient,
  identity: string,
  wanted: (tracks: readonly { sid: string; muted: boolean }[]) => boolean,
): Promise<void> {
  for (;;) {
    const { participants } = await client.next('update');
    const one = participants.find((participant) => participant.identity === identity);
    if (one !== undefined && wanted(one.tracks)) return;
  }
}

describe('publishing', () => {
  test('the answer takes what is sent, prefers RED, sends nothing and echoes the id', async () => {
    const anna = await join('anna');
    announce(anna);
    await anna.next('trackPublished');
    offer(anna, OFFER);
    const answer = await anna.next('answer');
    expect(answer.id).toBe(3);
    const section = answer.sdp.split(/\r\n(?=m=)/).find((part) => part.includes(`a=mid:${MID}\r\n`))!;
    expect(section).toMatch(/^m=audio \d+ UDP\/TLS\/RTP\/SAVPF 63 111/);
    expect(section).toContain('a=recvonly');
    expect(section).toContain('a=setup:passive');
    expect(audioSent(answer.sdp)).toEqual([]);
    expect(answer.sdp.match(/a=recvonly/g)).toHaveLength(1);
  });

  test('without RED, when the client does not want it, Opus comes first', async () => {
    const anna = await join('anna');
    announce(anna, { disableRed: true });
    expect((await anna.next('trackPublished')).track?.mimeType).toBe('audio/opus');
    offer(anna, OFFER);
    expect((await anna.next('answer')).sdp).toMatch(/m=audio \d+ UDP\/TLS\/RTP\/SAVPF 111 63\r\n(?:(?!m=)[^])*a=recvonly/);
  });

  test('others hear of the track first, then get the offer that brings it', async () => {
    const anna = await join('anna');
    const ben = await join('ben');
    await ben.next('offer');
    // A client that has not answered its first offer gets the next one after it has.
    const sid = await publish(anna);
    await updateOf(ben, 'anna', (tracks) => tracks[0]?.sid === sid);
    expect(ben.seen('offer')).toBe(0);
    const carl = await join('carl');
    const { sdp } = await carl.next('offer');
    expect(sdp).toContain(`|${sid} ${sid}`);
    expect(sdp).toMatch(/a=msid:PA_\w+\|TR_AM\w+ TR_AM\w+/);
    expect(audioSent(sdp)).toMatchObject([{ kind: 'audio', opus: 111, red: 63 }]);
  });

  test('a mute and its end are told once each', async () => {
    const anna = await join('anna');
    const ben = await join('ben');
    const sid = await publish(anna);
    for (const muted of [true, true, false]) anna.send({ case: 'mute', value: { sid, muted } });
    await updateOf(ben, 'anna', (tracks) => tracks[0]?.muted === true);
    await updateOf(ben, 'anna', (tracks) => tracks[0]?.muted === false);
    expect(ben.seen('update')).toBe(0);
  });

  test('an offer that no longer sends it ends the track, and the next one is another', async () => {
    const anna = await join('anna');
    const ben = await join('ben');
    const first = await publish(anna);
    await updateOf(ben, 'anna', (tracks) => tracks.length === 1);
    offer(anna, UNPUBLISHED);
    expect((await anna.next('trackUnpublished')).trackSid).toBe(first);
    await updateOf(ben, 'anna', (tracks) => tracks.length === 0);
    await anna.next('answer');
    expect(await publish(anna)).not.toBe(first);
    await updateOf(ben, 'anna', (tracks) => tracks.length === 1);
  });

  test('one who may not publish gets no track', async () => {
    const anna = await join('anna', { canPublish: false });
    announce(anna);
    offer(anna, OFFER);
    await anna.next('answer');
    expect(anna.seen('trackPublished')).toBe(0);
  });
});

describe('subscribing', () => {
  const tracksIn = (sdp: string): number => audioSent(sdp).length;

  test('is automatic, or not when the client says so', async () => {
    const anna = await join('anna');
    await publish(anna);
    const ben = await join('ben', {}, '?auto_subscribe=0');
    expect(tracksIn((await ben.next('offer')).sdp)).toBe(0);
  });

  test('needs the permission', async () => {
    const anna = await join('anna');
    await publish(anna);
    const ben = await join('ben', { canSubscribe: false });
    expect(tracksIn((await ben.next('offer')).sdp)).toBe(0);
  });

  test('can be asked for before the track is there', async () => {
    const anna = await join('anna');
    announce(anna);
    const sid = (await anna.next('trackPublished')).track!.sid;
    const ben = await join('ben', {}, '?auto_subscribe=0');
    ben.send({ case: 'subscription', value: { trackSids: [sid], subscribe: true, participantTracks: [] } });
    ben.send({ case: 'pingReq', value: { timestamp: 1n, rtt: 0n } });
    await ben.next('pongResp');
    const carl = await join('carl', {}, '?auto_subscribe=0');
    offer(anna, OFFER);
    await updateOf(carl, 'anna', (tracks) => tracks.length === 1);
    expect(tracksIn((await carl.next('offer')).sdp)).toBe(0);
    expect(carl.seen('offer')).toBe(0);
  });
});

describe('hidden participants', () => {
  test('see everybody and are told to nobody', async () => {
    const anna = await join('anna');
    await anna.next('offer');
    const recorder = await RawClient.open(url, rawToken(api, room, 'recorder', { hidden: true, canPublish: false }));
    clients.push(recorder);
    const joined = await recorder.next('join');
    expect(joined.otherParticipants.map(({ identity }) => identity)).toEqual(['anna']);
    expect(joined.room?.numParticipants).toBe(1);
    const ben = await RawClient.open(url, rawToken(api, room, 'ben'));
    clients.push(ben);
    expect((await ben.next('join')).otherParticipants.map(({ identity }) => identity)).toEqual(['anna']);
    const { participants } = await anna.next('update');
    expect(participants.map(({ identity }) => identity)).toEqual(['ben']);
    expect(anna.seen('update')).toBe(0);
  });
});
