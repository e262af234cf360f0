/** A thread that plays files of pairs until there are no more (bench/selective.ts). */
import { parentPort } from 'node:worker_threads';
import type { MadePair } from '../../src/generate/index.js';
import { messageOf } from '../../src/error.js';
import { playFile, type PlayedFile } from './file.js';
import type { Way } from './play.js';

export type FromWorker = { readonly played: PlayedFile } | { readonly failed: string };

export interface ToWorker {
  readonly pairs: readonly MadePair[];
  readonly by: Way;
}

parentPort?.on('message', ({ pairs, by }: ToWorker) => {
  playFile(pairs, by).then(
    (played) => parentPort?.postMessage({ played } satisfies FromWorker),
    (error: unknown) => parentPort?.postMessage({ failed: messageOf(error) } satisfies FromWorker),
  );
});
