/**
 * Ogg Opus as a stream (RFC 7845). Pre-skip, output gain and the end trimming of the last granule position are honoured, so that the first and
 * the last sample are those that the encoder was given.
 */
import { OpusDecoder } from 'opus-decoder';
import { TurnrigError } from '../../error.js';
import { SAMPLE_RATE } from '../../time/position.js';
import { opusSamples } from '../opus.js';
import { broken, MOST_CHANNELS, type AudioBlock } from './block.js';
import type { ByteReader } from './byte-reader.js';
import { oggPackets } from './ogg.js';

/** Bytes of OpusHead before its mapping table (RFC 7845, section 5.1). */
const HEAD = 19;
/** The wasm decoder takes 256 kbit/s over 120 ms and stream at most; a longer packet would overrun its input. */
const MOST_BYTES_A_STREAM = 3840;

interface Head {
  readonly channels: number;
  readonly preSkip: number;
  readonly gain: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: number[];
}

/** @throws TurnrigError `audio` when the stream is damaged or cut off, `missing` when the decoder does not start. */
export async function* streamOggOpus(reader: ByteReader, name: string): AsyncGenerator<AudioBlock> {
  let head: Head | undefined;
  let tags = false;
  let decoder: OpusDecoder | undefined;
  let decoded = 0;
  let given = 0;
  let origin: number | undefined;
  let announced: number | undefined;
  try {
    for await (const { packet, granule, end } of oggPackets(reader, name)) {
      if (head === undefined || decoder === undefined) {
        head = readHead(packet, name);
        decoder = await makeDecoder(head);
        continue;
      }
      if (!tags) {
        tags = true;
        continue;
      }
      if (packet.length > MOST_BYTES_A_STREAM * head.streams || (head.streams === 1 && opusSamples(packet) === undefined))
        throw broken(name, 'an Ogg Opus file', 'a packet is no Opus');
      const { channelData, samplesDecoded, errors } = decoder.decodeFrame(packet);
      if (errors.length > 0) throw broken(name, 'an Ogg Opus file', errors[0]?.message ?? 'a packet does not decode');
      const from = decoded;
      decoded += samplesDecoded;
      // A stream that was cut out of a longer one counts on from there: its first audio page tells from where (RFC 7845, section 4.3).
      if (granule !== undefined) origin ??= Math.max(0, Number(granule) - decoded);
      if (end !== undefined) announced = Number(end) - (origin ?? 0);
      // What was decoded lies at [from, decoded), pre-skip counted; the stream may end before the packets of its last page do (section 4.4).
      const first = Math.max(from, Math.min(head.preSkip, decoded)) - from;
      const length = Math.min(decoded, announced ?? decoded) - from - first;
      if (length <= 0) continue;
      given += length;
      const { gain } = head;
      yield { rate: SAMPLE_RATE, channels: channelData.map((one) => one.slice(first, first + length).map((x) => x * gain)) };
    }
    if (given === 0) throw broken(name, 'an Ogg Opus file', 'it holds no audio packet');
    // Audio with gaps would move every edge after them.
    if (announced !== undefined && announced > decoded)
      throw broken(name, 'an Ogg Opus file', `samples are missing: ${announced} announced, ${decoded} there`);
    if (announced !== undefined && head !== undefined && announced < head.preSkip + given)
      throw broken(name, 'an Ogg Opus file', `it ends at sample ${announced}, before what its pages hold`);
  } finally {
    decoder?.free();
  }
}

function readHead(packet: Uint8Array, name: string): Head {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length);
  if (packet.length < HEAD) throw broken(name, 'an Ogg Opus file', 'its header is cut off');
  const channels = view.getUint8(9);
  const family = view.getUint8(18);
  const gain = 10 ** (view.getInt16(16, true) / 256 / 20);
  const preSkip = view.getUint16(10, true);
  if (family === 0 && channels >= 1 && channels <= 2)
    return { channels, preSkip, gain, streams: 1, coupled: channels - 1, mapping: channels === 2 ? [0, 1] : [0] };
  const mapped = family !== 0 && channels >= 1 && channels <= MOST_CHANNELS && packet.length >= HEAD + 2 + channels;
  const [streams, coupled] = mapped ? [view.getUint8(HEAD), view.getUint8(HEAD + 1)] : [0, 0];
  const mapping = [...packet.subarray(HEAD + 2, HEAD + 2 + channels)];
  // Section 5.1.1; 255 is a channel of silence.
  if (streams === 0 || coupled > streams || mapping.some((one) => one !== 255 && one >= streams + coupled))
    throw broken(name, 'an Ogg Opus file', `its header names ${channels} channels in a way that is not known`);
  return { channels, preSkip, gain, streams, coupled, mapping };
}

async function makeDecoder(head: Head): Promise<OpusDecoder> {
  const decoder = new OpusDecoder({
    channels: head.channels,
    streamCount: head.streams,
    coupledStreamCount: head.coupled,
    channelMappingTable: head.mapping,
    preSkip: 0,
  });
  try {
    await decoder.ready;
  } catch (cause) {
    throw new TurnrigError('missing', 'the Opus decoder did not start', {
      hint: 'Run npm ci again; Node 20.19 or newer is needed.',
      cause,
    });
  }
  return decoder;
}
