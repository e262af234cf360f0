/** The name of a clip: SHA-256 of its s16 samples (ClipRef.hash), without the WAV header that `writeWav` puts before them. */
import { createHash } from 'node:crypto';

const WAV_HEADER = 44;

/** @param wav a file of `writeWav`: one channel, 48 kHz. @returns hex. */
export function clipHash(wav: Uint8Array): string {
  return createHash('sha256').update(wav.subarray(WAV_HEADER)).digest('hex');
}
