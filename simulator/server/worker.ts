import { ServerMessage, WorkerStatus, type AvailabilityResponse, type RegisterWorkerRequest } from '@livekit/protocol';
import { newId } from './ids.js';

/** Longest wait for a worker's answer whether it takes a job, ms. */
const AVAILABILITY_TIMEOUT = 10_000;

export type WorkerCommand = ServerMessage['message'];

/** An agent worker on `/agent`, once it has registered. */
export class Worker {
  readonly id = newId('AW_');
  registration: RegisterWorkerRequest | undefined;
  load = 0;
  status = WorkerStatus.WS_AVAILABLE;
  gone = false;
  private readonly asked = new Map<string, (response: AvailabilityResponse | undefined) => void>();

  constructor(private readonly link: (bytes: Uint8Array) => void) {}

  send(message: WorkerCommand): void {
    if (!this.gone) this.link(new ServerMessage({ message }).toBinary());
  }

  /**
   * Takes jobs. Unlike LiveKit's server there is no load limit besides the worker's own: the machine of a test is busy by
   * design, and a worker that is refused once is not asked again there (facts.md; the real server gets `target_load: 10`).
   */
  get free(): boolean {
    return !this.gone && this.status === WorkerStatus.WS_AVAILABLE;
  }

  /** Asks whether it takes a job: `ask` sends the question. Undefined when it did not answer in time or left. */
  availability(job: string, ask: () => void): Promise<AvailabilityResponse | undefined> {
    return new Promise((resolve) => {
      const done = (response: AvailabilityResponse | undefined): void => {
        clearTimeout(timer);
        this.asked.delete(job);
        resolve(response);
      };
      const timer = setTimeout(() => done(undefined), AVAILABILITY_TIMEOUT);
      timer.unref();
      this.asked.set(job, done);
      ask();
    });
  }

  answered(response: AvailabilityResponse): void {
    this.asked.get(response.jobId)?.(response);
  }

  leave(): void {
    this.gone = true;
    for (const done of [...this.asked.values()]) done(undefined);
  }
}
