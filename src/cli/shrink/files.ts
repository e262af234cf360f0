/** The result's folder: scenario.yaml with its clips, shrink.json, index.html. Written whole or not at all, file by file; the scenario last but one. */
import { join } from 'node:path';
import { writeAtomic } from '../../../simulator/store/atomic.js';
import { nodeFileSystem } from '../../../simulator/store/file-system.js';
import { scenarioIo } from '../../../simulator/scenario-io.js';
import { TurnrigError } from '../../error.js';
import { loadSuite } from '../../scenario/index.js';
import { writeWav } from '../../media/wav.js';
import type { Built } from '../../shrink/document.js';
import { shrinkPage, type PageSound } from '../../shrink/page.js';
import type { ShrinkDocument } from '../../shrink/result.js';
import { SAMPLE_RATE } from '../../time/position.js';

export const SCENARIO_FILE = 'scenario.yaml';

/** @throws TurnrigError `store`; `internal` where what was written is not what was played. */
export async function writeResult(
  out: string,
  document: ShrinkDocument,
  built: Built | undefined,
  sounds: readonly PageSound[],
): Promise<void> {
  const write = (name: string, bytes: Uint8Array | string): Promise<void> => writeAtomic(nodeFileSystem, join(out, name), bytes);
  if (built !== undefined) {
    for (const [name, samples] of built.clips) await write(join('clips', name), writeWav([samples], SAMPLE_RATE));
    await write(SCENARIO_FILE, built.yaml);
    const loaded = await loadSuite(join(out, SCENARIO_FILE), scenarioIo());
    if ('problems' in loaded) throw new TurnrigError('internal', `the result is no scenario: ${loaded.problems[0]?.message ?? ''}`);
  }
  await write('shrink.json', `${JSON.stringify(document, undefined, 2)}\n`);
  await write(
    'index.html',
    shrinkPage(document, sounds, built?.yaml, (bytes) => Buffer.from(bytes).toString('base64')),
  );
}
