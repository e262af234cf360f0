/**
 * Redundant audio (RFC 2198): one primary block and copies of earlier ones, as livekit sends Opus in payload type 63.
 *
 *    0                   1                    2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3  4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   |F|   block PT  |  timestamp offset         |   block length    |   (F = 1: a redundant block, 4 bytes)
 *   |0|   block PT  |                                                   (the primary block, last, 1 byte)
 *
 * The bytes come from strangers: a payload whose lengths do not fit is `undefined`, never an exception.
 */
import type { MediaPacket } from './packet.js';

export interface RedBlock {
  readonly payloadType: number;
  /** RTP time of the block, 32-bit, as on the wire. */
  readonly time: number;
  readonly payload: Uint8Array;
}

export interface RedPayload {
  readonly primary: RedBlock;
  /** Copies of earlier blocks in the order of the packet: oldest first. Empty blocks are left out: they carry no audio. */
  readonly redundant: readonly RedBlock[];
}

/** More redundant blocks than any sender makes; a bound on what a hostile packet may cost. */
const MAX_BLOCKS = 32;

/** Unpacks a RED payload of a packet with this RTP time. */
export function parseRed(payload: Uint8Array, packetTime: number): RedPayload | undefined {
  const headers: { payloadType: number; offset: number; length: number }[] = [];
  let at = 0;
  for (;;) {
    const first = payload[at];
    if (first === undefined) return undefined;
    if ((first & 0x80) === 0) break;
    const [b1, b2, b3] = [payload[at + 1], payload[at + 2], payload[at + 3]];
    if (b1 === undefined || b2 === undefined || b3 === undefined || headers.length === MAX_BLOCKS) return undefined;
    headers.push({ payloadType: first & 0x7f, offset: (b1 << 6) | (b2 >> 2), length: ((b2 & 0x03) << 8) | b3 });
    at += 4;
  }
  const primaryType = payload[at];
  if (primaryType === undefined) return undefined;
  at += 1;
  const redundant: RedBlock[] = [];
  for (const { payloadType, offset, length } of headers) {
    if (at + length > payload.length) return undefined;
    if (length > 0) redundant.push({ payloadType, time: (packetTime - offset) >>> 0, payload: payload.subarray(at, at + length) });
    at += length;
  }
  return { primary: { payloadType: primaryType, time: packetTime >>> 0, payload: payload.subarray(at) }, redundant };
}

/** Packs a RED payload: what a sender or a test does. @throws RangeError when a block does not fit the header's fields. */
export function buildRed(packetTime: number, primary: Omit<RedBlock, 'time'>, redundant: readonly RedBlock[]): Uint8Array {
  const size = redundant.reduce((sum, block) => sum + 4 + block.payload.length, 1 + primary.payload.length);
  const out = new Uint8Array(size);
  let at = 0;
  for (const block of redundant) {
    const offset = (packetTime - block.time) >>> 0;
    if (offset > 0x3fff || block.payload.length > 0x3ff)
      throw new RangeError(`a redundant block of ${block.payload.length} bytes, ${offset} units back, does not fit RFC 2198`);
    out[at] = 0x80 | (block.payloadType & 0x7f);
    out[at + 1] = offset >> 6;
    out[at + 2] = ((offset & 0x3f) << 2) | (block.payload.length >> 8);
    out[at + 3] = block.payload.length & 0xff;
    at += 4;
  }
  out[at++] = primary.payloadType & 0x7f;
  for (const block of [...redundant, primary]) {
    out.set(block.payload, at);
    at += block.payload.length;
  }
  return out;
}

/**
 * The media packets in one RED packet, oldest first, the primary one last: the shape that recorders store.
 *
 * Redundant blocks carry no sequence number. Livekit's senders put one block for each packet before, so the n-th block from the end
 * is taken as the n-th sequence number back. Placement treats recovered packets by their RTP time and never anchors on them, so a
 * sender that skips (larger offsets after a DTX pause) costs nothing but a number nobody trusts.
 * Undefined when the payload is not RED.
 */
export function unwrapRed(packet: MediaPacket): readonly MediaPacket[] | undefined {
  const red = parseRed(packet.payload, packet.time);
  if (red === undefined) return undefined;
  const recovered = red.redundant.map((block, i) => ({
    ...packet,
    seq: (packet.seq - (red.redundant.length - i)) & 0xffff,
    time: block.time,
    marker: false,
    recovered: true,
    payload: block.payload,
  }));
  return [...recovered, { ...packet, payload: red.primary.payload }];
}
