/**
 * FLAC as a stream, native and in Ogg (RFC 9639), frame by frame in bounded memory. In TypeScript, so that a file of hours need not be handed
 * to a decoder whole; checksums of frames are kept, so that damage is told and not heard.
 */
import type { TurnrigError } from '../../error.js';
import { broken, GREATEST_RATE, LEAST_RATE, type AudioBlock } from './block.js';
import type { ByteReader } from './byte-reader.js';
import { FlacError } from './flac-bits.js';
import { decodeFrame, type StreamInfo } from './flac-frame.js';
import { oggPackets } from './ogg.js';

/** No frame is longer: 65,535 samples of 8 channels at 32 bits, stored verbatim, with its header. Read so far ahead, a frame is whole or cut off. */
const LONGEST_FRAME = 65_535 * 8 * 4 + 64;
/** ... of an ordinary file: 2 channels of 24 bits. */
const USUAL_FRAME = 1 << 17;
const STREAMINFO = 34;

const bad = (name: string, what: string): TurnrigError => broken(name, 'a FLAC file', what, 'Encode the file anew, or give it as WAV.');

/** @throws TurnrigError `audio` when the stream is damaged, or shorter than it announces: audio with gaps would move every edge after them. */
export async function* streamFlac(reader: ByteReader, name: string): AsyncGenerator<AudioBlock> {
  reader.take(4);
  const info = await metadata(reader, name);
  let decoded = 0;
  for (;;) {
    const ahead = info.longestFrame > 0 ? info.longestFrame + 16 : USUAL_FRAME;
    if ((await reader.fill(ahead)) === 0) break;
    // What follows the last sample that was announced (tags of other formats) is no audio.
    if (info.total > 0 && decoded >= info.total) break;
    const frame = await frameAt(reader, info, name);
    decoded += frame.channels[0]?.length ?? 0;
    yield { rate: frame.rate, channels: frame.channels };
  }
  if (info.total > 0 && decoded !== info.total) throw bad(name, `it is cut off: ${info.total} samples announced, ${decoded} there`);
}

async function frameAt(reader: ByteReader, info: StreamInfo, name: string): ReturnType<typeof decodeOne> {
  try {
    return await decodeOne(reader, info);
  } catch (cause) {
    if (cause instanceof FlacError) throw bad(name, `${cause.message} at byte ${reader.offset}`);
    throw cause;
  }
}

async function decodeOne(reader: ByteReader, info: StreamInfo): Promise<ReturnType<typeof decodeFrame>> {
  let frame: ReturnType<typeof decodeFrame>;
  try {
    frame = decodeFrame(reader.held, info);
  } catch (cause) {
    const before = reader.held.length;
    // Longer than usual, or cut off.
    if (!(cause instanceof FlacError) || (await reader.fill(LONGEST_FRAME)) === before) throw cause;
    frame = decodeFrame(reader.held, info);
  }
  reader.take(frame.bytes);
  return frame;
}

async function metadata(reader: ByteReader, name: string): Promise<StreamInfo> {
  let info: StreamInfo | undefined;
  for (;;) {
    if ((await reader.fill(4)) < 4) throw bad(name, 'it is cut off in its metadata');
    const head = reader.take(4);
    const [kind = 0, a = 0, b = 0, c = 0] = head;
    const size = (a << 16) | (b << 8) | c;
    if ((kind & 0x7f) === 0) {
      if (size < STREAMINFO || (await reader.fill(size)) < size) throw bad(name, 'its stream info is cut off');
      info = streamInfo(reader.take(size), name);
    } else if ((await reader.skip(size)) < size) throw bad(name, 'it is cut off in its metadata');
    if ((kind & 0x80) !== 0) break;
  }
  if (info === undefined) throw bad(name, 'it has no stream info');
  return info;
}

function streamInfo(bytes: Uint8Array, name: string): StreamInfo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const packed = view.getUint32(10);
  const rate = packed >>> 12;
  if (rate < LEAST_RATE || rate > GREATEST_RATE) throw bad(name, `a sample rate of ${rate} Hz`);
  return {
    rate,
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
    longestFrame: (view.getUint16(7) << 8) | view.getUint8(9),
    total: (packed & 15) * 2 ** 32 + view.getUint32(14),
  };
}

/** FLAC in Ogg: the first packet carries the stream info, the next ones metadata, then each is a frame (RFC 9639, section 10.1). */
export async function* streamOggFlac(reader: ByteReader, name: string): AsyncGenerator<AudioBlock> {
  let info: StreamInfo | undefined;
  let headers = 0;
  let decoded = 0;
  for await (const { packet } of oggPackets(reader, name)) {
    if (info === undefined) {
      if (packet.length < 13 + 4 + STREAMINFO) throw bad(name, 'its first packet is too short');
      info = streamInfo(packet.subarray(17), name);
      headers = new DataView(packet.buffer, packet.byteOffset).getUint16(7);
    } else if (packet[0] === 0xff) {
      try {
        const frame = decodeFrame(packet, info);
        decoded += frame.channels[0]?.length ?? 0;
        yield { rate: frame.rate, channels: frame.channels };
      } catch (cause) {
        if (cause instanceof FlacError) throw bad(name, cause.message);
        throw cause;
      }
    } else if (headers > 0) headers--;
  }
  if (info !== undefined && info.total > 0 && decoded < info.total)
    throw bad(name, `it is cut off: ${info.total} samples announced, ${decoded} there`);
}
