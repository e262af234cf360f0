/**
 * Opus packets as far as time needs them (RFC 6716, section 3): how long a packet plays, and whether it is one at all.
 * The decoder is native code behind wasm that complains on the console: nothing gets there that this has not accepted.
 */
import type { Samples } from '../time/position.js';

/** A packet holds at most 120 ms (RFC 6716, section 3.2.5, rule R5). */
export const MAX_OPUS_SAMPLES = 5760;
/** A frame holds at most 1275 bytes (rule R2). */
const MAX_FRAME_BYTES = 1275;

/** Frame length in 48 kHz samples by the configuration number (table 2 of RFC 6716). */
function frameSamples(toc: number): Samples {
  const config = toc >> 3;
  if (config < 12) return [480, 960, 1920, 2880][config & 3] ?? 0;
  if (config < 16) return [480, 960][config & 1] ?? 0;
  return [120, 240, 480, 960][config & 3] ?? 0;
}

/** Which of the codec's parts made a packet, by its configuration number (table 2 of RFC 6716). */
export function opusMode(packet: Uint8Array): 'silk' | 'hybrid' | 'celt' {
  const config = (packet[0] ?? 0) >> 3;
  return config < 12 ? 'silk' : config < 16 ? 'hybrid' : 'celt';
}

/** Length of a packet in 48 kHz samples, or undefined when it is not a valid Opus packet. */
export function opusSamples(packet: Uint8Array): Samples | undefined {
  const toc = packet[0];
  if (toc === undefined) return undefined;
  const frame = frameSamples(toc);
  const rest = packet.length - 1;
  switch (toc & 3) {
    case 0:
      return rest <= MAX_FRAME_BYTES ? frame : undefined;
    case 1:
      return rest % 2 === 0 && rest / 2 <= MAX_FRAME_BYTES ? 2 * frame : undefined;
    case 2: {
      const first = frameLength(packet, 1);
      if (first === undefined) return undefined;
      const second = rest - first.bytes - first.length;
      return second >= 0 && second <= MAX_FRAME_BYTES ? 2 * frame : undefined;
    }
    default:
      return manyFrames(packet, frame);
  }
}

/** Code 3: a signalled number of frames, of equal or of given lengths, with padding (section 3.2.5). */
function manyFrames(packet: Uint8Array, frame: Samples): Samples | undefined {
  const flags = packet[1];
  if (flags === undefined) return undefined;
  const count = flags & 0x3f;
  const samples = count * frame;
  if (count === 0 || samples > MAX_OPUS_SAMPLES) return undefined;
  let at = 2;
  let padding = 0;
  if ((flags & 0x40) !== 0) {
    let byte: number | undefined;
    do {
      byte = packet[at++];
      if (byte === undefined) return undefined;
      padding += byte === 255 ? 254 : byte;
    } while (byte === 255);
  }
  let left = packet.length - at - padding;
  if (left < 0) return undefined;
  if ((flags & 0x80) === 0) return left % count === 0 && left / count <= MAX_FRAME_BYTES ? samples : undefined;
  for (let i = 0; i < count - 1; i++) {
    const next = frameLength(packet, at);
    if (next === undefined) return undefined;
    at += next.bytes;
    left -= next.bytes + next.length;
  }
  return left >= 0 && left <= MAX_FRAME_BYTES ? samples : undefined;
}

/** A frame's length in one or two bytes (section 3.2.1). */
function frameLength(packet: Uint8Array, at: number): { readonly bytes: number; readonly length: number } | undefined {
  const first = packet[at];
  if (first === undefined) return undefined;
  if (first < 252) return { bytes: 1, length: first };
  const second = packet[at + 1];
  return second === undefined ? undefined : { bytes: 2, length: second * 4 + first };
}

/**
 * Whether a packet is the blank one that livekit-server forwards for a muted or unpublished track (facts.md, "Mute"): marker bit, an
 * Opus silence frame padded to 80 bytes. It is no audio of the sender's and its RTP time is the server's.
 */
export function isBlankOpus(packet: { readonly marker: boolean; readonly payload: Uint8Array }): boolean {
  const { marker, payload } = packet;
  return marker && payload.length === BLANK_BYTES && payload[0] === 0xf8 && payload[1] === 0xff && payload[2] === 0xfe;
}
const BLANK_BYTES = 80;
