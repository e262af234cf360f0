/** The embedded ASR: Moonshine tiny (MIT) on onnxruntime, English only, on the CPU at about a tenth of real time. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { moonshineFiles, type MoonshineFiles } from '../../agent/livekit/moonshine/files.js';
import { Moonshine } from '../../agent/livekit/moonshine/model.js';
import { TurnrigError } from '../../src/error.js';
import { ASR_RATE, type Asr } from '../../src/speech/asr.js';
import { ortMessage } from '../../src/vad/ort-message.js';
import { cutAtPauses } from './pauses.js';

/** Loaded with the first sound that is to be heard. @throws TurnrigError `missing` when its model files are not on this machine. */
export async function moonshineAsr(files: MoonshineFiles = moonshineFiles()): Promise<Asr> {
  const hash = createHash('sha256');
  for (const path of [files.encoder, files.decoder]) hash.update(await readFile(path));
  let model: Promise<Moonshine> | undefined;
  return {
    name: 'moonshine-tiny',
    version: hash.digest('hex'),
    async transcribe(samples, language) {
      if (!/^en(-|$)/i.test(language))
        throw new TurnrigError('input', `moonshine hears English only, not "${language}"`, {
          hint: 'Name a server with --asr MODEL --asr-url URL, or a program with --asr-cmd.',
        });
      model ??= Moonshine.load(files).catch((cause: unknown) => {
        throw new TurnrigError('missing', `the model of moonshine cannot be loaded: ${ortMessage(cause)}`, {
          hint: 'Are its files whole? `turnrig doctor` tells what is missing.',
          cause,
        });
      });
      const loaded = await model;
      const texts: string[] = [];
      for (const piece of cutAtPauses(samples, ASR_RATE)) {
        const text = await loaded.transcribe(Float32Array.from(piece, (x) => x / 32_768));
        if (text !== '') texts.push(text);
      }
      return texts.join(' ');
    },
  };
}
