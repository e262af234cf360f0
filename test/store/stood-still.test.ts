import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rigPos } from '../../src/time/position.js';
import { resumeState } from '../../simulator/store/resume.js';
import { createRun, type RunStore } from '../../simulator/store/run-store.js';
import { endStoodStill } from '../../simulator/store/stood-still.js';
import { end, planned, runManifest, track } from '../recording/fixtures.js';

let dir: string;
let store: RunStore;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'turnrig-still-')), 'run');
  store = await createRun(dir, runManifest());
});
afterEach(async () => {
  await store.close();
  await rm(join(dir, '..'), { recursive: true, force: true });
});

const start = { attempt: 's0000-a1', session: planned(), startedAt: '2026-11-30T00:00:00Z' };
const DETAIL = 'its media worker did not move for 30 s (leaving: the speakers)';

it('ends an attempt that was cut off with what is there of it, as spoiled by the rig', async () => {
  const writer = await store.openSession(start);
  writer.track(track());
  writer.event({ type: 'session-opened', seq: 0, at: rigPos(7) });
  for (let seq = 0; seq < 5; seq++)
    writer.packet('a0', { arrival: rigPos(seq), ssrc: 1, seq, time: seq, marker: false, recovered: false, payload: new Uint8Array(4) });
  await writer.abandon();
  const stood = await endStoodStill(store.reader(), 's0000-a1', DETAIL);
  expect(stood).toMatchObject({ reason: 'rig-trouble', detail: DETAIL, lastPos: 7, packets: { a0: 5 }, tracks: [track()] });
  const info = await store.reader().info('s0000-a1');
  expect(info).toMatchObject({ problem: '', end: { spoiled: { cause: 'trouble', detail: DETAIL } } });
  // Counted as spoiled where nothing better comes, and to be played again.
  expect((await resumeState(store.reader())).get(0)).toMatchObject({ settled: false, counted: 's0000-a1', spoiled: ['s0000-a1'] });
});

it('leaves an end that is there as it is', async () => {
  const writer = await store.openSession(start);
  writer.track(track());
  await writer.end(end());
  expect(await endStoodStill(store.reader(), 's0000-a1', DETAIL)).toEqual(end());
});

it('has nothing to keep of an attempt that never began', async () => {
  await expect(endStoodStill(store.reader(), 's0009-a1', DETAIL)).rejects.toMatchObject({ code: 'run-folder' });
});
