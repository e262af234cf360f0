/** The 44 bytes before the samples of a WAV of two channels, 48 kHz, 16 bits, and nothing else: no text in it. */
import { SAMPLE_RATE, type Samples } from '../time/position.js';

export function interleavedHeader(length: Samples): Uint8Array {
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const word = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, 36 + 4 * length, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, 4 * SAMPLE_RATE, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, 4 * length, true);
  return header;
}
