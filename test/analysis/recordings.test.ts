/** A sample of the recordings with known truth through `analyze`, turns found on the user's channel. `npm run verify` runs the whole set. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SpeechDetector } from '../../src/vad/detector.js';
import { sileroDetector } from '../../src/vad/silero.js';
import { analyzed } from './support/analyzed.js';

const FOLDER = process.env['TURNRIG_RECORDINGS'] ?? fileURLToPath(new URL('../vectors/recordings', import.meta.url));
interface Scene {
  readonly id: string;
  readonly audio: string;
  readonly kind: string;
  readonly truth: { readonly should_pass: boolean; readonly response_delay_ms?: number | null; readonly stop_ms?: number | null };
}
const { scenes } = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as { scenes: Scene[] };

describe('analyze, turns found', () => {
  let detector: SpeechDetector;
  beforeAll(async () => {
    detector = await sileroDetector();
  });
  it.each(scenes.map((scene) => [scene.id, scene] as const))('%s: the verdict of a person, and its time within 15 ms', async (_, scene) => {
    const { rows } = await analyzed(join(FOLDER, scene.audio), detector);
    const [row] = rows;
    expect(
      rows.every((one) => one.verdict === 'pass'),
      JSON.stringify(rows),
    ).toBe(scene.truth.should_pass);
    const truth = scene.kind === 'stop' ? scene.truth.stop_ms : scene.truth.response_delay_ms;
    const value = scene.kind === 'stop' ? row?.stop : row?.responseDelay;
    if (typeof truth === 'number' && scene.truth.should_pass)
      expect(Math.abs((value?.ms ?? Infinity) - truth), JSON.stringify(row)).toBeLessThan(15);
  });
});
