/** What a redaction takes away, and redaction.json, which says what it took (docs/privacy.md). */
import type { Samples } from '../time/position.js';
import { EVIDENCE_AFTER, EVIDENCE_BEFORE } from '../score/constants.js';

export const REDACTION_FORMAT = 'turnrig-redaction';
export const REDACTION_VERSION = 1;
export const REDACTION_FILE = 'redaction.json';

/** Kinds of what is taken away. `script` goes with the first two: what the scenario's author wrote. */
export interface Removes {
  /** Names, identities, addresses and files; ids that somebody chose. */
  readonly names: boolean;
  /** What anybody said, and what was said about it. */
  readonly transcripts: boolean;
  /** Sound outside the turns that are kept. */
  readonly audio: boolean;
  /** Ids, titles, speakers and texts of the scenario file, where the first two take theirs. */
  readonly script: boolean;
}

export const NOTHING_REMOVED: Removes = { names: false, transcripts: false, audio: false, script: false };

/** Sound around a kept turn: what the report plays around an event (score/constants.ts). */
export const MARGIN: { readonly before: Samples; readonly after: Samples } = { before: EVIDENCE_BEFORE, after: EVIDENCE_AFTER };

/** What stands where a text was taken away. */
export const REMOVED = '[removed]';

/** What is counted; redaction.json has those that are not 0. */
export const COUNTED = [
  /** Different names, identities and ids that have another one now. */
  'names',
  'texts',
  'sessionsLeftOut',
  'attemptsLeftOut',
  'windowsWithoutSound',
  'opusPacketsKept',
  'opusPacketsDropped',
  'pcmSamplesKept',
  'pcmSamplesSilenced',
  'clipsKept',
  'clipsDropped',
  'tracksDropped',
  /** Files of the run that have no place in the new one: words, agent's logs, stored probabilities, reports, anything not known. */
  'filesDropped',
] as const;
export type Kind = (typeof COUNTED)[number];

export interface KeptSession {
  readonly attempt: string;
  /** Ids of the turns whose sound is there; undefined: all of its sound. */
  readonly turns?: readonly string[];
  /** Stretches whose sound is there, ms on the session's timeline. */
  readonly soundMs: readonly (readonly [from: number, to: number])[];
}

export interface Redaction {
  readonly format: typeof REDACTION_FORMAT;
  readonly version: typeof REDACTION_VERSION;
  /** "turnrig 0.1.0". */
  readonly by: string;
  readonly removed: Removes;
  readonly marginMs: { readonly before: number; readonly after: number };
  readonly sessions: readonly KeptSession[];
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
}

/** Counts while a run is copied. */
export class Counts {
  readonly #counts = new Map<Kind, number>();

  add(kind: Kind, n = 1): void {
    if (n !== 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + n);
  }

  of(kind: Kind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** In the order of COUNTED. */
  done(): Partial<Record<Kind, number>> {
    return Object.fromEntries(COUNTED.flatMap((kind) => (this.of(kind) === 0 ? [] : [[kind, this.of(kind)]])));
  }
}
