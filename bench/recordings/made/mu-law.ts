/** A WAV file in G.711 mu-law, as telephony keeps its recordings. */
const TAG = 7;
const BIAS = 0x84;
const CLIP = 32_635;

/** @param channels full scale 1, of one length. */
export function muLawWav(channels: readonly Float32Array[], rate: number): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const size = frames * channels.length;
  const bytes = new Uint8Array(46 + size);
  const view = new DataView(bytes.buffer);
  const text = (at: number, what: string): void => {
    for (let i = 0; i < what.length; i++) view.setUint8(at + i, what.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, 38 + size, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 18, true);
  view.setUint16(20, TAG, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels.length, true);
  view.setUint16(32, channels.length, true);
  view.setUint16(34, 8, true);
  text(38, 'data');
  view.setUint32(42, size, true);
  for (let i = 0, at = 46; i < frames; i++) for (const channel of channels) view.setUint8(at++, encode(channel[i] ?? 0));
  return bytes;
}

/** One sample (ITU-T G.711, table 2a). */
export function encode(sample: number): number {
  const value = Math.round(sample * 32_768);
  const sign = value < 0 ? 0x80 : 0;
  const magnitude = Math.min(CLIP, Math.abs(value)) + BIAS;
  const exponent = 31 - Math.clz32(magnitude >> 7);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}
