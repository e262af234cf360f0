/** The whole set of recordings with known truth through `analyze`, turns found on the user's channel, against the limits of issue 4. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compare, type Compared } from '../../bench/recordings/compare.js';
import { figuresOf, unmet } from '../../bench/recordings/figures.js';
import { analyzeFile } from '../../bench/recordings/play.js';
import { trueScenes } from '../../bench/recordings/set.js';
import { sileroDetector } from '../../src/vad/silero.js';

const FOLDER = join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/recordings');

it('analyze, turns found: verdicts and times of 150 recordings within the limits', async () => {
  const scenes = trueScenes(FOLDER);
  expect(scenes).toHaveLength(150);
  const detector = await sileroDetector();
  const compared: Compared[] = [];
  for (const scene of scenes) compared.push(compare(scene, (await analyzeFile(join(FOLDER, scene.audio), { detector })).rows));
  expect(unmet(figuresOf(compared))).toEqual([]);
});
