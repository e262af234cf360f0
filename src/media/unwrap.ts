/**
 * Wrapping counters made whole: 16-bit sequence numbers and 32-bit RTP times of one track into numbers that only grow, over changes of
 * SSRC and restarts.
 */
import { trackTime, type TrackTime } from '../time/position.js';
import type { MediaPacket } from './packet.js';

/** RFC 3550, appendix A.1: a packet this far ahead or behind is a loss or out of order; farther, the counter began anew. */
const MAX_DROPOUT = 3000;
const MAX_MISORDER = 100;

/** Room between streams in track time, so that no late packet of one falls into the other: a full turn of the wire's counter. */
const STREAM_GAP = 2 ** 32;

/** One run of an SSRC without a restart. */
export interface Stream {
  readonly index: number;
  readonly ssrc: number;
  readonly cause: 'start' | 'ssrc' | 'restart';
}

export interface Unwrapped {
  readonly stream: Stream;
  /** Grows by one a packet sent, within its stream. */
  readonly seq: number;
  readonly time: TrackTime;
  /** Behind one that came before it: out of order, a duplicate, or recovered. */
  readonly late: boolean;
}

interface Head {
  readonly stream: Stream;
  seq: number;
  time: number;
  wireSeq: number;
  wireTime: number;
  /** The sequence number that would confirm a restart. */
  restartSeq: number | undefined;
}

/** Signed distance a - b of two 16-bit sequence numbers. */
export function seqDistance(a: number, b: number): number {
  return ((a - b) << 16) >> 16;
}

/** Signed distance a - b of two 32-bit RTP times. */
export function timeDistance(a: number, b: number): number {
  return (a - b) | 0;
}

export class Unwrapper {
  readonly #heads = new Map<number, Head>();
  #current: Head | undefined;
  #streams = 0;
  /** Highest track time so far. */
  #top = 0;

  /** Undefined for a packet that has no place: a stray one far off the counters, or a recovered one of an SSRC never heard. */
  push(packet: MediaPacket): Unwrapped | undefined {
    const head = this.#heads.get(packet.ssrc);
    if (packet.recovered) return head && this.#late(head, packet);
    if (head === undefined) return this.#begin(packet, this.#current === undefined ? 'start' : 'ssrc');
    const ahead = seqDistance(packet.seq, head.wireSeq);
    if (ahead <= 0 && ahead > -MAX_MISORDER) {
      // Behind in number and ahead in time: no sender makes that, and sorted in it would hide what follows.
      const consistent = ahead === 0 || timeDistance(packet.time, head.wireTime) < 0;
      return consistent ? this.#late(head, packet) : undefined;
    }
    if (ahead <= 0 || ahead > MAX_DROPOUT) {
      // One packet far off may be a stray; two in a row are a sender that began anew (RFC 3550, A.1).
      if (packet.seq === head.restartSeq) return this.#begin(packet, 'restart');
      head.restartSeq = (packet.seq + 1) & 0xffff;
      return undefined;
    }
    head.restartSeq = undefined;
    const forward = timeDistance(packet.time, head.wireTime);
    // RTP time that runs backwards, or an SSRC that comes back after another one: a new clock, nothing links it to the old one.
    if (forward < 0 || head !== this.#current) return this.#begin(packet, 'restart');
    head.seq += ahead;
    head.time += forward;
    head.wireSeq = packet.seq;
    head.wireTime = packet.time;
    this.#top = Math.max(this.#top, head.time);
    return { stream: head.stream, seq: head.seq, time: trackTime(head.time), late: false };
  }

  /**
   * Counts a server's blank packet (opus.ts): its sequence number is one of the row, its RTP time is not the sender's. Returns its unwrapped
   * sequence number; undefined when it belongs to no stream that runs.
   */
  skip(packet: MediaPacket): { readonly stream: Stream; readonly seq: number } | undefined {
    const head = this.#heads.get(packet.ssrc);
    if (head === undefined || head !== this.#current) return undefined;
    const ahead = seqDistance(packet.seq, head.wireSeq);
    if (Math.abs(ahead) > MAX_DROPOUT) return undefined;
    const seq = head.seq + ahead;
    if (ahead > 0) {
      head.seq = seq;
      head.wireSeq = packet.seq;
    }
    return { stream: head.stream, seq };
  }

  #begin(packet: MediaPacket, cause: Stream['cause']): Unwrapped {
    const stream: Stream = { index: this.#streams++, ssrc: packet.ssrc, cause };
    const time = stream.index === 0 ? packet.time : Math.floor(this.#top / STREAM_GAP + 2) * STREAM_GAP + packet.time;
    const head: Head = { stream, seq: packet.seq, time, wireSeq: packet.seq, wireTime: packet.time, restartSeq: undefined };
    this.#heads.set(packet.ssrc, head);
    this.#current = head;
    this.#top = Math.max(this.#top, time);
    return { stream, seq: head.seq, time: trackTime(time), late: false };
  }

  #late(head: Head, packet: MediaPacket): Unwrapped {
    return {
      stream: head.stream,
      seq: head.seq + seqDistance(packet.seq, head.wireSeq),
      time: trackTime(head.time + timeDistance(packet.time, head.wireTime)),
      late: true,
    };
  }
}
