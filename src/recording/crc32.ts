/**
 * CRC-32 (IEEE 802.3, reflected, as in zlib): the guard of every record in a packet file.
 * Four bytes a step ("slicing by four", Kounavis and Berry 2005): PCM tracks make it the store's greatest cost.
 */
const TABLES = makeTables();

function makeTables(): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value >>> 0;
  });
  const after = (table: Uint32Array): Uint32Array => table.map((value) => (value >>> 8) ^ (first[value & 0xff] ?? 0));
  const second = after(first);
  const third = after(second);
  return [first, second, third, after(third)];
}

/** Checksum of `bytes`, unsigned 32-bit. */
export function crc32(bytes: Uint8Array): number {
  const [one, two, three, four] = TABLES;
  const whole = bytes.length - (bytes.length % 4);
  let crc = 0xffffffff;
  // Every index is in bounds: a byte, or below `whole`.
  for (let i = 0; i < whole; i += 4) {
    const a = (crc ^ (bytes[i] as number)) & 0xff;
    const b = ((crc >>> 8) ^ (bytes[i + 1] as number)) & 0xff;
    const c = ((crc >>> 16) ^ (bytes[i + 2] as number)) & 0xff;
    const d = ((crc >>> 24) ^ (bytes[i + 3] as number)) & 0xff;
    crc = (four[a] as number) ^ (three[b] as number) ^ (two[c] as number) ^ (one[d] as number);
  }
  for (let i = whole; i < bytes.length; i++) crc = (crc >>> 8) ^ (one[(crc ^ (bytes[i] as number)) & 0xff] as number);
  return (crc ^ 0xffffffff) >>> 0;
}
