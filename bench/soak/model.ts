/** What the parts of the soak say to each other, and what its journal keeps. */

export type ServerKind = 'embedded' | 'livekit';

/** What every round does. A soak that is gone on with must have the same. */
export interface SoakSettings {
  /** Rooms side by side in a round. */
  readonly rooms: number;
  /** Speakers in a room; a hidden listener comes on top, as the recorder does in a session. */
  readonly participants: number;
  /** Audio that every listener must hear of every speaker, s. */
  readonly seconds: number;
}

/** One round, for its client process. */
export interface SoakTask extends SoakSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Prefix of its rooms' names. */
  readonly name: string;
}

/** What a client process tells of its round. */
export interface SoakReport {
  /** From `connect` to connected, ms. */
  readonly joins: readonly number[];
  /** Tracks that were heard for the whole time, over all listeners, and how many there were to hear. */
  readonly heard: number;
  readonly expected: number;
  /** What did not work, in words. */
  readonly troubles: readonly string[];
  /** The longest time for which the client's event loop stood still, ms. */
  readonly stall: number;
}

/** A client that stood still for longer was starved by its machine, its native threads with it: what did not work then counts for nobody, ms. */
export const STARVED = 500;

/** One round as the journal keeps it, a line of JSON. */
export interface RoundRecord extends SoakReport {
  readonly server: ServerKind;
  /** "embedded 1.9.0" */
  readonly version: string;
  readonly round: number;
  /** "client SIGSEGV", "client exit 134", "client hung", "server SIGKILL": processes that ended as they should not. */
  readonly crashes: readonly string[];
  /** What a client that crashed wrote last. */
  readonly lastWords?: string | undefined;
  /** Process id of the server, which tells its instances apart, and its memory after the round, bytes; undefined where it is not told. */
  readonly pid: number;
  readonly rss?: number | undefined;
}
