/** Who is speaking, from the audio levels that senders put into RTP (RFC 6464, one-byte header extensions of RFC 8285). */
import type { RtpPacket } from '../../src/media/rtp.js';

const ONE_BYTE_PROFILE = 0xbede;
/** -dBov of silence. */
export const SILENT = 127;
/** Louder than -35 dBov counts as speaking: LiveKit's default `active_level`. */
export const ACTIVE_LEVEL = 35;

/** The level a packet states, in -dBov (0 loudest, 127 silence); undefined when it states none. */
export function audioLevel(packet: RtpPacket, id: number | undefined): number | undefined {
  const extension = packet.extension;
  if (id === undefined || extension?.profile !== ONE_BYTE_PROFILE) return undefined;
  const data = extension.data;
  let at = 0;
  for (;;) {
    const head = data[at];
    if (head === undefined) return undefined;
    if (head === 0) {
      at++;
      continue;
    }
    if (head >> 4 === id) {
      const value = data[at + 1];
      return value === undefined ? undefined : value & 0x7f;
    }
    at += 2 + (head & 0x0f);
  }
}

/** The loudest level of an interval. */
export class LevelMeter {
  private loudest = SILENT;

  add(level: number): void {
    if (level < this.loudest) this.loudest = level;
  }

  /** Level of the interval that ends now; silence when nothing was stated. */
  take(): number {
    const level = this.loudest;
    this.loudest = SILENT;
    return level;
  }
}
