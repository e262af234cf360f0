/** Ogg pages taken apart, changed and put together again with right checksums: files that a careless or hostile writer could have made. */

/** The pages of a stream, as copies. */
export function pagesOf(bytes: Uint8Array): Uint8Array[] {
  const pages: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const table = bytes.subarray(at + 27, at + 27 + bytes[at + 26]!);
    const size = 27 + table.length + table.reduce((sum, one) => sum + one, 0);
    pages.push(bytes.slice(at, at + size));
    at += size;
  }
  return pages;
}

export const granuleOf = (page: Uint8Array): number => Number(new DataView(page.buffer).getBigInt64(6, true));

export function setGranule(page: Uint8Array, granule: number): void {
  new DataView(page.buffer).setBigInt64(6, BigInt(granule), true);
}

/** In the first page of an Opus stream: page header, one lacing value, and ten bytes of OpusHead. */
export function setPreSkip(page: Uint8Array, samples: number): void {
  new DataView(page.buffer).setUint16(38, samples, true);
}

/** One file of pages, their checksums made anew. */
export function fileOf(pages: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(
    pages.flatMap((page) => {
      const copy = page.slice();
      copy.fill(0, 22, 26);
      new DataView(copy.buffer).setUint32(22, crc(copy), true);
      return [...copy];
    }),
  );
}

function crc(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let k = 0; k < 8; k++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}
