/** Folders of labelled calls for tests of the command: the worked example of the source, with a recording. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPANION } from '../../src/calls/companion.js';
import { TABLES, type TableName } from '../../src/calls/model.js';
import { writeWav } from '../../src/media/wav.js';
import { EXAMPLE, type Texts } from '../calls/example.js';

/** Of the recordings, Hz. */
export const RATE = 8_000;

export interface FolderOptions {
  readonly texts?: Texts;
  readonly ms?: number;
  readonly channels?: number;
  readonly companion?: string;
}

export interface CallFolders {
  readonly root: string;
  /** The example, with a silent recording of 9,800 ms unless another length is asked for. */
  readonly folder: (options?: FolderOptions) => string;
  readonly file: (name: string, text: string) => string;
}

export function callFolders(): CallFolders {
  const root = mkdtempSync(join(tmpdir(), 'turnrig-calls-'));
  let made = 0;
  return {
    root,
    folder: ({ texts = EXAMPLE, ms = 9_800, channels = 2, companion } = {}) => {
      const dir = join(root, `calls-${(made += 1)}`);
      mkdirSync(dir);
      for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, TABLES[name as TableName]), text);
      const silence = Array.from({ length: channels }, () => new Float32Array((RATE * ms) / 1000));
      writeFileSync(join(dir, 'demo.wav'), writeWav(silence, RATE));
      writeFileSync(
        join(dir, COMPANION),
        companion ?? 'version: 1\ncalls:\n  demo: { recording: demo.wav, language: zh, points: vad_log }\n',
      );
      return dir;
    },
    file: (name, text) => {
      const path = join(root, name);
      writeFileSync(path, text);
      return path;
    },
  };
}
