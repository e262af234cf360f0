/** What both kinds of peer connection share: the settings of libdatachannel and the shape of a candidate. */
import type { RtcConfig } from 'node-datachannel';

/** RTCIceCandidateInit, as LiveKit's trickle messages carry it in JSON. */
export interface IceCandidate {
  readonly candidate: string;
  readonly sdpMid: string;
  readonly sdpMLineIndex: number;
}

export const RELIABLE = '_reliable';
export const LOSSY = '_lossy';
/** LiveKit's two data channels. */
export type DataLabel = typeof RELIABLE | typeof LOSSY;
export const isDataLabel = (label: string): label is DataLabel => label === RELIABLE || label === LOSSY;

/** Largest data channel message we take or announce, bytes. LiveKit's own limit for a reliable packet is 64 kB. */
export const MAX_MESSAGE = 262_144;

/** forceMediaTransport: a track may come later than the connection, and SRTP must be set up by then (facts.md). */
export function rtcConfig(bindAddress: string): RtcConfig {
  return { iceServers: [], bindAddress, disableAutoNegotiation: true, forceMediaTransport: true, maxMessageSize: MAX_MESSAGE };
}

/** libdatachannel hands candidates out as SDP attributes. */
export function ownCandidate(attribute: string, mid: string): IceCandidate {
  return { candidate: attribute.replace(/^a=/, ''), sdpMid: mid, sdpMLineIndex: 0 };
}

export function toBuffer(message: string | Buffer | ArrayBuffer): Buffer {
  if (typeof message === 'string') return Buffer.from(message, 'utf8');
  return Buffer.isBuffer(message) ? message : Buffer.from(message);
}
