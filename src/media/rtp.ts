/**
 * RTP packets (RFC 3550, section 5.1): parsed from bytes that nobody vouches for, and built for the room server.
 *
 * The parser never throws and never copies: a datagram that is not RTP is `undefined`, and the payload is a view into it.
 */

/** An RTP packet's fields as on the wire. */
export interface RtpPacket {
  readonly marker: boolean;
  /** 7-bit payload type. */
  readonly payloadType: number;
  /** 16-bit. */
  readonly seq: number;
  /** 32-bit, in the codec's RTP clock. */
  readonly time: number;
  readonly ssrc: number;
  readonly csrcs: readonly number[];
  /** The header extension (RFC 8285 profiles and others), undissected; undefined when there is none. */
  readonly extension: RtpExtension | undefined;
  /** View into the datagram, padding removed. */
  readonly payload: Uint8Array;
}

export interface RtpExtension {
  /** 0xBEDE is the one-byte form of RFC 8285. */
  readonly profile: number;
  readonly data: Uint8Array;
}

/** What `buildRtp` needs; the header comes out without CSRCs, extension and padding. */
export interface RtpHeaderFields {
  readonly marker: boolean;
  readonly payloadType: number;
  readonly seq: number;
  readonly time: number;
  readonly ssrc: number;
}

const VERSION = 2;
export const RTP_HEADER_BYTES = 12;

/** Payload types 64 to 95 with the marker bit are RTCP packet types 192 to 223 on a shared port (RFC 5761, section 4). */
const RTCP_FIRST = 192;
const RTCP_LAST = 223;

/** Whether a datagram of a port that carries both is RTCP (RFC 5761, section 4). */
export function isRtcp(datagram: Uint8Array): boolean {
  const first = datagram[0];
  const type = datagram[1];
  return first !== undefined && type !== undefined && first >> 6 === VERSION && type >= RTCP_FIRST && type <= RTCP_LAST;
}

/** Parses one datagram. Undefined when it is not an RTP packet: too short, another version, RTCP, or lengths that do not fit. */
export function parseRtp(datagram: Uint8Array): RtpPacket | undefined {
  if (datagram.length < RTP_HEADER_BYTES || isRtcp(datagram)) return undefined;
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const flags = view.getUint8(0);
  if (flags >> 6 !== VERSION) return undefined;
  const csrcCount = flags & 0x0f;
  let at = RTP_HEADER_BYTES;
  if (datagram.length < at + 4 * csrcCount) return undefined;
  const csrcs: number[] = [];
  for (let i = 0; i < csrcCount; i++, at += 4) csrcs.push(view.getUint32(at));
  let extension: RtpExtension | undefined;
  if ((flags & 0x10) !== 0) {
    if (datagram.length < at + 4) return undefined;
    const profile = view.getUint16(at);
    const length = 4 * view.getUint16(at + 2);
    at += 4;
    if (datagram.length < at + length) return undefined;
    extension = { profile, data: datagram.subarray(at, at + length) };
    at += length;
  }
  let end = datagram.length;
  if ((flags & 0x20) !== 0) {
    // The last octet counts the padding, itself included (RFC 3550, section 5.1), so 0 is as wrong as more than there is.
    const padding = view.getUint8(end - 1);
    if (padding === 0 || padding > end - at) return undefined;
    end -= padding;
  }
  const second = view.getUint8(1);
  return {
    marker: (second & 0x80) !== 0,
    payloadType: second & 0x7f,
    seq: view.getUint16(2),
    time: view.getUint32(4),
    ssrc: view.getUint32(8),
    csrcs,
    extension,
    payload: datagram.subarray(at, end),
  };
}

/** One datagram of a plain header and the payload. Fields are cut to their widths, as arithmetic on wrapping counters wants. */
export function buildRtp(fields: RtpHeaderFields, payload: Uint8Array): Uint8Array {
  const datagram = new Uint8Array(RTP_HEADER_BYTES + payload.length);
  const view = new DataView(datagram.buffer);
  view.setUint8(0, VERSION << 6);
  view.setUint8(1, (fields.marker ? 0x80 : 0) | (fields.payloadType & 0x7f));
  view.setUint16(2, fields.seq & 0xffff);
  view.setUint32(4, fields.time >>> 0);
  view.setUint32(8, fields.ssrc >>> 0);
  datagram.set(payload, RTP_HEADER_BYTES);
  return datagram;
}
