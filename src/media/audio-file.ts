/** Reads audio files by what their bytes say they are, never by their names. */
import { TurnrigError } from '../error.js';
import { readFlac } from './flac.js';
import { readOggOpus } from './ogg-read.js';
import { readWav, type AudioFile } from './wav.js';

export type { AudioFile } from './wav.js';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  bytes.length >= at + text.length && Array.from(text).every((c, i) => bytes[at + i] === c.charCodeAt(0));

/** Offset of the first packet of an Ogg stream whose first page carries one segment, as those of Opus and FLAC do. */
const FIRST_OGG_PACKET = 28;

/**
 * Decodes a WAV, FLAC or Ogg Opus file.
 *
 * @param name what the user calls the file; it stands in every error.
 * @returns channels of one length with at least one sample, all finite.
 * @throws TurnrigError 'audio' when the file is empty, damaged, of another kind, or holds no sample.
 */
export async function readAudio(bytes: Uint8Array, name: string): Promise<AudioFile> {
  const audio = await decode(bytes, name);
  const length = audio.channels[0]?.length ?? 0;
  if (length === 0)
    throw new TurnrigError('audio', `${name} holds no audio: it has not one sample`, { hint: 'Give a file with audio in it.' });
  if (audio.channels.some((samples) => !samples.every(Number.isFinite)))
    throw new TurnrigError('audio', `${name} holds samples that are no numbers (NaN or infinite)`, { hint: 'Encode the file anew.' });
  return audio;
}

function decode(bytes: Uint8Array, name: string): AudioFile | Promise<AudioFile> {
  if (bytes.length === 0) throw new TurnrigError('audio', `${name} is empty`, { hint: 'Give a WAV, FLAC or Ogg Opus file.' });
  if (startsWith(bytes, 'RIFF')) return readWav(bytes, name);
  if (startsWith(bytes, 'fLaC')) return readFlac(bytes, name);
  if (startsWith(bytes, 'OggS')) {
    if (startsWith(bytes, 'OpusHead', FIRST_OGG_PACKET)) return readOggOpus(bytes, name);
    if (startsWith(bytes, '\x7fFLAC', FIRST_OGG_PACKET)) return readFlac(bytes, name);
  }
  throw new TurnrigError('audio', `${name} is not audio that can be read: expected a WAV, FLAC or Ogg Opus file`, {
    hint: 'Convert it to WAV, FLAC or Ogg Opus.',
  });
}
