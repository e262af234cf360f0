/** An agent worker of the bare protocol: registers, takes jobs and keeps what it was told. */
import {
  AvailabilityResponse,
  JobType,
  RegisterWorkerRequest,
  ServerMessage,
  UpdateWorkerStatus,
  WorkerMessage,
  WorkerPing,
  type Job,
  type WorkerStatus,
} from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { WebSocket } from 'ws';
import type { RoomServer } from '../../simulator/server/room-server.js';
import { until } from './server-support.js';

export interface Assigned {
  readonly job: Job;
  readonly token: string;
  readonly identity: string;
}

export class FakeWorker {
  /** Jobs it was asked to take. */
  asked = 0;
  readonly assigned: Assigned[] = [];
  readonly terminated: string[] = [];
  private registered = false;
  private pongs = 0;
  private taken = 0;

  private constructor(
    private readonly socket: WebSocket,
    private readonly refuse: boolean,
  ) {
    socket.on('message', (data: Buffer) => this.take(ServerMessage.fromBinary(data).message));
  }

  static connect(server: RoomServer, token: string): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${server.url}/agent`, { headers: { authorization: `Bearer ${token}` } });
      socket.once('open', () => resolve(socket));
      socket.once('error', reject);
    });
  }

  static async register(server: RoomServer, agentName: string, options: { type?: JobType; refuse?: boolean }): Promise<FakeWorker> {
    const token = new AccessToken(server.apiKey, server.apiSecret);
    token.addGrant({ agent: true });
    const worker = new FakeWorker(await FakeWorker.connect(server, await token.toJwt()), options.refuse ?? false);
    worker.send({
      case: 'register',
      value: new RegisterWorkerRequest({ agentName, type: options.type ?? JobType.JT_ROOM, version: '1.0.0' }),
    });
    await until('the worker is registered', () => worker.registered);
    return worker;
  }

  private send(message: WorkerMessage['message']): void {
    this.socket.send(new WorkerMessage({ message }).toBinary());
  }

  private take(message: ServerMessage['message']): void {
    switch (message.case) {
      case 'register':
        this.registered = true;
        break;
      case 'availability': {
        this.asked++;
        const jobId = message.value.job?.id ?? '';
        const participantIdentity = `agent-${jobId}`;
        this.send({ case: 'availability', value: new AvailabilityResponse({ jobId, available: !this.refuse, participantIdentity }) });
        break;
      }
      case 'assignment': {
        const { job, token } = message.value;
        if (job !== undefined) this.assigned.push({ job, token, identity: `agent-${job.id}` });
        break;
      }
      case 'termination':
        this.terminated.push(message.value.jobId);
        break;
      case 'pong':
        this.pongs++;
        break;
      default:
        throw new Error('a message without a case');
    }
  }

  /** The next job it has been given. */
  async next(): Promise<Assigned> {
    await until('a job is assigned', () => this.assigned.length > this.taken);
    return this.assigned[this.taken++]!;
  }

  status(status: WorkerStatus, load: number): void {
    this.send({ case: 'updateWorker', value: new UpdateWorkerStatus({ status, load }) });
  }

  /** A round trip: what was sent before has been handled. */
  async ping(): Promise<void> {
    const before = this.pongs;
    this.send({ case: 'ping', value: new WorkerPing({ timestamp: 1n }) });
    await until('a pong', () => this.pongs > before);
  }

  async leave(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
    this.socket.close();
    await closed;
  }
}
