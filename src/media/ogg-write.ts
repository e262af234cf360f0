/**
 * Opus packets into an Ogg stream (RFC 3533, RFC 7845), so that a browser plays what was received, not something encoded again.
 * Stretches without packets are filled with coded silence; positions in the result are exact to 2.5 ms, Opus's shortest frame.
 * For hearing only: nothing is measured on it.
 */
import { OGG_CRC_AT, oggCrc } from './ogg-crc.js';
import { opusSamples } from './opus.js';

/** Pre-skip of 0: the packets' own place on the timeline already has the look-ahead subtracted. */
const PRE_SKIP = 0;
const MAX_SEGMENTS = 255;

/** Durations in 48 kHz samples of the CELT-only fullband silence packets below, longest first (RFC 6716, table 2). */
const SILENCES: readonly (readonly [length: number, toc: number])[] = [
  [960, 0xf8],
  [480, 0xf0],
  [240, 0xe8],
  [120, 0xe0],
];
const SHORTEST = 120;

export interface OggPacket {
  /** Where its first sample belongs, in samples from the stream's start. */
  readonly at: number;
  readonly payload: Uint8Array;
}

/** Lacing values of a packet (RFC 3533, section 5). */
function lacing(length: number): number[] {
  return [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255];
}

class PageWriter {
  readonly pages: Uint8Array[] = [];
  #sequence = 0;
  #segments: number[] = [];
  #bodies: Uint8Array[] = [];

  add(packet: Uint8Array, granule: number): void {
    const lace = lacing(packet.length);
    if (this.#segments.length + lace.length > MAX_SEGMENTS) this.flush(this.#granule);
    this.#segments.push(...lace);
    this.#bodies.push(packet);
    this.#granule = granule;
  }
  #granule = 0;

  flush(granule = this.#granule, last = false): void {
    if (this.#segments.length === 0) return;
    const size = this.#bodies.reduce((sum, body) => sum + body.length, 0);
    const page = new Uint8Array(27 + this.#segments.length + size);
    const view = new DataView(page.buffer);
    page.set([0x4f, 0x67, 0x67, 0x53, 0, (this.#sequence === 0 ? 2 : 0) | (last ? 4 : 0)]);
    view.setBigUint64(6, BigInt(granule), true);
    view.setUint32(14, 0x7475726e, true);
    view.setUint32(18, this.#sequence++, true);
    page[26] = this.#segments.length;
    page.set(this.#segments, 27);
    let at = 27 + this.#segments.length;
    for (const body of this.#bodies) {
      page.set(body, at);
      at += body.length;
    }
    view.setUint32(OGG_CRC_AT, oggCrc(page), true);
    this.pages.push(page);
    this.#segments = [];
    this.#bodies = [];
  }
}

function head(): Uint8Array {
  const bytes = new Uint8Array(19);
  bytes.set(new TextEncoder().encode('OpusHead'));
  const view = new DataView(bytes.buffer);
  bytes[8] = 1;
  bytes[9] = 1;
  view.setUint16(10, PRE_SKIP, true);
  view.setUint32(12, 48_000, true);
  return bytes;
}

function tags(): Uint8Array {
  const vendor = new TextEncoder().encode('turnrig');
  const bytes = new Uint8Array(8 + 4 + vendor.length + 4);
  bytes.set(new TextEncoder().encode('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, vendor.length, true);
  bytes.set(vendor, 12);
  return bytes;
}

/** The whole stream. `packets` are in order of `at`; overlapping ones are left out. */
export function writeOggOpus(packets: Iterable<OggPacket>): Uint8Array {
  const writer = new PageWriter();
  writer.add(head(), 0);
  writer.flush(0);
  writer.add(tags(), 0);
  writer.flush(0);
  let at = 0;
  const silenceUntil = (until: number): void => {
    for (const [length, toc] of SILENCES) {
      while (until - at >= length - (length === SHORTEST ? SHORTEST / 2 : 0)) {
        at += length;
        writer.add(Uint8Array.of(toc, 0xff, 0xfe), at);
      }
    }
  };
  for (const packet of packets) {
    const length = opusSamples(packet.payload);
    // A packet that would start well before the end of what is written already has been played.
    if (length === undefined || packet.at < at - length / 2) continue;
    silenceUntil(packet.at);
    at += length;
    writer.add(packet.payload, at);
  }
  writer.flush(at, true);
  const total = writer.pages.reduce((sum, page) => sum + page.length, 0);
  const out = new Uint8Array(total);
  let offset = 0;
  for (const page of writer.pages) {
    out.set(page, offset);
    offset += page.length;
  }
  return out;
}
