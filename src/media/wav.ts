/**
 * RIFF/WAVE, written (Microsoft "Multimedia Programming Interface and Data Specifications 1.0"): integer PCM of 16 bits and IEEE float of 32.
 * stream/wav.ts reads it.
 */

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;

/**
 * Writes a WAV file: `s16` (default; rounded, clipped at full scale) or `f32`. What was read from s16 is written bit by bit the same.
 *
 * @throws RangeError when there is no channel or the channels differ in length.
 */
export function writeWav(channels: readonly Float32Array[], rate: number, coding: 's16' | 'f32' = 's16'): Uint8Array {
  const [first] = channels;
  if (first === undefined || channels.some((c) => c.length !== first.length))
    throw new RangeError('a WAV file needs at least one channel, and channels of one length');
  const step = coding === 's16' ? 2 : 4;
  const block = step * channels.length;
  const size = first.length * block;
  const bytes = new Uint8Array(44 + size + (size & 1));
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  tag(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, coding === 's16' ? FORMAT_PCM : FORMAT_FLOAT, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * block, true);
  view.setUint16(32, block, true);
  view.setUint16(34, step * 8, true);
  tag(36, 'data');
  view.setUint32(40, size, true);
  channels.forEach((samples, c) => {
    for (let i = 0, at = 44 + c * step; i < samples.length; i++, at += block) {
      const x = samples[i] as number;
      if (coding === 'f32') view.setFloat32(at, x, true);
      else view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(x * 32_768))), true);
    }
  });
  return bytes;
}
