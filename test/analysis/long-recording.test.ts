/** A recording that is too long for one page: its report comes in parts that each hold their own sound. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { analyzeRecording } from '../../simulator/analysis/analyze.js';
import { writeReport } from '../../simulator/reporting/write-report.js';
import { readScore, scoreRun } from '../../simulator/scoring/score-run.js';
import { openRun } from '../../simulator/store/run-store.js';
import { RECORDING } from '../../src/analysis/scene.js';
import { reportRun } from '../../src/cli/play/facts.js';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import type { ReportSession } from '../../src/report/model.js';
import { SAMPLE_RATE } from '../../src/time/position.js';
import { energyDetector } from '../../src/vad/energy.js';
import { runManifest } from '../recording/fixtures.js';
import { bursts } from '../vad/support/synthetic.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const SECONDS = 42;
const RATE = 8000;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-long-'));
  // Every 6 s a turn of 1.5 s and an answer 500 ms after it.
  const every = Array.from({ length: SECONDS / 6 }, (_, i) => 6000 * i);
  const thinned = (list: readonly { from: number; to: number }[], seed: number): Float32Array =>
    bursts(SECONDS * 1000, list, -75, seed).filter((_, i) => i % (48_000 / RATE) === 0);
  const user = thinned(
    every.map((at) => ({ from: at + 500, to: at + 2000 })),
    1,
  );
  const agent = thinned(
    every.map((at) => ({ from: at + 2500, to: at + 3900 })),
    2,
  );
  await writeFile(join(folder, 'long.wav'), writeWav([user, agent], RATE));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sessionOf = (page: string): ReportSession => {
  const [, json = ''] = /<script type="application\/json" class="session-data"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json) as ReportSession;
};

it('gives each part its page, its windows and its sound, and a page that leads to them', async () => {
  const detector = energyDetector();
  const out = join(folder, 'run');
  const manifest = { ...runManifest(), transport: RECORDING } as const;
  await analyzeRecording({
    path: join(folder, 'long.wav'),
    out,
    user: 0,
    agent: 1,
    agentName: 'agent',
    detector,
    manifest: (made) => ({ ...manifest, ...made }),
  });
  const reader = await openRun(out);
  const summary = await scoreRun(reader, { detector });
  await writeReport(reader, {
    run: reportRun(reader.manifest, summary, []),
    script: '',
    folder: join(out, 'report'),
    score: (attempt) => readScore(reader, attempt),
    pages: { longest: 20 * SAMPLE_RATE, part: 18 * SAMPLE_RATE },
  });
  const pages = join(out, 'report', 'sessions');
  expect((await readdir(pages)).sort()).toEqual(['001', '002', '003'].map((n) => `s0000-a1-part-${n}.html`).concat('s0000-a1.html'));
  const contents = await readFile(join(pages, 's0000-a1.html'), 'utf8');
  expect(contents).toContain('href="s0000-a1-part-001.html">00:00 to 00:18</a>');
  expect(contents).toContain('href="s0000-a1-part-003.html">00:36 to 00:42</a>');
  expect(await readFile(join(out, 'report', 'index.html'), 'utf8')).toContain('sessions/s0000-a1.html');
  const parts = await Promise.all(
    ['001', '002', '003'].map(async (n) => sessionOf(await readFile(join(pages, `s0000-a1-part-${n}.html`), 'utf8'))),
  );
  // Of each turn: whether it was answered, and whether the agent waited for its end.
  expect(parts.map(({ windows }) => windows.length)).toEqual([6, 6, 2]);
  expect(parts.map(({ turns }) => turns.length)).toEqual([3, 3, 1]);
  expect(parts.flatMap(({ windows }) => windows.map(({ verdict }) => verdict)).filter((verdict) => verdict === 'fail')).toEqual([]);
  for (const { span, lanes, audio } of parts) {
    expect(lanes.map(({ kind }) => kind)).toEqual(['human', 'agent']);
    for (const one of audio) {
      expect(one.start).toBe(span.from);
      const { rate, channels } = await readAudio(Buffer.from(one.base64, 'base64'), 'part.wav');
      expect(rate).toBe(8000);
      expect((channels[0]?.length ?? 0) / rate).toBeGreaterThanOrEqual((span.to - span.from) / SAMPLE_RATE);
    }
  }
});
