/** A sample of the recordings with known truth through `analyze`, turns found and turns given. `npm run verify` runs the whole set. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compare, type Compared } from '../../bench/recordings/compare.js';
import { analyzeFile } from '../../bench/recordings/play.js';
import { trueScenes, turnsOf } from '../../bench/recordings/set.js';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { sileroDetector } from '../../src/vad/silero.js';

const FOLDER = process.env['TURNRIG_RECORDINGS'] ?? fileURLToPath(new URL('../vectors/recordings', import.meta.url));
/** Of every family's values, ms; the families' own limits are held by the whole set. */
const WITHIN_MS = 15;

describe('analyze', () => {
  let detector: SpeechDetector;
  beforeAll(async () => {
    detector = await sileroDetector();
  });

  const right = ({ wrong, onset, stop }: Compared): void => {
    expect(wrong).toBeUndefined();
    for (const error of [onset, stop]) expect(Math.abs(error?.ms ?? 0)).toBeLessThan(WITHIN_MS);
  };
  it.each(trueScenes(FOLDER).map((scene) => [scene.id, scene] as const))('%s: as a person judges it', async (_, scene) => {
    const path = join(FOLDER, scene.audio);
    right(compare(scene, (await analyzeFile(path, { detector })).rows));
    right(compare(scene, (await analyzeFile(path, { detector, turns: turnsOf(scene) })).rows));
  });
});
