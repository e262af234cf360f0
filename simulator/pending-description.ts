/** Descriptions of node-datachannel's connections. */
import { within } from './bounded.js';

/** They come in milliseconds, on a busy machine in seconds. */
const DESCRIPTION_MS = 10_000;

/** The connection was closed, or another description was asked for, before this one came. */
export class DescriptionCancelled extends Error {}

/**
 * One description at a time that libdatachannel is asked for and delivers later.
 *
 * A connection that is closed meanwhile, by the other side too, delivers it never and says nothing: of 400 recorders that left a room
 * together with an agent, 6 waited for ever. So its end is to be told here, and the wait has a bound.
 */
export class PendingDescription {
  private waiting: { type: string; resolve: (sdp: string) => void; reject: (error: Error) => void } | undefined;

  /** Asks (by `start`, which may throw) and resolves with the description of that type. Rejects when it is cancelled, or does not come. */
  request(type: 'offer' | 'answer', start: () => void): Promise<string> {
    this.cancel('superseded');
    const description = new Promise<string>((resolve, reject) => {
      this.waiting = { type, resolve, reject };
      try {
        start();
      } catch (error) {
        this.waiting = undefined;
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    return within(DESCRIPTION_MS, `no ${type}`, description);
  }

  arrived(sdp: string, type: string): void {
    const waiting = this.waiting;
    if (waiting?.type !== type) return;
    this.waiting = undefined;
    waiting.resolve(sdp);
  }

  cancel(reason: string): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    waiting?.reject(new DescriptionCancelled(`description ${reason}`));
  }
}
