/** Which worker gets which job, without sockets: messages are taken from and given to the dispatcher directly. */
import { DisconnectReason, JobType, ServerMessage, WorkerMessage, WorkerStatus, ServerInfo } from '@livekit/protocol';
import { afterEach, describe, expect, test } from 'vitest';
import { handleWorkerMessage } from '../../simulator/server/agent-link.js';
import { Dispatcher } from '../../simulator/server/dispatch.js';
import { Participant } from '../../simulator/server/participant.js';
import type { Room } from '../../simulator/server/room.js';
import { Rooms } from '../../simulator/server/rooms.js';
import { signToken, verifyToken, type Claims } from '../../simulator/server/token.js';
import { Worker } from '../../simulator/server/worker.js';

const api = { key: 'APItest', secret: 'a secret of more than thirty-two characters' };
const named = (agentName: string) => ({ agentName, metadata: 'm', attributes: {}, deployment: '' });

/** A worker whose answers the test writes; it takes every job unless told otherwise. */
class TestWorker {
  readonly jobs: { id: string; type: JobType; participant: string | undefined; claims: Claims }[] = [];
  readonly ended: string[] = [];
  asked = 0;
  takes = true;
  readonly worker = new Worker((bytes) => this.take(ServerMessage.fromBinary(bytes).message));

  constructor(
    private readonly dispatcher: Dispatcher,
    agentName: string,
    type = JobType.JT_ROOM,
  ) {
    this.say({ case: 'register', value: { agentName, type } });
  }

  say(message: { case: string; value: unknown }): void {
    const bytes = new WorkerMessage({ message: message as never }).toBinary();
    expect(handleWorkerMessage(bytes, this.worker, this.dispatcher, new ServerInfo())).toBe(true);
  }

  private take(message: ServerMessage['message']): void {
    if (message.case === 'availability') {
      this.asked++;
      const jobId = message.value.job?.id ?? '';
      this.say({ case: 'availability', value: { jobId, available: this.takes, participantIdentity: `agent ${this.asked}` } });
    } else if (message.case === 'assignment') {
      const { job, token } = message.value;
      const claims = verifyToken(api, token, Date.now() / 1000);
      this.jobs.push({ id: job?.id ?? '', type: job?.type ?? JobType.JT_ROOM, participant: job?.participant?.identity, claims: claims! });
    } else if (message.case === 'termination') this.ended.push(message.value.jobId);
  }
}

const opened: Rooms[] = [];
function setUp(): { dispatcher: Dispatcher; rooms: Rooms } {
  const dispatcher = new Dispatcher((claims) => signToken(api, claims));
  const rooms = new Rooms(dispatcher);
  opened.push(rooms);
  return { dispatcher, rooms };
}
afterEach(() => {
  for (const rooms of opened.splice(0)) rooms.close();
});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function join(room: Room, identity: string, claims: Partial<Claims> = {}): Participant {
  const client = { autoSubscribe: true, protocol: 0, capabilities: [] };
  const participant = new Participant(identity, { iss: api.key, ...claims }, client, { send: () => undefined, close: () => undefined });
  room.add(participant);
  room.activate(participant);
  return participant;
}

describe('dispatch', () => {
  test('a room without a configuration gets one job, from a worker without a name', async () => {
    const { dispatcher, rooms } = setUp();
    const [automatic, other] = [new TestWorker(dispatcher, ''), new TestWorker(dispatcher, 'concierge')];
    const room = rooms.open('r', {}, []);
    join(room, 'anna');
    join(room, 'ben');
    await settle();
    expect(automatic.jobs).toHaveLength(1);
    expect(other.asked).toBe(0);
    expect(dispatcher.list(room)).toEqual([]);
  });

  test('the token of a job is that of an agent in this room', async () => {
    const { dispatcher, rooms } = setUp();
    const worker = new TestWorker(dispatcher, 'concierge');
    rooms.open('r', {}, [named('concierge')]);
    await settle();
    expect(worker.jobs[0]?.claims).toMatchObject({
      sub: 'agent 1',
      kind: 'agent',
      attributes: { 'lk.agent_name': 'concierge' },
      video: { room: 'r', roomJoin: true, agent: true, canPublish: true, canSubscribe: true, canUpdateOwnMetadata: true, hidden: false },
    });
  });

  test('the least loaded is asked first, and the next when it refuses', async () => {
    const { dispatcher, rooms } = setUp();
    const [loaded, idle] = [new TestWorker(dispatcher, ''), new TestWorker(dispatcher, '')];
    loaded.say({ case: 'updateWorker', value: { load: 0.9 } });
    idle.say({ case: 'updateWorker', value: { load: 0.1 } });
    rooms.open('one', {}, []);
    await settle();
    expect([loaded.jobs.length, idle.jobs.length]).toEqual([0, 1]);
    idle.takes = false;
    rooms.open('two', {}, []);
    await settle();
    expect([loaded.jobs.length, idle.jobs.length]).toEqual([1, 1]);
  });

  test('a worker that comes late, or has room again, is sent where somebody waits and nowhere else', async () => {
    const { dispatcher, rooms } = setUp();
    const room = rooms.open('waiting', {}, []);
    join(room, 'anna');
    rooms.open('empty', {}, []);
    join(rooms.open('recorded', {}, []), 'recorder', { video: { hidden: true } });
    join(rooms.open('agents only', {}, []), 'agent', { kind: 'agent' });
    const busy = new TestWorker(dispatcher, 'other');
    busy.say({ case: 'updateWorker', value: { status: WorkerStatus.WS_FULL, load: 1 } });
    const late = new TestWorker(dispatcher, '');
    await settle();
    expect(late.jobs.map(({ claims }) => claims.video?.room)).toEqual(['waiting']);
    dispatcher.create(room, named('other'));
    await settle();
    expect(busy.asked).toBe(0);
    busy.say({ case: 'updateWorker', value: { status: WorkerStatus.WS_AVAILABLE, load: 0 } });
    await settle();
    expect(busy.jobs).toHaveLength(1);
  });

  test('participants and publishers get a job each; agents and hidden ones none', async () => {
    const { dispatcher, rooms } = setUp();
    const each = new TestWorker(dispatcher, '', JobType.JT_PARTICIPANT);
    const room = rooms.open('r', {}, []);
    join(room, 'anna');
    join(room, 'agent', { kind: 'agent' });
    join(room, 'recorder', { video: { hidden: true } });
    join(room, 'ben');
    await settle();
    expect(each.jobs.map(({ participant }) => participant)).toEqual(['anna', 'ben']);
  });

  test('the end of a dispatch, and of a room, ends the jobs', async () => {
    const { dispatcher, rooms } = setUp();
    const [one, two] = [new TestWorker(dispatcher, 'one'), new TestWorker(dispatcher, 'two')];
    const room = rooms.open('r', {}, [named('one'), named('two')]);
    await settle();
    const [first] = dispatcher.list(room);
    expect(dispatcher.delete(room, first!.id)?.state?.deletedAt).toBeGreaterThan(0n);
    expect(dispatcher.delete(room, first!.id)).toBeUndefined();
    expect(one.ended).toEqual([one.jobs[0]?.id]);
    expect(two.ended).toEqual([]);
    room.close(DisconnectReason.ROOM_DELETED);
    expect(two.ended).toEqual([two.jobs[0]?.id]);
  });

  test('a worker that leaves while it is asked is passed over, and its jobs have failed', async () => {
    const { dispatcher, rooms } = setUp();
    const leaving = new TestWorker(dispatcher, 'concierge');
    const room = rooms.open('r', {}, [named('concierge')]);
    await settle();
    dispatcher.removeWorker(leaving.worker);
    expect(dispatcher.list(room)[0]?.state?.jobs[0]?.state).toMatchObject({ error: 'worker left' });
    expect(dispatcher.workerCount).toBe(0);
  });
});
