/**
 * What a reference agent does, without a room: it hears human audio, says audio, and keeps a log of what it did and when.
 * One behaviour core a file, pure but for its own state; memory and LiveKit run the same cores (design.md, agent/reference).
 *
 * Positions are on whatever clock the adapter lives by, in 48 kHz samples: virtual time in memory, the host's monotonic clock in a room.
 */
import type { CompiledTurn } from '../../src/scenario/model.js';
import type { RigPos } from '../../src/time/position.js';

export type { ReferenceBehaviour } from './catalogue.js';

export const SOUND_STARTS = ['speak', 'greet', 'resume', 'restart', 'blip', 'burst'] as const;
/** Why a sound of its own begins. */
export type SoundStart = (typeof SOUND_STARTS)[number];

/** Known truth: what the agent did, by its own clock. */
export interface AgentAction {
  readonly what:
    /** First voiced sample of a human's speech. */
    | 'heard-onset'
    /** One past the last voiced sample that a reply answers, or that it chose not to answer (`ignore`). */
    | 'heard-end'
    /** First sample of its own sound: a reply, a greeting, a reply gone on with or begun again, a sound out of place. */
    | SoundStart
    /** One past the last sample of that sound. */
    | 'stop'
    /** It took what a human says over it for a barge-in: where it decided so, which is before its speech has ended. */
    | 'yield'
    /** A turn that it heard whole and does not answer: where the answer would have been. */
    | 'ignore'
    /** It is out of the room, or its track is gone: first sample that it did not send. */
    | 'left'
    | 'track-gone'
    /** The adapter's note: the frame that begins here was pushed so late that a receiver may have starved. */
    | 'late';
  readonly at: RigPos;
}

/** How it is gone. */
export interface Departure {
  readonly how: 'leave' | 'track';
  readonly at: RigPos;
}

export interface AgentBehaviour {
  /** Hears the next stretch of what all humans say together: mono, 48 kHz, full scale 1. `at` never goes back; holes are silence. */
  hear(at: RigPos, pcm: Float32Array): void;
  /** Overwrites `pcm` with what it says from `at` on. To be called in order and without holes, before `hear` of the same stretch. */
  speak(at: RigPos, pcm: Float32Array): void;
  /**
   * Is told what a human begins to say, where sample 0 of its clip lies, and its samples: an ear and a recogniser without a fault, for a
   * known truth that hangs on words. In virtual time only; left out by agents that hear by themselves.
   */
  told?(turn: CompiledTurn, at: RigPos, samples: Float32Array): void;
  readonly actions: readonly AgentAction[];
  /** What its second track carries, called as `speak` is; left out by an agent with one track. */
  readonly ambience?: (at: RigPos, pcm: Float32Array) => void;
  /** Set by the `speak` call of the first frame that is not to be sent any more. */
  readonly gone?: Departure | undefined;
}
