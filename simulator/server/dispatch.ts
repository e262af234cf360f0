/**
 * Agents into rooms. A dispatch names an agent; workers of that name get one job for the room, or one for each participant
 * or publisher, as they registered. A room without explicit dispatches has one for workers without a name (automatic dispatch).
 */
import {
  AgentDispatch,
  AgentDispatchState,
  AvailabilityRequest,
  Job,
  JobAssignment,
  JobState,
  JobStatus,
  JobTermination,
  JobType,
  ParticipantInfo_Kind,
  type AvailabilityResponse,
  type UpdateJobStatus,
} from '@livekit/protocol';
import { newId } from './ids.js';
import type { Participant } from './participant.js';
import type { Room } from './room.js';
import type { Claims } from './token.js';
import type { Worker } from './worker.js';

/** Life of a job's token, seconds. */
const TOKEN_LIFE = 3600;
const nanoseconds = (): bigint => BigInt(Date.now()) * 1_000_000n;

/** The part of the requests that create a dispatch, by API or in a room's configuration. */
export interface DispatchRequest {
  readonly agentName: string;
  readonly metadata: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly deployment: string;
}
const AUTOMATIC: DispatchRequest = { agentName: '', metadata: '', attributes: {}, deployment: '' };

interface RoomDispatch {
  readonly dispatch: AgentDispatch;
  /** Made by a request, so that it is listed. */
  readonly explicit: boolean;
  /** Jobs that are given out or being offered: the type and the participant. */
  readonly given: Set<string>;
}
interface RunningJob {
  readonly job: Job;
  readonly room: Room;
  readonly worker: Worker;
}

export class Dispatcher {
  private readonly workers = new Set<Worker>();
  private readonly rooms = new Map<Room, RoomDispatch[]>();
  private readonly jobs = new Map<string, RunningJob>();

  constructor(private readonly sign: (claims: Omit<Claims, 'iss'>) => string) {}

  get workerCount(): number {
    return this.workers.size;
  }

  /** A worker that has registered. Jobs that found nobody before are offered to it. */
  addWorker(worker: Worker): void {
    this.workers.add(worker);
    this.retry();
  }

  removeWorker(worker: Worker): void {
    worker.leave();
    this.workers.delete(worker);
    for (const [id, running] of this.jobs) {
      if (running.worker !== worker) continue;
      finish(running.job, JobStatus.JS_FAILED, 'worker left');
      this.jobs.delete(id);
    }
  }

  /**
   * Offers what is waiting: after a worker came or says that it takes jobs. Only where somebody waits for an agent: rooms outlive
   * their last participant by some seconds, and a new worker must not be sent into those of earlier sessions.
   */
  retry(): void {
    for (const [room, dispatches] of this.rooms) {
      if (![...room.participants.values()].some(mayWantAgent)) continue;
      for (const dispatch of dispatches) this.offerAll(room, dispatch);
    }
  }

  /** A new room, with the dispatches of its configuration. */
  roomOpened(room: Room, requests: readonly DispatchRequest[]): void {
    this.rooms.set(room, []);
    if (requests.length === 0) this.add(room, AUTOMATIC, false);
    for (const request of requests) this.add(room, request, true);
  }

  roomClosed(room: Room): void {
    this.rooms.delete(room);
    for (const running of [...this.jobs.values()]) if (running.room === room) this.terminate(running.job.id);
  }

  create(room: Room, request: DispatchRequest): AgentDispatch {
    return this.add(room, request, true).dispatch;
  }

  list(room: Room): AgentDispatch[] {
    return (this.rooms.get(room) ?? []).filter((entry) => entry.explicit).map((entry) => entry.dispatch);
  }

  /** Takes a dispatch back and ends its jobs; undefined when the room has none of that id. */
  delete(room: Room, id: string): AgentDispatch | undefined {
    const entries = this.rooms.get(room) ?? [];
    const entry = entries.find((other) => other.explicit && other.dispatch.id === id);
    if (entry === undefined) return undefined;
    this.rooms.set(
      room,
      entries.filter((other) => other !== entry),
    );
    if (entry.dispatch.state !== undefined) {
      entry.dispatch.state.deletedAt = nanoseconds();
      for (const job of entry.dispatch.state.jobs) this.terminate(job.id);
    }
    return entry.dispatch;
  }

  participantChanged(room: Room): void {
    for (const entry of this.rooms.get(room) ?? []) this.offerAll(room, entry);
  }

  jobUpdated(update: UpdateJobStatus, worker: Worker): void {
    const running = this.jobs.get(update.jobId);
    if (running?.worker !== worker) return;
    finish(running.job, update.status, update.error);
    if (update.status === JobStatus.JS_SUCCESS || update.status === JobStatus.JS_FAILED) this.jobs.delete(update.jobId);
  }

  private add(room: Room, request: DispatchRequest, explicit: boolean): RoomDispatch {
    const dispatch = new AgentDispatch({
      id: newId('AD_'),
      agentName: request.agentName,
      room: room.name,
      metadata: request.metadata,
      attributes: { ...request.attributes },
      deployment: request.deployment,
      state: new AgentDispatchState({ createdAt: nanoseconds() }),
    });
    const entry: RoomDispatch = { dispatch, explicit, given: new Set() };
    const entries = this.rooms.get(room) ?? [];
    entries.push(entry);
    this.rooms.set(room, entries);
    this.offerAll(room, entry);
    return entry;
  }

  private offerAll(room: Room, entry: RoomDispatch): void {
    void this.offer(room, entry, JobType.JT_ROOM, undefined);
    for (const participant of room.participants.values()) {
      if (!mayWantAgent(participant)) continue;
      void this.offer(room, entry, JobType.JT_PARTICIPANT, participant);
      if (participant.published.size > 0) void this.offer(room, entry, JobType.JT_PUBLISHER, participant);
    }
  }

  private candidates(entry: RoomDispatch, type: JobType): Worker[] {
    const fits = (worker: Worker): boolean =>
      worker.free &&
      worker.registration?.agentName === entry.dispatch.agentName &&
      worker.registration.type === type &&
      worker.registration.deployment === entry.dispatch.deployment;
    return [...this.workers].filter(fits).sort((a, b) => a.load - b.load);
  }

  /** Asks the least loaded worker first. When all refuse, the job waits for the next worker or status. */
  private async offer(room: Room, entry: RoomDispatch, type: JobType, participant: Participant | undefined): Promise<void> {
    const key = `${type}:${participant?.sid ?? ''}`;
    if (entry.given.has(key)) return;
    const candidates = this.candidates(entry, type);
    if (candidates.length === 0) return;
    entry.given.add(key);
    for (const worker of candidates) {
      const job = newJob(room, entry.dispatch, type, participant, worker);
      const response = await worker.availability(job.id, () =>
        worker.send({ case: 'availability', value: new AvailabilityRequest({ job, resuming: false }) }),
      );
      if (!this.stillWanted(room, entry) || participant?.gone === true) return;
      if (response?.available !== true || worker.gone) continue;
      this.assign({ job, room, worker }, entry, response);
      return;
    }
    entry.given.delete(key);
  }

  private stillWanted(room: Room, entry: RoomDispatch): boolean {
    return this.rooms.get(room)?.includes(entry) === true;
  }

  private assign(running: RunningJob, entry: RoomDispatch, response: AvailabilityResponse): void {
    const { job, worker, room } = running;
    const identity = response.participantIdentity === '' ? `agent-${job.id}` : response.participantIdentity;
    if (job.state !== undefined) job.state.participantIdentity = identity;
    this.jobs.set(job.id, running);
    entry.dispatch.state?.jobs.push(job);
    const allowed = worker.registration?.allowedPermissions;
    const seconds = Math.floor(Date.now() / 1000);
    const token = this.sign({
      sub: identity,
      name: response.participantName,
      metadata: response.participantMetadata,
      attributes: { ...response.participantAttributes, 'lk.agent_name': job.agentName },
      kind: 'agent',
      nbf: seconds - 5,
      exp: seconds + TOKEN_LIFE,
      video: {
        room: room.name,
        roomJoin: true,
        agent: true,
        canPublish: allowed?.canPublish ?? true,
        canSubscribe: allowed?.canSubscribe ?? true,
        canPublishData: allowed?.canPublishData ?? true,
        canUpdateOwnMetadata: allowed?.canUpdateMetadata ?? true,
        hidden: allowed?.hidden ?? false,
      },
    });
    worker.send({ case: 'assignment', value: new JobAssignment({ job, token }) });
  }

  private terminate(id: string): void {
    const running = this.jobs.get(id);
    if (running === undefined) return;
    this.jobs.delete(id);
    running.worker.send({ case: 'termination', value: new JobTermination({ jobId: id }) });
  }
}

/** Agents and hidden participants get no agents of their own. */
const mayWantAgent = (participant: Participant): boolean => participant.kind !== ParticipantInfo_Kind.AGENT && !participant.hidden;

function newJob(room: Room, dispatch: AgentDispatch, type: JobType, participant: Participant | undefined, worker: Worker): Job {
  const at = nanoseconds();
  const info = participant?.info();
  return new Job({
    id: newId('AJ_'),
    dispatchId: dispatch.id,
    type,
    room: room.info(),
    ...(info === undefined ? {} : { participant: info }),
    metadata: dispatch.metadata,
    agentName: dispatch.agentName,
    attributes: dispatch.attributes,
    deployment: dispatch.deployment,
    state: new JobState({ status: JobStatus.JS_RUNNING, startedAt: at, updatedAt: at, workerId: worker.id }),
  });
}

function finish(job: Job, status: JobStatus, error: string): void {
  if (job.state === undefined) return;
  job.state.status = status;
  job.state.error = error;
  job.state.updatedAt = nanoseconds();
  if (status === JobStatus.JS_SUCCESS || status === JobStatus.JS_FAILED) job.state.endedAt = job.state.updatedAt;
}
