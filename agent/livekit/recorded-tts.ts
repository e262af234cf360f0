/** Recorded lines as a `Tts`: what was recorded is played, everything else is spoken by another engine. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TurnrigError } from '../../src/error.js';
import { readAudio } from '../../src/media/audio-file.js';
import type { RenderedSpeech, Tts } from '../../src/speech/tts.js';

/** @param lines file of each recorded text, relative to the folder. */
export function recordedTts(folder: string, lines: ReadonlyMap<string, string>, otherwise: Tts): Tts {
  return {
    name: `recorded+${otherwise.name}`,
    async render(text: string, voice: string, language: string): Promise<RenderedSpeech> {
      const file = lines.get(text.trim());
      if (file === undefined) return otherwise.render(text, voice, language);
      const { rate, channels } = await readAudio(await readFile(join(folder, file)), file);
      const samples = channels[0];
      if (samples === undefined) throw new TurnrigError('audio', `${file} holds no audio`);
      return { rate, samples };
    },
  };
}

/** scenarios/clips/agent of this package, both from the sources and from dist/. @throws TurnrigError `missing`. */
export function agentClips(): string {
  const candidates = ['../../scenarios/clips/agent', '../../../scenarios/clips/agent'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const folder = candidates.find((path) => existsSync(path));
  if (folder === undefined)
    throw new TurnrigError('missing', 'the recorded answers of the agent presets (scenarios/clips/agent) are not there', {
      hint: 'Install turnrig again.',
    });
  return folder;
}
