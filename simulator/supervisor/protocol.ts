/** What the supervisor and its media workers say to each other over IPC. Secrets travel here and nowhere else. */
import type { ErrorCode } from '../../src/error.js';
import type { AgentDescription, SessionEnd } from '../../src/recording/model.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import type { AgentWay } from '../transport/transport.js';

/** Which room a worker joins. */
export type RoomAccess =
  | { readonly kind: 'livekit'; readonly url: string; readonly apiKey: string; readonly apiSecret: string }
  /** In memory and in virtual time, with reference agents only. */
  | { readonly kind: 'memory' };

/** Which detector listens live: it decides when the schedule goes on, never a score. */
export type LiveDetector = 'silero' | 'energy';

/** One attempt at one planned session. */
export interface AttemptJob {
  readonly runDir: string;
  readonly attempt: string;
  readonly session: PlannedSession;
  readonly agent: AgentDescription;
  readonly way: AgentWay;
  /** Process group of an agent on this machine, whose CPU use is sampled; undefined when it runs elsewhere. */
  readonly agentGroup: number | undefined;
  readonly access: RoomAccess;
  readonly detector: LiveDetector;
  /** Room name, unique on the server. */
  readonly room: string;
}

export type ToWorker =
  { readonly type: 'attempt'; readonly job: AttemptJob } | { readonly type: 'stop'; readonly reason: string } | { readonly type: 'quit' };

export type FromWorker =
  | { readonly type: 'ready' }
  /** Sent every ALIVE_EVERY_MS; a worker that stays silent for long is hung and is ended. */
  | { readonly type: 'alive' }
  | { readonly type: 'turn'; readonly attempt: string; readonly turn: string }
  /** What the attempt waits for from now on: told where it stands still. */
  | { readonly type: 'step'; readonly attempt: string; readonly step: string }
  | { readonly type: 'ended'; readonly attempt: string; readonly end: SessionEnd; readonly cpu: number }
  | { readonly type: 'failed'; readonly attempt: string; readonly code: ErrorCode; readonly message: string; readonly hint: string };

/** How often a media worker says that its event loop turns. */
export const ALIVE_EVERY_MS = 2_000;
/** A worker that has not said anything for so long is hung: ended, and its sessions are tried again. */
export const HUNG_AFTER_MS = 30_000;
