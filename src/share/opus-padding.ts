/** Padding of Opus packets (RFC 6716, section 3.2.5): zeros by the standard, a place for extensions since Opus 1.5. */

/** Whether its padding holds anything but zeros, or cannot be told. */
export function hasHiddenPadding(packet: Uint8Array): boolean {
  const [toc, flags] = packet;
  if (toc === undefined) return true;
  // Codes 0 to 2 have no padding.
  if ((toc & 3) !== 3) return false;
  if (flags === undefined) return true;
  if ((flags & 0x40) === 0) return false;
  let padding = 0;
  let byte: number | undefined;
  let at = 2;
  do {
    byte = packet[at++];
    if (byte === undefined) return true;
    padding += byte === 255 ? 254 : byte;
  } while (byte === 255);
  if (padding > packet.length - at) return true;
  return packet.subarray(packet.length - padding).some((one) => one !== 0);
}
