/** HTTP and Twirp as livekit-server-sdk speaks them, against a server in this process; no media. */
import { DataPacket_Kind, RoomServiceClient, AgentDispatchClient, TrackSource } from 'livekit-server-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedServer } from '../../simulator/server/server.js';
import { RawClient, rawToken } from './raw-client.js';

const api = { key: 'APItest', secret: 'a secret of more than thirty-two characters' };
const troubles: string[] = [];
const server = new EmbeddedServer({ api, host: '127.0.0.1', trouble: (message) => troubles.push(message) });
let url = '';
let rooms: RoomServiceClient;
let dispatches: AgentDispatchClient;
let count = 0;
let room = '';

beforeAll(async () => {
  url = `http://127.0.0.1:${await server.listen(0)}`;
  rooms = new RoomServiceClient(url, api.key, api.secret);
  dispatches = new AgentDispatchClient(url, api.key, api.secret);
});
beforeEach(() => {
  room = `room-${++count}`;
});
afterAll(() => server.close());
const join = (identity: string, grants = {}): Promise<RawClient> => RawClient.join(url, api, room, identity, grants);

describe('rooms', () => {
  test('are created with their settings, listed and deleted', async () => {
    const created = await rooms.createRoom({ name: room, emptyTimeout: 60, maxParticipants: 3, metadata: '{"a":1}' });
    expect(created).toMatchObject({ name: room, emptyTimeout: 60, maxParticipants: 3, metadata: '{"a":1}', numParticipants: 0 });
    expect(created.sid).toMatch(/^RM_/);
    expect((await rooms.listRooms([room])).map(({ sid }) => sid)).toEqual([created.sid]);
    expect((await rooms.createRoom({ name: room })).sid).toBe(created.sid);
    expect(await rooms.listRooms()).toContainEqual(expect.objectContaining({ name: room }));
    await rooms.deleteRoom(room);
    expect(await rooms.listRooms([room])).toEqual([]);
  });

  test.each([
    ['deleting', () => rooms.deleteRoom('nowhere')],
    ['changing', () => rooms.updateRoomMetadata('nowhere', 'x')],
    ['asking for a participant', () => rooms.getParticipant('nowhere', 'anna')],
    ['sending data', () => rooms.sendData('nowhere', new Uint8Array(1), DataPacket_Kind.RELIABLE, {})],
    ['deleting a dispatch', () => dispatches.deleteDispatch('AD_x', 'nowhere')],
  ])('that do not exist are not found: %s', async (_what, call) => {
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('that are full refuse the next', async () => {
    await rooms.createRoom({ name: room, maxParticipants: 1 });
    const anna = await join('anna');
    const ben = await RawClient.open(url, rawToken(api, room, 'ben'));
    expect((await ben.next('leave')).canReconnect).toBe(false);
    await anna.close();
    await ben.close();
  });
});

describe('participants', () => {
  test('are listed, described, changed and removed', async () => {
    const anna = await join('anna', { canUpdateOwnMetadata: false });
    expect((await rooms.listParticipants(room)).map(({ identity }) => identity)).toEqual(['anna']);
    const changed = await rooms.updateParticipant(room, 'anna', { attributes: { a: '1' }, metadata: 'm', name: 'Anna' });
    expect(changed).toMatchObject({ attributes: { a: '1' }, metadata: 'm', name: 'Anna' });
    expect(await rooms.getParticipant(room, 'anna')).toMatchObject({ identity: 'anna', attributes: { a: '1' } });
    await expect(rooms.updateParticipant(room, 'anna', { metadata: 'x'.repeat(70_000) })).rejects.toMatchObject({ status: 400 });
    await expect(rooms.getParticipant(room, 'ben')).rejects.toMatchObject({ status: 404 });
    await rooms.removeParticipant(room, 'anna');
    expect((await anna.next('leave')).reason).toBe(PARTICIPANT_REMOVED);
    expect(await rooms.listParticipants(room)).toEqual([]);
  });

  test('hear of changed room metadata', async () => {
    const anna = await join('anna');
    expect((await rooms.updateRoomMetadata(room, 'new')).metadata).toBe('new');
    expect((await anna.next('roomUpdate')).room?.metadata).toBe('new');
    await anna.close();
  });

  test('may change what they are allowed to, and get an answer to each request', async () => {
    const anna = await join('anna', { canUpdateOwnMetadata: true });
    const ben = await join('ben', { canUpdateOwnMetadata: false });
    const change = (requestId: number) => ({
      case: 'updateMetadata' as const,
      value: { requestId, metadata: '', name: '', attributes: { a: '1' } },
    });
    anna.send(change(7));
    expect(await anna.next('requestResponse')).toMatchObject({ requestId: 7, reason: 0 });
    ben.send(change(8));
    expect(await ben.next('requestResponse')).toMatchObject({ requestId: 8, reason: 2 });
    expect((await rooms.getParticipant(room, 'ben')).attributes).toEqual({});
    await anna.close();
    await ben.close();
  });

  test('announce tracks and lose the right to', async () => {
    const anna = await join('anna');
    anna.send({ case: 'addTrack', value: { cid: 'c1', name: 'mic', type: 0, source: TrackSource.MICROPHONE } });
    const published = await anna.next('trackPublished');
    expect(published).toMatchObject({ cid: 'c1', track: { name: 'mic', source: TrackSource.MICROPHONE } });
    expect(published.track?.sid).toMatch(/^TR_AM/);
    await expect(rooms.mutePublishedTrack(room, 'anna', 'TR_none', true)).rejects.toMatchObject({ status: 404 });
    await rooms.updateParticipant(room, 'anna', { permission: { canPublish: false, canSubscribe: true, canPublishData: true } });
    anna.send({ case: 'addTrack', value: { cid: 'c2', name: 'mic', type: 0 } });
    anna.send({ case: 'pingReq', value: { timestamp: 5n, rtt: 0n } });
    expect((await anna.next('pongResp')).lastPingTimestamp).toBe(5n);
    expect(anna.seen('trackPublished')).toBe(0);
    await anna.close();
  });
});

describe('dispatches', () => {
  test('are created, also in a room that is not open yet, listed and deleted', async () => {
    const made = await dispatches.createDispatch(room, 'concierge', { metadata: 'm' });
    expect(made).toMatchObject({ agentName: 'concierge', room, metadata: 'm' });
    expect((await dispatches.listDispatch(room)).map(({ id }) => id)).toEqual([made.id]);
    expect((await dispatches.getDispatch(made.id, room))?.id).toBe(made.id);
    await dispatches.deleteDispatch(made.id, room);
    expect(await dispatches.listDispatch(room)).toEqual([]);
    await expect(dispatches.deleteDispatch(made.id, room)).rejects.toMatchObject({ status: 404 });
  });
});

describe('who may not', () => {
  test('with another secret: 401', async () => {
    const other = new RoomServiceClient(url, api.key, 'another secret of thirty-two characters');
    await expect(other.listRooms()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test.each([
    ['no token', '', 401],
    ['a token for joining', 'join', 401],
  ])('with %s', async (_what, kind, status) => {
    const token = kind === 'join' ? rawToken(api, room, 'anna') : '';
    const response = await fetch(`${url}/twirp/livekit.RoomService/ListRooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    });
    expect(response.status).toBe(status);
  });
});

describe('odd requests', () => {
  const post = async (path: string, body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json'): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        authorization: `Bearer ${rawToken(api, room, 'x', { roomList: true, roomCreate: true })}`,
      },
      body,
    });

  test.each([
    ['not JSON', '/twirp/livekit.RoomService/ListRooms', '{', 400],
    ['another shape', '/twirp/livekit.RoomService/ListRooms', '{"names":7}', 400],
    ['an unknown method', '/twirp/livekit.RoomService/Explode', '{}', 404],
    ['an unknown service', '/twirp/livekit.Egress/ListEgress', '{}', 404],
    ['another path', '/twirp', '{}', 404],
    ['no name', '/twirp/livekit.RoomService/CreateRoom', '{}', 400],
    ['an unknown field', '/twirp/livekit.RoomService/ListRooms', '{"future":1}', 200],
    ['two megabytes', '/twirp/livekit.RoomService/ListRooms', 'x'.repeat(2_000_000), 413],
  ])('%s', async (_what, path, body, status) => {
    expect((await post(path, body)).status).toBe(status);
  });

  test('protobuf is answered with protobuf, and garbage with an error', async () => {
    const good = await post('/twirp/livekit.RoomService/ListRooms', new Uint8Array(), 'application/protobuf');
    expect([good.status, good.headers.get('content-type')]).toEqual([200, 'application/protobuf']);
    const bad = await post('/twirp/livekit.RoomService/ListRooms', Uint8Array.of(0xff, 0xff, 0xff), 'application/protobuf');
    expect(bad.status).toBe(400);
  });

  test('the single-connection path does not exist, so that clients fall back', async () => {
    await expect(RawClient.open(url, rawToken(api, room, 'anna'), '/rtc/v1')).rejects.toThrow('404');
    await expect(RawClient.open(url, 'nonsense')).rejects.toThrow('401');
    expect((await fetch(url)).status).toBe(200);
  });

  test('a resume is sent to join anew', async () => {
    const client = await RawClient.open(url, rawToken(api, room, 'anna'), '/rtc?reconnect=1&sid=PA_gone');
    expect(await client.next('leave')).toMatchObject({ action: RECONNECT });
    await client.close();
  });
});

test('no client was any trouble', () => {
  expect(troubles).toEqual([]);
});

/** DisconnectReason and LeaveRequest_Action of the protocol. */
const PARTICIPANT_REMOVED = 4;
const RECONNECT = 2;
