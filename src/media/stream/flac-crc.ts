/** Checksums of FLAC: of a frame's header, and of the whole frame (RFC 9639, section 9). */
const CRC8 = Uint8Array.from({ length: 256 }, (_, i) => {
  let crc = i;
  for (let k = 0; k < 8; k++) crc = ((crc << 1) ^ ((crc & 0x80) !== 0 ? 0x07 : 0)) & 0xff;
  return crc;
});
const CRC16 = Uint16Array.from({ length: 256 }, (_, i) => {
  let crc = i << 8;
  for (let k = 0; k < 8; k++) crc = ((crc << 1) ^ ((crc & 0x8000) !== 0 ? 0x8005 : 0)) & 0xffff;
  return crc;
});

export function crc8(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = CRC8[crc ^ (bytes[i] as number)] as number;
  return crc;
}

export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ (bytes[i] as number)] as number);
  return crc;
}
