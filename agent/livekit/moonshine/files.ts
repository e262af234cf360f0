/** Where Moonshine's model files lie on this machine. They are not part of turnrig: 28 MB. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { TurnrigError } from '../../../src/error.js';

/** Folder with the two files below, for those who have them elsewhere. */
export const MOONSHINE_ENV = 'TURNRIG_MOONSHINE';

export const MOONSHINE_PACKAGE = '@moonshine-ai/moonshine-js@0.1.29';
const PACKAGE_NAME = '@moonshine-ai/moonshine-js';
const PACKAGE_FOLDER = 'model/tiny/quantized';

export interface MoonshineFiles {
  readonly encoder: string;
  readonly decoder: string;
}

function filesIn(folder: string): MoonshineFiles {
  return { encoder: join(folder, 'encoder_model.onnx'), decoder: join(folder, 'decoder_model_merged.onnx') };
}

/** The model files: in the folder that the environment names, else in the npm package. @throws TurnrigError `missing`. */
export function moonshineFiles(env: Readonly<Record<string, string | undefined>> = process.env): MoonshineFiles {
  const named = env[MOONSHINE_ENV];
  const folder = named === undefined || named === '' ? packageFolder() : named;
  const files = folder === undefined ? undefined : filesIn(folder);
  if (files !== undefined && existsSync(files.encoder) && existsSync(files.decoder)) return files;
  throw new TurnrigError('missing', `the model files of Moonshine tiny are not ${folder === undefined ? 'installed' : `in ${folder}`}`, {
    hint:
      `Run \`npm pack ${MOONSHINE_PACKAGE}\`, unpack it and set ${MOONSHINE_ENV} to its folder package/dist/${PACKAGE_FOLDER} ` +
      '(in a clone of turnrig `npm ci` brings them).',
  });
}

/** Looked for as a folder: the package exports its browser bundle only, so that `require.resolve` refuses its files. */
function packageFolder(): string | undefined {
  const roots = createRequire(import.meta.url).resolve.paths(PACKAGE_NAME) ?? [];
  return roots.map((root) => join(root, PACKAGE_NAME, 'dist', PACKAGE_FOLDER)).find((folder) => existsSync(folder));
}
