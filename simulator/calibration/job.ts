/** What a calibration's session is told and what it says: the messages between the command and the process that carries one session. */
import type { ConditionName } from '../../src/calibration/conditions.js';
import type { Observation } from '../../src/calibration/observe.js';
import type { LiveKitAccess } from '../transport/livekit/server-api.js';

export interface Job {
  /** File-safe and unique: name of the room and of the logs. */
  readonly id: string;
  readonly condition: ConditionName;
  /** Bursts, or turns. */
  readonly n: number;
  readonly seed: number;
  /** Undefined: in memory. */
  readonly access: LiveKitAccess | undefined;
  /** Delay of answers, ms; every turn another one between the two. */
  readonly delay: readonly [number, number];
  /** Folder for the logs; it is there. */
  readonly folder: string;
  /** Whether an application listens through AudioStream as well. */
  readonly listen: boolean;
}

export interface JobResult {
  readonly waits: readonly Observation[];
  readonly onsets: readonly Observation[];
  readonly offsets: readonly Observation[];
  /** Waits as AudioStream gives them. */
  readonly stream: readonly Observation[];
  /** Offsets of cues after the agent's onsets, ms. */
  readonly cues: readonly number[];
  /** What a reader should know: how late senders were, and the like. */
  readonly note: string;
}

export type ToRig = { readonly type: 'job'; readonly job: Job } | { readonly type: 'stop' };
export type FromRig =
  /** So many of the job's bursts were said. */
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'result'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly message: string; readonly code: string; readonly hint?: string };
