/**
 * What a reference agent does, without a room: it hears human audio, says audio, and keeps a log of what it did and when.
 * One behaviour core a file, pure but for its own state; memory and LiveKit run the same cores (design.md, agent/reference).
 *
 * Positions are on whatever clock the adapter lives by, in 48 kHz samples: virtual time in memory, the host's monotonic clock in a room.
 */
import type { RigPos, Samples } from '../../src/time/position.js';

/** What a reference agent is to do. */
export interface ReferenceBehaviour {
  readonly name: 'answer-after' | 'silent' | 'always-on' | 'premature';
  /** answer-after: its onset lies exactly so long after the last voiced sample it heard. */
  readonly delay: Samples;
  /** Length of what it says. */
  readonly speak: Samples;
  /** premature: how long a pause must be before it replies; its onset lies exactly so long after the last voiced sample. */
  readonly pause: Samples;
  readonly seed: number;
}

/** Known truth: what the agent did, by its own clock. */
export interface AgentAction {
  readonly what:
    /** First voiced sample of a human's speech. */
    | 'heard-onset'
    /** One past the last voiced sample that a reply answers. */
    | 'heard-end'
    /** First sample of its own speech. */
    | 'speak'
    /** One past the last sample of its own speech. */
    | 'stop';
  readonly at: RigPos;
}

export interface AgentBehaviour {
  /** Hears the next stretch of what all humans say together: mono, 48 kHz, full scale 1. `at` never goes back; holes are silence. */
  hear(at: RigPos, pcm: Float32Array): void;
  /** Overwrites `pcm` with what it says from `at` on. To be called in order and without holes, before `hear` of the same stretch. */
  speak(at: RigPos, pcm: Float32Array): void;
  readonly actions: readonly AgentAction[];
}
