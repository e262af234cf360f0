/** A review of the example as the command sets it up, without the command: a server, its folder, and how to end it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPANION } from '../../src/calls/companion.js';
import { Texts as TextsOf } from '../../src/calls/history.js';
import { TABLES, type TableName } from '../../src/calls/model.js';
import { reviewItems } from '../../src/calls/review-items.js';
import { writeWav } from '../../src/media/wav.js';
import { CallSounds } from '../../simulator/calls/call-sounds.js';
import { readCallFolder } from '../../simulator/calls/folder.js';
import { ReviewDesk } from '../../simulator/calls/review-desk.js';
import { reviewPage } from '../../simulator/calls/review-page.js';
import { ReviewServer } from '../../simulator/calls/review-server.js';
import { ReviewStore } from '../../simulator/calls/review-store.js';
import type { FileSystem } from '../../simulator/store/file-system.js';
import { EXAMPLE, type Texts } from './example.js';

const RATE = 8_000;

/** The example with a sound in which every sample tells where it is; the agent's is the user's turned over. */
export function reviewedFolder(root: string, texts: Texts = EXAMPLE): string {
  const dir = mkdtempSync(join(root, 'calls-'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, TABLES[name as TableName]), text);
  const user = Float32Array.from({ length: (RATE * 9_800) / 1000 }, (_, i) => 0.5 * Math.sin(i / 50));
  writeFileSync(join(dir, 'demo.wav'), writeWav([user, user.map((x) => -x)], RATE));
  writeFileSync(join(dir, COMPANION), 'version: 1\ncalls: { demo: { recording: demo.wav, language: zh, points: vad_log } }\n');
  return dir;
}

export interface Sitting {
  readonly url: URL;
  readonly store: ReviewStore;
  readonly end: () => Promise<void>;
}

/** @param script of the page. */
export async function sit(
  dir: string,
  { annotator = 'anna', fs, script = '"page"' }: { annotator?: string; fs?: FileSystem; script?: string } = {},
): Promise<Sitting> {
  const read = await readCallFolder(dir);
  const store = await ReviewStore.open(read, reviewItems(read.tables, read.companion).items, annotator, fs);
  const sounds = new CallSounds(dir, read.companion.calls);
  const desk = new ReviewDesk({
    annotator,
    review: store.review,
    save: () => store.save(),
    texts: new TextsOf(read.tables),
    history: read.tables.history,
    lengthOf: (callId) => read.lengths.get(callId) ?? 0,
    sound: (callId, from, to) => sounds.slice(callId, from, to),
  });
  const server = await ReviewServer.listen(desk, reviewPage(script), 0);
  let open = true;
  const end = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await server.close();
    await sounds.close();
    await store.close();
  };
  return { url: new URL(server.url), store, end };
}
