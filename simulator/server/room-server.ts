/** A room server that the rig started, embedded or LiveKit's own: one shape for both. */
export interface RoomServer {
  /** ws://127.0.0.1:port */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly kind: 'embedded' | 'livekit';
  readonly version: string;
  readonly pid: number;
  /** How it does; rejects when the process is gone. */
  health(): Promise<RoomServerHealth>;
  /** Ends the process and waits for it. Never rejects; may be called again. */
  stop(): Promise<void>;
  /** Resolves when the process has ended, by `stop` or by itself. */
  readonly exited: Promise<RoomServerExit>;
}

export interface RoomServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** `stop` was called before. */
  readonly expected: boolean;
  /** The last lines it wrote to its error output. */
  readonly log: string;
}

/** Counters of the embedded server; a LiveKit server tells only that it lives. */
export interface RoomServerHealth {
  readonly rooms?: number;
  readonly participants?: number;
  readonly tracks?: number;
  readonly workers?: number;
  readonly packets?: number;
  /** User and system time since the start, microseconds. */
  readonly cpu?: number;
  /** Bytes. */
  readonly rss?: number;
}
