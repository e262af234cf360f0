/** A cough while the agent's speech leaks into the user's channel, through `analyze`: a sound, and no barge-in. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../../bench/recordings/compare.js';
import { analyzeFile } from '../../bench/recordings/play.js';
import { trueScenes } from '../../bench/recordings/set.js';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import { sileroDetector } from '../../src/vad/silero.js';

const FOLDER = fileURLToPath(new URL('../vectors/recordings', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-cough-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('analyze', () => {
  // Agents that talk on: one that stops after a second and a half leaves too little of its leak to find it by.
  const coughs = trueScenes(FOLDER).filter(({ family }) => family.startsWith('K1'));
  it.each(coughs.map((scene) => [scene.id, scene] as const))(
    '%s: as a person judges it, over a leak of 24 dB with a room',
    async (_, scene) => {
      const { rate, channels } = await readAudio(await readFile(join(FOLDER, scene.audio)), scene.audio);
      const [user = new Float32Array(0), agent = new Float32Array(0)] = channels;
      const at = (ms: number, i: number): number => agent[i - Math.round((ms * rate) / 1000)] ?? 0;
      const heard = user.map((x, i) => x + 0.06 * at(70, i) - 0.025 * at(72.5, i) + 0.01 * at(79, i));
      const path = join(folder, `${scene.id}.wav`);
      await writeFile(path, writeWav([heard, agent], rate));
      const told = await analyzeFile(path, { detector: await sileroDetector() });
      expect(told.leaks.intoUser).toBeDefined();
      expect(compare(scene, told.rows).wrong).toBeUndefined();
    },
    120_000,
  );
});
