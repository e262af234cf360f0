/** The `/agent` WebSocket: what a worker may say. */
import { RegisterWorkerResponse, WorkerMessage, WorkerPong, WorkerStatus, type ServerInfo } from '@livekit/protocol';
import type { Dispatcher } from './dispatch.js';
import type { Worker } from './worker.js';

/** Takes one message of a worker. False for bytes that are no WorkerMessage. */
export function handleWorkerMessage(bytes: Uint8Array, worker: Worker, dispatcher: Dispatcher, serverInfo: ServerInfo): boolean {
  let message: WorkerMessage['message'];
  try {
    message = WorkerMessage.fromBinary(bytes).message;
  } catch {
    return false;
  }
  switch (message.case) {
    case 'register':
      if (worker.registration !== undefined) return true;
      worker.registration = message.value;
      worker.send({ case: 'register', value: new RegisterWorkerResponse({ workerId: worker.id, serverInfo }) });
      dispatcher.addWorker(worker);
      return true;
    case 'availability':
      worker.answered(message.value);
      return true;
    case 'updateWorker': {
      worker.load = Number.isFinite(message.value.load) ? message.value.load : 0;
      worker.status = message.value.status ?? WorkerStatus.WS_AVAILABLE;
      if (worker.free) dispatcher.retry();
      return true;
    }
    case 'updateJob':
      dispatcher.jobUpdated(message.value, worker);
      return true;
    case 'ping':
      worker.send({ case: 'pong', value: new WorkerPong({ lastTimestamp: message.value.timestamp, timestamp: BigInt(Date.now()) }) });
      return true;
    default:
      return true;
  }
}
