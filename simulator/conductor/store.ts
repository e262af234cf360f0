import type { TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import type { SessionEnd, TrackManifest } from '../../src/recording/model.js';
import type { SessionCommand, SessionEvent, TrackId } from '../../src/schedule/events.js';
import type { AgentLogLine } from '../transport/transport.js';

/** What the conductor needs of a session's store; `SessionWriter` (simulator/store) is one. Only `zero` and `end` may fail. */
export interface SessionStore {
  /** The first failure to write, if there was one. */
  readonly failure: TurnrigError | undefined;
  zero(zeroNs: bigint): Promise<void>;
  event(event: SessionEvent): void;
  /** A command that the machine gave on the last event. */
  command(command: SessionCommand): void;
  track(track: TrackManifest): void;
  packet(track: TrackId, packet: MediaPacket): void;
  /** A reference agent's own log, once, at the session's end. */
  agentLog(lines: readonly AgentLogLine[]): void;
  end(end: SessionEnd): Promise<void>;
}
