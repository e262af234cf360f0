/** What reading a scenario needs of the world. The shell's implementation is simulator/scenario-io.ts; tests use memory. */
import type { Tts } from '../speech/tts.js';
import type { VoiceFile } from './schema.js';

export interface ScenarioIo {
  /** @throws an error with code ENOENT, EISDIR or the like when the file cannot be read. */
  readFile(path: string): Promise<Uint8Array>;
  /** The path of `to` seen from the folder of `from`, itself a file; absolute paths stay. */
  resolve(from: string, to: string): string;
  /** Names of the files in a folder, for "did you mean"; empty when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The engine of a voice. @throws TurnrigError 'input' for an engine that is not known, 'missing' for one not installed. */
  tts(voice: VoiceFile): Tts | Promise<Tts>;
  /** Rendered lines by `speechCacheKey`: WAV bytes as the engine made them. */
  readonly cache: {
    get(key: string): Promise<Uint8Array | undefined>;
    put(key: string, bytes: Uint8Array): Promise<void>;
  };
}

/** Engines by name, for messages; `ScenarioIo.tts` knows how to start them. */
export const TTS_ENGINES = ['flite', 'openai'] as const;
