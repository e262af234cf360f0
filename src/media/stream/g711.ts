/** G.711 (ITU-T, 11/1988): A-law and mu-law bytes as linear samples, full scale 1. */

/** Mu-law decoder output has 14 bits, A-law 13 (G.711, tables 1 and 2); both are scaled by 2^15 after the usual shift to 16 bits. */
const FULL_SCALE = 32_768;

function muLawOf(byte: number): number {
  const u = ~byte & 0xff;
  const magnitude = (((u & 0x0f) << 3) + 0x84) << ((u & 0x70) >> 4);
  return (u & 0x80) !== 0 ? 0x84 - magnitude : magnitude - 0x84;
}

function aLawOf(byte: number): number {
  const a = byte ^ 0x55;
  const segment = (a & 0x70) >> 4;
  let magnitude = (a & 0x0f) << 4;
  if (segment === 0) magnitude += 8;
  else magnitude = (magnitude + 0x108) << (segment - 1);
  return (a & 0x80) !== 0 ? magnitude : -magnitude;
}

/** Sample of each byte. */
export const MU_LAW = Float32Array.from({ length: 256 }, (_, byte) => muLawOf(byte) / FULL_SCALE);
export const A_LAW = Float32Array.from({ length: 256 }, (_, byte) => aLawOf(byte) / FULL_SCALE);
