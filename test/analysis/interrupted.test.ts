/** An analysis that is stopped leaves nothing half made. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeRecording } from '../../simulator/analysis/analyze.js';
import { RECORDING } from '../../src/analysis/scene.js';
import { writeWav } from '../../src/media/wav.js';
import { energyDetector } from '../../src/vad/energy.js';
import { runManifest } from '../recording/fixtures.js';
import { bursts } from '../vad/support/synthetic.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-stopped-'));
  const user = bursts(6000, [{ from: 500, to: 2000 }]);
  await writeFile(join(folder, 'call.wav'), writeWav([user, bursts(6000, [{ from: 2500, to: 5000 }])], 48_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function analyzeUntil(out: string, step: 'reading' | 'listening'): Promise<unknown> {
  const abort = new AbortController();
  return analyzeRecording({
    path: join(folder, 'call.wav'),
    out,
    user: 0,
    agent: 1,
    agentName: 'agent',
    detector: energyDetector(),
    manifest: (made) => ({ ...runManifest(), transport: RECORDING, ...made }),
    signal: abort.signal,
    onProgress: (at) => {
      if (at === step) abort.abort(new Error('stopped by the user'));
    },
  });
}

it.each(['reading', 'listening'] as const)('while %s: the reason, and no folder', async (step) => {
  const out = join(folder, 'run');
  await expect(analyzeUntil(out, step)).rejects.toThrow('stopped by the user');
  expect(await readdir(folder)).toEqual(['call.wav']);
});

it('an empty folder that was there stays, and stays empty', async () => {
  const out = join(folder, 'given');
  await mkdir(out);
  await expect(analyzeUntil(out, 'listening')).rejects.toThrow('stopped by the user');
  expect(await readdir(out)).toEqual([]);
});
