/** minimp3 (CC0) in WebAssembly (package minimp3-wasm, Apache-2.0) as a decoder of MP3 frames. Its own loader wants a browser; its code does not. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { TurnrigError } from '../../src/error.js';
import type { Mp3Frames } from '../../src/media/stream/mp3.js';
import { wasm, type WasmMemory } from '../speech/wasm.js';

type Call = (...args: readonly number[]) => number;

/** More than any batch of frames lasts, seconds: all of it is decoded. */
const ALL = 1e9;

/** @throws TurnrigError `missing` when the decoder is not installed. */
export async function mp3Frames(): Promise<Mp3Frames> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('minimp3-wasm/dist/decoder.opt.wasm')).catch((cause: unknown) => {
    throw new TurnrigError('missing', 'the MP3 decoder is not installed', {
      hint: 'Run npm ci again, or give the recording as WAV or FLAC.',
      cause,
    });
  });
  const { exports } = new wasm.Instance(new wasm.Module(bytes), {});
  const memory = exports['memory'] as WasmMemory;
  const call = (name: string): Call => exports[name] as Call;
  const [setSize, offset, decode] = [call('decoder_set_mp3_data_size'), call('decoder_mp3_data_offset'), call('decoder_decode')];
  const [pcmOffset, pcmSize] = [call('decoder_pcm_data_offset'), call('decoder_pcm_data_size')];
  call('decoder_init')();
  return {
    decode(frames) {
      setSize(frames.length);
      new Uint8Array(memory.buffer, offset(), frames.length).set(frames);
      decode(ALL);
      return new Int16Array(memory.buffer, pcmOffset(), pcmSize() / 2);
    },
  };
}
