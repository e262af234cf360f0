/**
 * Ogg Opus (RFC 7845). The pre-skip and the end trimming of the last page's granule position are honoured, so that the first and the last
 * sample are those that the encoder was given.
 */
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { TurnrigError, messageOf } from '../error.js';
import { SAMPLE_RATE } from '../time/position.js';
import type { AudioFile } from './wav.js';

/** @throws TurnrigError 'audio' when the stream does not decode whole. */
export async function readOggOpus(bytes: Uint8Array, name: string): Promise<AudioFile> {
  const decoder = new OggOpusDecoder();
  try {
    const length = playedLength(bytes);
    await decoder.ready;
    const decoded = await decoder.decodeFile(bytes);
    const [error] = decoded.errors;
    if (error !== undefined) throw new Error(error.message);
    if (decoded.channelData.length === 0) throw new Error('it holds no audio packet');
    if (decoded.samplesDecoded < length) throw new Error(`${length} samples announced, ${decoded.samplesDecoded} there`);
    // The library leaves the pre-skip out at the start and forgets it at the end.
    return { rate: SAMPLE_RATE, channels: decoded.channelData.map((samples) => samples.slice(0, length)) };
  } catch (cause) {
    throw new TurnrigError('audio', `${name} is not an Ogg Opus file that can be read: ${messageOf(cause)}`, {
      hint: 'Encode the file anew, or give it as WAV.',
      cause,
    });
  } finally {
    decoder.free();
  }
}

const PAGE_HEADER = 27;
const BEGIN_OF_STREAM = 0x02;
const END_OF_STREAM = 0x04;
/** Offset of the pre-skip in the first page: page header, one lacing value, and ten bytes of OpusHead (RFC 7845, section 5.1). */
const PRE_SKIP_AT = PAGE_HEADER + 1 + 10;

/** Samples between pre-skip and the last granule position (RFC 7845, section 4); walks the pages (RFC 3533, section 6). */
function playedLength(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let flags = 0;
  let granule = 0n;
  let streams = 0;
  let at = 0;
  while (at + PAGE_HEADER <= bytes.length) {
    if (view.getUint32(at) !== 0x4f676753) throw new Error(`no Ogg page where one should start, at byte ${at}`);
    flags = view.getUint8(at + 5);
    granule = view.getBigInt64(at + 6, true);
    if ((flags & BEGIN_OF_STREAM) !== 0 && ++streams > 1) throw new Error('it holds more than one stream');
    const table = bytes.subarray(at + PAGE_HEADER, at + PAGE_HEADER + view.getUint8(at + 26));
    at += PAGE_HEADER + table.length + table.reduce((sum, size) => sum + size, 0);
  }
  if (at !== bytes.length || (flags & END_OF_STREAM) === 0) throw new Error('it is cut off: its last page does not end the stream');
  const length = Number(granule) - view.getUint16(PRE_SKIP_AT, true);
  if (length <= 0) throw new Error(`it ends at position ${granule}, before its first sample`);
  return length;
}
