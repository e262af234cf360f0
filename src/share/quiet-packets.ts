/**
 * A track's packets with no sound but that of the kept spans.
 *
 * An Opus packet stays whole, bit for bit, or goes: to change one is to code it again. It stays where all that it can carry lies in a kept span:
 *   its own sound, and the half-width of where that lies;
 *   the packet before it, of which a SILK packet may hold a copy (in-band FEC, RFC 6716, section 2.1.7), a packet's length earlier;
 *   no padding but zeros, since padding can hold redundancy of a second and more (Opus 1.5's DRED rides in extensions there).
 * PCM is silenced to the sample. What was not placed on the timeline is nobody's kept sound and goes.
 */
import { encodePcm16 } from '../media/pcm.js';
import type { MediaPacket } from '../media/packet.js';
import type { Piece } from '../media/placement.js';
import type { Samples, Span } from '../time/position.js';
import { hasHiddenPadding } from './opus-padding.js';
import { holds } from './kept-spans.js';

export interface Quiet {
  readonly packets: readonly MediaPacket[];
  readonly keptPackets: number;
  readonly droppedPackets: number;
  readonly keptSamples: Samples;
  readonly silencedSamples: Samples;
}

export function quietOpus(packets: readonly MediaPacket[], pieces: readonly Piece[], kept: readonly Span[]): Quiet {
  const stays = new Set<MediaPacket>();
  for (const { packet, at, duration, plusMinus } of pieces)
    if (holds(kept, at - duration - plusMinus, at + duration + plusMinus) && !hasHiddenPadding(packet.payload)) stays.add(packet);
  const left = packets.filter((packet) => stays.has(packet));
  return { packets: left, keptPackets: left.length, droppedPackets: packets.length - left.length, keptSamples: 0, silencedSamples: 0 };
}

export function quietPcm(packets: readonly MediaPacket[], pieces: readonly Piece[], kept: readonly Span[]): Quiet {
  const placed = new Map(pieces.map((piece) => [piece.packet, piece]));
  let keptSamples = 0;
  let silencedSamples = 0;
  const left = packets.flatMap((packet): MediaPacket[] => {
    const piece = placed.get(packet);
    if (piece === undefined) return [];
    const { payload, silenced } = silencedPayload(packet.payload, Math.ceil(piece.at), kept);
    keptSamples += piece.duration - silenced;
    silencedSamples += silenced;
    return [{ ...packet, payload }];
  });
  return { packets: left, keptPackets: 0, droppedPackets: 0, keptSamples, silencedSamples };
}

/** @param at position of its first sample @returns the samples of the kept spans, zeros for the others, and how many these are */
export function silencedPayload(
  payload: Uint8Array,
  at: number,
  kept: readonly Span[],
): { readonly payload: Uint8Array; readonly silenced: Samples } {
  const length = payload.length >> 1;
  if (holds(kept, at, at + length)) return { payload, silenced: 0 };
  const quiet = encodePcm16(new Float32Array(length));
  let silenced = length;
  for (const { from, to } of kept) {
    const [first, last] = [Math.max(0, Math.ceil(from - at)), Math.min(length, Math.floor(to - at))];
    if (first >= last) continue;
    quiet.set(payload.subarray(2 * first, 2 * last), 2 * first);
    silenced -= last - first;
  }
  return { payload: quiet, silenced };
}
