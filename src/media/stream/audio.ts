/** Audio files as streams: WAV, FLAC, Ogg Opus and MP3, told by what their bytes say and never by a name, decoded in bounded memory. */
import { TurnrigError } from '../../error.js';
import type { AudioBlock } from './block.js';
import { ByteReader } from './byte-reader.js';
import { streamFlac, streamOggFlac } from './flac.js';
import { looksLikeMp3, streamMp3, type Mp3Frames } from './mp3.js';
import { streamOggOpus } from './opus.js';
import { streamWav } from './wav.js';

export type { AudioBlock } from './block.js';

export type Container = 'WAV' | 'FLAC' | 'Ogg FLAC' | 'Ogg Opus' | 'MP3';

export interface AudioStream {
  readonly container: Container;
  /** Blocks of one rate and one number of channels, all finite, none empty. */
  readonly blocks: AsyncGenerator<AudioBlock>;
}

/** Offset of the first packet of an Ogg stream whose first page carries one segment, as those of Opus, FLAC and Vorbis do. */
const FIRST_OGG_PACKET = 28;
/** Bytes that tell a format. */
const MAGIC = 64;
const CONVERT = 'Convert it, for example: ffmpeg -i FILE recording.flac';

type Mp3Decoder = () => Promise<Mp3Frames>;

/**
 * @param name what the user calls the file; it stands in every error.
 * @param mp3 makes the decoder of MP3 frames when one is needed; without it MP3 is not read.
 * @throws TurnrigError `audio`; damage is told where it is met.
 */
export async function streamAudio(bytes: AsyncIterable<Uint8Array>, name: string, mp3?: Mp3Decoder): Promise<AudioStream> {
  const reader = new ByteReader(bytes);
  const readable = mp3 === undefined ? 'WAV, FLAC or Ogg Opus' : 'WAV, FLAC, Ogg Opus or MP3';
  if ((await reader.fill(MAGIC)) === 0) throw new TurnrigError('audio', `${name} is empty`, { hint: `Give a ${readable} file.` });
  const container = containerOf(reader.held);
  const blocks = container && open(container, reader, name, mp3);
  if (container === undefined || blocks === undefined) throw unknown(reader.held, name, readable);
  return { container, blocks: checked(blocks, name) };
}

function open(container: Container, reader: ByteReader, name: string, mp3?: Mp3Decoder): AsyncGenerator<AudioBlock> | undefined {
  switch (container) {
    case 'WAV':
      return streamWav(reader, name);
    case 'FLAC':
      return streamFlac(reader, name);
    case 'Ogg FLAC':
      return streamOggFlac(reader, name);
    case 'Ogg Opus':
      return streamOggOpus(reader, name);
    case 'MP3':
      return mp3 && streamMp3(reader, name, mp3);
  }
}

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  bytes.length >= at + text.length && Array.from(text).every((c, i) => bytes[at + i] === c.charCodeAt(0));

function containerOf(bytes: Uint8Array): Container | undefined {
  if ((startsWith(bytes, 'RIFF') || startsWith(bytes, 'RF64')) && startsWith(bytes, 'WAVE', 8)) return 'WAV';
  if (startsWith(bytes, 'fLaC')) return 'FLAC';
  if (startsWith(bytes, 'OggS')) {
    if (startsWith(bytes, 'OpusHead', FIRST_OGG_PACKET)) return 'Ogg Opus';
    return startsWith(bytes, '\x7fFLAC', FIRST_OGG_PACKET) ? 'Ogg FLAC' : undefined;
  }
  return looksLikeMp3(bytes) ? 'MP3' : undefined;
}

/** Formats that people have, and that are told by name. */
function unknown(bytes: Uint8Array, name: string, readable: string): TurnrigError {
  const known = [
    { is: startsWith(bytes, 'OggS') && startsWith(bytes, '\x01vorbis', FIRST_OGG_PACKET), what: 'Ogg Vorbis' },
    { is: startsWith(bytes, 'ftyp', 4), what: 'MP4 or M4A (AAC)' },
    { is: startsWith(bytes, '\x1aE\xdf\xa3'), what: 'WebM or Matroska' },
    { is: startsWith(bytes, 'FORM'), what: 'AIFF' },
    { is: startsWith(bytes, '.snd'), what: 'AU' },
    { is: looksLikeMp3(bytes), what: 'MP3' },
  ].find(({ is }) => is);
  if (known !== undefined)
    return new TurnrigError('audio', `${name} is ${known.what}, which is not read: expected ${readable}`, { hint: CONVERT });
  return new TurnrigError('audio', `${name} is not audio that can be read: expected a ${readable} file`, { hint: CONVERT });
}

async function* checked(blocks: AsyncGenerator<AudioBlock>, name: string): AsyncGenerator<AudioBlock> {
  let rate = 0;
  let count = 0;
  for await (const block of blocks) {
    if (rate === 0) [rate, count] = [block.rate, block.channels.length];
    if (block.rate !== rate || block.channels.length !== count)
      throw new TurnrigError('audio', `${name} changes its sample rate or its channels on the way`, { hint: CONVERT });
    if (!block.channels.every(isFinite))
      throw new TurnrigError('audio', `${name} holds samples that are no numbers (NaN or infinite)`, { hint: 'Encode the file anew.' });
    if ((block.channels[0]?.length ?? 0) > 0) yield block;
  }
  if (count === 0)
    throw new TurnrigError('audio', `${name} holds no audio: it has not one sample`, { hint: 'Give a file with audio in it.' });
}

/** Whether every sample is a number. A loop: a call for each sample costs as much as decoding it. */
function isFinite(samples: Float32Array): boolean {
  for (let i = 0; i < samples.length; i++) if (!Number.isFinite(samples[i])) return false;
  return true;
}
