/** FLAC, native and in Ogg (RFC 9639), by libFLAC in WebAssembly. */
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { TurnrigError, messageOf } from '../error.js';
import type { AudioFile } from './wav.js';

/** Bytes of "fLaC", the metadata block header and STREAMINFO. */
const STREAMINFO_END = 4 + 4 + 34;

/**
 * Zeros after the file's end. The decoder's parser takes a short last frame for unfinished when nothing follows it, and drops it
 * without an error (@wasm-audio-decoders/flac 0.2.11).
 */
const PADDING = 4096;

/** The number of samples a channel that STREAMINFO announces (36 bits; RFC 9639, section 8.2); undefined when it does not know or lies in Ogg. */
function announcedSamples(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== 0x66 || bytes.length < STREAMINFO_END) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const total = (view.getUint8(21) & 0x0f) * 2 ** 32 + view.getUint32(22);
  return total === 0 ? undefined : total;
}

let quiet = false;

/** The decoder prints what it reports as an error all the same; a user gets one message, ours. */
function silenceDecoder(): void {
  if (quiet) return;
  quiet = true;
  /* eslint-disable rings/directions -- nothing is printed here: a library's own printing is stopped */
  const print = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    if (typeof parts[0] !== 'string' || !parts[0].startsWith('@wasm-audio-decoders/flac')) print(...parts);
  };
  /* eslint-enable rings/directions */
}

/** @throws TurnrigError 'audio' when the stream does not decode whole: audio with gaps would move every edge after them. */
export async function readFlac(bytes: Uint8Array, name: string): Promise<AudioFile> {
  silenceDecoder();
  const decoder = new FLACDecoder();
  try {
    await decoder.ready;
    const padded = new Uint8Array(bytes.length + PADDING);
    padded.set(bytes);
    const decoded = await decoder.decodeFile(padded);
    const announced = announcedSamples(bytes);
    const [error] = decoded.errors;
    if (error !== undefined) throw new Error(error.message);
    if (decoded.channelData.length === 0) throw new Error('it holds no audio frame');
    if (announced !== undefined && decoded.samplesDecoded !== announced)
      throw new Error(`it is cut off: ${announced} samples announced, ${decoded.samplesDecoded} there`);
    return { rate: decoded.sampleRate, channels: decoded.channelData };
  } catch (cause) {
    throw new TurnrigError('audio', `${name} is not a FLAC file that can be read: ${messageOf(cause)}`, {
      hint: 'Encode the file anew, or give it as WAV.',
      cause,
    });
  } finally {
    decoder.free();
  }
}
