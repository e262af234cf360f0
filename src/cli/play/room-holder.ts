/**
 * The room server of a play: opened at the first need, again after it has died or stands still, and anew when it has grown too large.
 *
 * A server that grew is changed between sessions: attempts that come meanwhile wait until those in it are over, since agents leave a
 * server before it goes. The embedded one keeps some native memory for every join (docs/room-server.md).
 */
import type { LivekitAccess, Room } from './room-keeper.js';

/** Resident memory above which a server is changed for a fresh one, bytes: one starts at about 90 MB, and nothing else needs so much. */
export const LARGEST_SERVER = 512 * 1024 * 1024;

/** A session's stay on the server. */
export interface Stay {
  /** Undefined in memory, where there is no server. */
  readonly access: LivekitAccess | undefined;
  /** Version of an embedded server. */
  readonly version?: string;
  /** The session is over, or never began. May be called again. */
  readonly leave: () => void;
}

export class RoomHolder {
  #room: Room | undefined;
  #staying = 0;
  #emptied: (() => void) | undefined;
  /** One entrance at a time: two must not both find a dead server. */
  #entrance: Promise<unknown> = Promise.resolve();

  /** @param open undefined: in memory. */
  constructor(
    private readonly open: (() => Promise<Room>) | undefined,
    private readonly largest = LARGEST_SERVER,
  ) {}

  /**
   * @param leaveOld called before a server is opened in place of another: agents must leave the old one first.
   * @throws TurnrigError what `open` throws.
   */
  enter(leaveOld: () => Promise<void>): Promise<Stay> {
    const entered = this.#entrance.then(() => this.#enter(leaveOld));
    this.#entrance = entered.catch(() => undefined);
    return entered;
  }

  async #enter(leaveOld: () => Promise<void>): Promise<Stay> {
    if (this.open === undefined) return { access: undefined, leave: () => undefined };
    const old = this.#room;
    const { answers, memory } = old === undefined || old.gone() ? { answers: true } : await old.state();
    if (old?.gone() === false && (!answers || (memory ?? 0) > this.largest)) {
      await this.#empty();
      await leaveOld();
      await old.stop();
      this.#room = undefined;
    } else if (old?.gone() === true) {
      this.#room = undefined;
      await leaveOld();
    }
    this.#room ??= await this.open();
    this.#staying++;
    let here = true;
    const leave = (): void => {
      if (!here) return;
      here = false;
      if (--this.#staying === 0) this.#emptied?.();
    };
    const { access, version } = this.#room;
    return { access, leave, ...(version === undefined ? {} : { version }) };
  }

  /** Resolves when no session is on the server. */
  #empty(): Promise<void> {
    if (this.#staying === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#emptied = () => {
        this.#emptied = undefined;
        resolve();
      };
    });
  }

  /** Ends the server; what is being opened is ended too. */
  async stop(): Promise<void> {
    await this.#entrance;
    await this.#room?.stop();
  }
}
