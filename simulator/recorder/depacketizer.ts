/**
 * One track's RTP as received, turned into media packets: RED unwrapped, losses filled from it, what stays lost counted. Pure.
 */
import type { MediaPacket } from '../../src/media/packet.js';
import { unwrapRed } from '../../src/media/red.js';
import type { RtpPacket } from '../../src/media/rtp.js';
import type { RigPos } from '../../src/time/position.js';

/** How far back a packet may come and still be news: two seconds of 10 ms packets. */
const WINDOW = 200;
/** A larger step is a sender that started anew, not a loss (RFC 3550, appendix A.1: MAX_DROPOUT). */
const MAX_DROPOUT = 3_000;

/** Sequence numbers of one run of one SSRC, unwrapped, with the recent ones that have come. */
class Reception {
  readonly ssrc: number;
  private readonly first: number;
  private highest: number;
  private received = 0;
  private readonly seen = new Set<number>();

  constructor(ssrc: number, first: number) {
    this.ssrc = ssrc;
    this.first = first;
    this.highest = first;
  }

  /** How far a sequence number lies after the highest one so far; negative when before. */
  step(seq: number): number {
    const step = (seq - this.highest) & 0xffff;
    return step < 0x8000 ? step : step - 0x10000;
  }

  /** Notes the packet so far after the highest one. False when it has come already, or lies before everything that counts. */
  note(step: number): boolean {
    const extended = this.highest + step;
    if (extended < this.first || step <= -WINDOW || this.seen.has(extended)) return false;
    this.seen.add(extended);
    this.received++;
    while (this.highest < extended) this.seen.delete(++this.highest - WINDOW);
    return true;
  }

  get lost(): number {
    return this.highest - this.first + 1 - this.received;
  }
}

export class Depacketizer {
  private readonly codecs: () => ReadonlyMap<number, string>;
  private current: Reception | undefined;
  private lostBefore = 0;
  private recoveredCount = 0;

  /** @param codecs codec names by payload type, of the session's description as it stands. */
  constructor(codecs: () => ReadonlyMap<number, string>) {
    this.codecs = codecs;
  }

  /**
   * The media packets that this RTP packet brings: those it recovers first, then its own.
   *
   * Redundant blocks are used to fill losses only: one whose sequence number has come already is dropped, and so is a straggler that RED
   * has replaced. Empty when the packet brings nothing new, or is of a codec that is not Opus.
   */
  push(rtp: RtpPacket, arrival: RigPos): MediaPacket[] {
    const { ssrc, seq, time, marker, payload } = rtp;
    const codec = this.codecs().get(rtp.payloadType) ?? 'opus';
    const packet: MediaPacket = { arrival, ssrc, seq, time, marker, recovered: false, payload };
    const blocks = codec === 'red' ? unwrapRed(packet) : codec === 'opus' ? [packet] : undefined;
    if (blocks === undefined || payload.length === 0) return [];
    const reception = this.reception(ssrc, seq);
    const fresh: MediaPacket[] = [];
    for (const block of blocks) {
      if (!reception.note(reception.step(block.seq))) continue;
      if (block.recovered) this.recoveredCount++;
      // A copy: a view would keep the whole datagram alive for the few bytes of a block. (Buffer's slice would be such a view.)
      fresh.push({ ...block, payload: new Uint8Array(block.payload) });
    }
    return fresh;
  }

  /** Packets that never came and that no redundancy filled, over all SSRCs so far. */
  get lost(): number {
    return this.lostBefore + (this.current?.lost ?? 0);
  }

  /** Packets filled in from RED. */
  get recovered(): number {
    return this.recoveredCount;
  }

  private reception(ssrc: number, seq: number): Reception {
    const current = this.current;
    if (current?.ssrc === ssrc && Math.abs(current.step(seq)) <= MAX_DROPOUT) return current;
    this.lostBefore += current?.lost ?? 0;
    this.current = new Reception(ssrc, seq);
    return this.current;
  }
}
