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

/** One description at a time that libdatachannel is asked for and delivers later. */
export class PendingDescription {
  private waiting: { type: string; resolve: (sdp: string) => void; reject: (error: Error) => void } | undefined;

  /** Asks (by `start`, which may throw) and resolves with the description of that type. */
  request(type: 'offer' | 'answer', start: () => void): Promise<string> {
    this.cancel('superseded');
    return new Promise<string>((resolve, reject) => {
      this.waiting = { type, resolve, reject };
      try {
        start();
      } catch (error) {
        this.waiting = undefined;
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
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
    waiting?.reject(new Error(`description ${reason}`));
  }
}
