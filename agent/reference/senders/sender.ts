/** What plays a condition's script into a room: one interface for both ways of sending. */
import type { LiveKitAccess } from '../../../simulator/transport/livekit/server-api.js';
import type { SenderSettings } from './condition.js';
import type { PushLog } from './push-log.js';
import type { Step } from './script.js';

export interface SenderOptions {
  readonly access: LiveKitAccess;
  readonly room: string;
  readonly identity: string;
  readonly settings: SenderSettings;
  readonly log: PushLog;
  readonly signal: AbortSignal;
}

export interface Sender {
  /** Resolves once somebody hears the track. Silence streams from the publication on. */
  heard(): Promise<void>;
  /** Plays the script until it ends or the signal is given; silence goes on after it. */
  play(steps: Iterable<Step>): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}
