/** The checksum of an Ogg page (RFC 3533, section 6): CRC-32 with the polynomial 0x04c11db7, neither reflected nor inverted. */
const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let crc = i << 24;
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ ((crc & 0x80000000) !== 0 ? 0x04c11db7 : 0);
  return crc >>> 0;
});

/** Where the checksum stands in a page; it counts as zeros. */
export const OGG_CRC_AT = 22;

export function oggCrc(page: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < page.length; i++) {
    const byte = i >= OGG_CRC_AT && i < OGG_CRC_AT + 4 ? 0 : (page[i] as number);
    crc = ((crc << 8) ^ (TABLE[(crc >>> 24) ^ byte] as number)) >>> 0;
  }
  return crc;
}
