/** Ogg pages to packets (RFC 3533), one logical stream, in bounded memory. */
import { OGG_CRC_AT, oggCrc } from '../ogg-crc.js';
import { broken } from './block.js';
import { joined, type ByteReader } from './byte-reader.js';

const HEADER = 27;
const CONTINUED = 1;
const BEGIN = 2;
const END = 4;
/** No packet of Opus or FLAC is larger: a bound for hostile files. */
const LARGEST_PACKET = 1 << 22;

export interface OggPacket {
  readonly packet: Uint8Array;
  /** Granule position of the page on which the packet ends; undefined when it is not the last packet that ends there. */
  readonly granule: bigint | undefined;
  /** Granule position at which the stream ends; known of the packets that end on its last page. */
  readonly end: bigint | undefined;
}

/** @throws TurnrigError `audio` when a page is damaged or missing, the stream does not come to its end, or there is more than one. */
export async function* oggPackets(reader: ByteReader, name: string): AsyncGenerator<OggPacket> {
  let serial: number | undefined;
  let expected = 0;
  let ended = false;
  let parts: Uint8Array[] = [];
  const bad = (what: string): never => {
    throw broken(name, 'an Ogg file', what);
  };
  while ((await reader.fill(HEADER)) > 0) {
    if (reader.held.length < HEADER) return bad('it is cut off in a page');
    const segments = reader.held[26] ?? 0;
    if ((await reader.fill(HEADER + segments)) < HEADER + segments) return bad('it is cut off in a page');
    const table = reader.held.slice(HEADER, HEADER + segments);
    const size = HEADER + segments + table.reduce((sum, one) => sum + one, 0);
    if ((await reader.fill(size)) < size) return bad('it is cut off in a page');
    const page = reader.take(size).slice();
    const view = new DataView(page.buffer);
    if (view.getUint32(0) !== 0x4f676753) return bad(`no Ogg page where one should start, at byte ${reader.offset - size}`);
    const flags = view.getUint8(5);
    if (view.getUint32(OGG_CRC_AT, true) !== oggCrc(page)) return bad(`a page is damaged, at byte ${reader.offset - size}`);
    if ((flags & BEGIN) !== 0 && serial !== undefined) return bad('it holds more than one stream');
    serial ??= view.getUint32(14, true);
    if (view.getUint32(14, true) !== serial) return bad('it holds more than one stream');
    if (view.getUint32(18, true) !== expected) return bad(`page ${expected} is missing`);
    expected = (expected + 1) >>> 0;
    if ((flags & CONTINUED) === 0) parts = [];
    ended = (flags & END) !== 0;
    const lastEnd = table.findLastIndex((one) => one < 255);
    const granule = view.getBigInt64(6, true);
    let at = HEADER + segments;
    let from = at;
    for (const [i, length] of table.entries()) {
      at += length;
      if (length === 255) continue;
      parts.push(page.subarray(from, at));
      from = at;
      const packet = joined(parts);
      parts = [];
      yield { packet, granule: i === lastEnd ? granule : undefined, end: ended ? granule : undefined };
    }
    if (at > from) parts.push(page.subarray(from, at));
    if (parts.reduce((sum, part) => sum + part.length, 0) > LARGEST_PACKET) return bad('a packet is larger than any audio packet');
  }
  if (!ended) bad('it is cut off: its last page does not end the stream');
}
