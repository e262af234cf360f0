import { DescriptionCancelled } from '../pending-description.js';
import { messageOf } from '../../src/error.js';
import type { MediaSection } from './sdp.js';

/** What a negotiation needs of the connection. */
export interface Offerer {
  offer(): Promise<string>;
  accept(answer: string): ReadonlyMap<string, MediaSection>;
}

export type Answered = (sections: ReadonlyMap<string, MediaSection>) => void;

/** Offers of the subscriber connection: one at a time; what changes meanwhile goes into the next one. */
export class Negotiation {
  private outstanding = false;
  private again = false;
  private scheduled = false;
  private queued: Answered[] = [];
  private current: Answered[] = [];

  constructor(
    private readonly peer: Offerer,
    private readonly send: (sdp: string) => void,
    private readonly trouble: (message: string) => void,
  ) {}

  /**
   * Offers at the end of this turn of the event loop, so that several changes go into one offer, or after the outstanding answer.
   * @param answered called when the offer that brings the change is answered
   */
  request(answered?: Answered): void {
    if (answered !== undefined) this.queued.push(answered);
    this.again = true;
    if (this.outstanding || this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      if (!this.outstanding && this.again) void this.offer();
    });
  }

  /** Takes a client's answer. One that nobody asked for, or that cannot be applied, changes nothing. */
  answer(sdp: string): void {
    if (!this.outstanding) return;
    let sections: ReadonlyMap<string, MediaSection>;
    try {
      sections = this.peer.accept(sdp);
    } catch (error) {
      this.trouble(`answer refused: ${messageOf(error)}`);
      return;
    }
    this.outstanding = false;
    for (const answered of this.current.splice(0)) answered(sections);
    if (this.again) void this.offer();
  }

  private async offer(): Promise<void> {
    this.outstanding = true;
    this.again = false;
    this.current = this.queued;
    this.queued = [];
    try {
      this.send(await this.peer.offer());
    } catch (error) {
      // What it was to bring goes with the next one.
      this.outstanding = false;
      this.queued = [...this.current.splice(0), ...this.queued];
      // A participant who left meanwhile is no trouble: nobody is left to offer to.
      if (error instanceof DescriptionCancelled) return;
      this.trouble(`no offer: ${messageOf(error)}`);
    }
  }
}
