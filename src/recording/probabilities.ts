/**
 * A detector's output as it is stored, `derived/vad-<track>.bin`: scoring again costs no model and gives the same bytes (design.md, rule 3).
 *
 *   "TRPR"  u16 version  u32 n  n bytes JSON {model, modelHash, audio}  u32 count  count times u16 (probability x 1000)  u32 CRC-32
 *
 * Little endian. It is a cache: whatever does not match in full is made anew, never repaired.
 */
import { crc32 } from 'node:zlib';

export const PROBABILITIES_VERSION = 1;
const MAGIC = [0x54, 0x52, 0x50, 0x52] as const;
const FIXED = 10;

/** What the probabilities were made with, and of. */
export interface ProbabilitiesKey {
  readonly model: string;
  readonly modelHash: string;
  /** A hash of the decoded samples: another decoder or placement makes other audio. */
  readonly audio: string;
}

export function encodeProbabilities(key: ProbabilitiesKey, probabilities: Uint16Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify([key.model, key.modelHash, key.audio]));
  const start = FIXED + json.length + 4;
  const bytes = new Uint8Array(start + 2 * probabilities.length + 4);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint16(4, PROBABILITIES_VERSION, true);
  view.setUint32(6, json.length, true);
  bytes.set(json, FIXED);
  view.setUint32(start - 4, probabilities.length, true);
  for (const [i, value] of probabilities.entries()) view.setUint16(start + 2 * i, value, true);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

/** @returns undefined for anything but whole probabilities of just this model and audio. */
export function decodeProbabilities(file: Uint8Array, key: ProbabilitiesKey): Uint16Array | undefined {
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const expected = encodeProbabilities(key, new Uint16Array(0));
  const start = expected.length - 4;
  if (bytes.length < expected.length) return undefined;
  // Everything before the count must be the same, byte for byte.
  for (let i = 0; i < start - 4; i++) if (bytes[i] !== expected[i]) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(start - 4, true);
  if (bytes.length !== start + 2 * count + 4) return undefined;
  if (view.getUint32(bytes.length - 4, true) !== crc32(bytes.subarray(0, -4))) return undefined;
  return Uint16Array.from({ length: count }, (_, i) => view.getUint16(start + 2 * i, true));
}
