/** Agents into rooms: a worker that speaks the protocol and nothing else, on both servers. */
import { JobType, RoomAgentDispatch, RoomConfiguration, WorkerStatus } from '@livekit/protocol';
import { DisconnectReason, dispose } from '@livekit/rtc-node';
import { AccessToken, AgentDispatchClient, RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { tokenFor } from '../../bench/rtc-client.js';
import { Client, purity, roomName, until } from './server-support.js';
import { servers } from './servers.js';
import { FakeWorker, type Assigned } from './server-worker.js';

describe.each(servers)('dispatch on the $kind server', (underTest) => {
  let server: RoomServer;
  const endings: (() => Promise<void>)[] = [];
  const worker = async (agentName: string, options: { type?: JobType; refuse?: boolean } = {}): Promise<FakeWorker> => {
    const made = await FakeWorker.register(server, agentName, options);
    endings.push(() => made.leave());
    return made;
  };
  const client = async (room: string, identity: string): Promise<Client> => {
    const made = await Client.join(server, room, identity);
    endings.push(() => made.leave());
    return made;
  };
  /** Joins as the agent of a job, with the job's own token. */
  const agent = async (assigned: Assigned): Promise<Client> => {
    const made = await Client.withToken(server, assigned.token, assigned.identity);
    endings.push(() => made.leave());
    return made;
  };

  beforeAll(async () => {
    server = await underTest.start();
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });
  afterAll(async () => {
    await server.stop();
  });

  test('a worker without a name is sent into every new room, and its agent is seen as one', async () => {
    const room = roomName();
    const automatic = await worker('');
    const anna = await client(room, 'anna');
    const assigned = await automatic.next();
    expect(assigned.job.room?.name).toBe(room);
    expect(assigned.job.type).toBe(JobType.JT_ROOM);
    const joined = await agent(assigned);
    await until('the agent is seen', () => anna.others().length === 1);
    const seen = anna.room.remoteParticipants.get(assigned.identity);
    expect(seen?.kind).toBe(AGENT_KIND);
    await joined.publishTone(440);
    expect(await purity((await anna.hears()).track, 440)).toBeGreaterThan(0.9);
    const state = anna.next('participantAttributesChanged');
    await joined.me.setAttributes({ 'lk.agent.state': 'listening' });
    expect((await state)[1].attributes).toMatchObject({ 'lk.agent.state': 'listening' });
  });

  test('a named worker comes only when it is asked for, with the metadata of the dispatch', async () => {
    const room = roomName();
    const named = await worker('concierge');
    const other = await worker('someone else');
    const anna = await client(room, 'anna');
    const api = new AgentDispatchClient(server.url, server.apiKey, server.apiSecret);
    const dispatch = await api.createDispatch(room, 'concierge', { metadata: '{"greet":true}' });
    const assigned = await named.next();
    expect(assigned.job.metadata).toBe('{"greet":true}');
    expect(assigned.job.agentName).toBe('concierge');
    expect(assigned.job.dispatchId).toBe(dispatch.id);
    await agent(assigned);
    await until('the agent is seen', () => anna.others().length === 1);
    expect(named.asked).toBe(1);
    expect(other.asked).toBe(0);
    await until('the dispatch lists its job', async () => {
      const [listed] = await api.listDispatch(room);
      return listed?.state?.jobs[0]?.id === assigned.job.id;
    });
    await api.deleteDispatch(dispatch.id, room);
    await until('its job is ended', () => named.terminated.includes(assigned.job.id));
  });

  test('a token may name the agents of its room', async () => {
    const room = roomName();
    const named = await worker('concierge');
    const agents = [new RoomAgentDispatch({ agentName: 'concierge', metadata: 'from the token' })];
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the SDK's types name its own copy of the class
    const roomConfig: AccessToken['roomConfig'] = new RoomConfiguration({ agents });
    const token = new AccessToken(server.apiKey, server.apiSecret, { identity: 'anna' });
    token.addGrant({ roomJoin: true, room });
    token.roomConfig = roomConfig;
    const anna = await Client.withToken(server, await token.toJwt(), 'anna');
    endings.push(() => anna.leave());
    expect((await named.next()).job.metadata).toBe('from the token');
  });

  test('a worker that refuses is passed over', async () => {
    const room = roomName();
    const refusing = await worker('concierge', { refuse: true });
    await client(room, 'anna');
    const api = new AgentDispatchClient(server.url, server.apiKey, server.apiSecret);
    await api.createDispatch(room, 'concierge');
    await until('it was asked', () => refusing.asked > 0);
    expect(refusing.assigned).toEqual([]);
  });

  test('workers for publishers get one job for each', async () => {
    const room = roomName();
    const perPublisher = await worker('', { type: JobType.JT_PUBLISHER });
    const anna = await client(room, 'anna');
    await client(room, 'ben');
    await anna.publishTone(440);
    const assigned = await perPublisher.next();
    expect(assigned.job.participant?.identity).toBe('anna');
    expect(perPublisher.assigned).toHaveLength(1);
  });

  test('the end of a room sends its agent out', async () => {
    const room = roomName();
    const automatic = await worker('');
    await client(room, 'anna');
    const joined = await agent(await automatic.next());
    const told = joined.next('disconnected');
    await new RoomServiceClient(server.url, server.apiKey, server.apiSecret).deleteRoom(room);
    expect((await told)[0]).toBe(DisconnectReason.ROOM_DELETED);
  });

  test('a worker that comes later is not sent into rooms that everybody has left', async () => {
    const [old, room] = [roomName(), roomName()];
    await (await client(old, 'anna')).leave();
    const automatic = await worker('');
    await client(room, 'ben');
    expect((await automatic.next()).job.room?.name).toBe(room);
    await automatic.ping();
    expect(automatic.asked).toBe(1);
  });

  test('a worker needs a token that allows agents', async () => {
    const token = await tokenFor(server, roomName(), 'mallory');
    await expect(FakeWorker.connect(server, token)).rejects.toThrow('401');
  });

  test('a worker that says it is full gets nothing', async () => {
    const room = roomName();
    const busy = await worker('concierge');
    busy.status(WorkerStatus.WS_FULL, 1);
    await busy.ping();
    await client(room, 'anna');
    await new AgentDispatchClient(server.url, server.apiKey, server.apiSecret).createDispatch(room, 'concierge');
    expect(busy.asked).toBe(0);
  });
});

/** ParticipantKind.AGENT of the client. */
const AGENT_KIND = 4;

afterAll(async () => {
  await dispose();
});
