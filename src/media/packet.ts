import type { RigPos } from '../time/position.js';

/**
 * A media packet as a transport hands it up and as the store keeps it: parsed, not decoded, not placed.
 * The same shape live and stored, so that scoring a stored run and hearing a live one use one code path.
 */
export interface MediaPacket {
  /** Arrival on the rig's clock. */
  readonly arrival: RigPos;
  readonly ssrc: number;
  /** 16-bit, as on the wire. */
  readonly seq: number;
  /** 32-bit, as on the wire, 48 kHz units. */
  readonly time: number;
  readonly marker: boolean;
  /** Filled in from RED or a retransmission: never an anchor for placement. */
  readonly recovered: boolean;
  /** Opus packet, or s16le mono 48 kHz on a PCM track. */
  readonly payload: Uint8Array;
}
