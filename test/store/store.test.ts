import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { rigPos } from '../../src/time/position.js';
import { writeAtomic } from '../../simulator/store/atomic.js';
import { nodeFileSystem } from '../../simulator/store/file-system.js';
import { resumeState } from '../../simulator/store/resume.js';
import type { RunStore } from '../../simulator/store/run-store.js';
import { createRun, openRun, reopenRun } from '../../simulator/store/run-store.js';
import { SessionWriter } from '../../simulator/store/session-writer.js';
import { end, planned, runManifest, track } from '../recording/fixtures.js';
import { smallDisk } from './memory-fs.js';

let dir: string;
let open: RunStore[] = [];
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'turnrig-store-')), 'run');
});
afterEach(async () => {
  for (const store of open) await store.close();
  open = [];
  await rm(join(dir, '..'), { recursive: true, force: true });
});
async function create(...args: Parameters<typeof createRun> | []): Promise<RunStore> {
  const store = args.length === 0 ? await createRun(dir, runManifest()) : await createRun(...args);
  open.push(store);
  return store;
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const sha256 = (clip: Float32Array): string =>
  createHash('sha256')
    .update(Buffer.from(Int16Array.from(clip, (x) => x * 32_768).buffer))
    .digest('hex');
const start = (attempt = 's0000-a1') => ({ attempt, session: planned(), startedAt: '2026-11-30T00:00:00Z' });
const packet = (i: number): MediaPacket => ({
  arrival: rigPos(i * 480),
  ssrc: 1,
  seq: i,
  time: i * 480,
  marker: false,
  recovered: false,
  payload: Uint8Array.from({ length: 960 }, (_, k) => (i + k) & 0xff),
});
const opened = { type: 'session-opened', seq: 0, at: rigPos(0) } as const;

describe('a run folder', () => {
  it('gives back a session as it was written', async () => {
    const store = await create();
    const writer = await store.openSession(start());
    await writer.zero(123n);
    writer.track(track());
    writer.event(opened);
    writer.command({ type: 'wake', at: rigPos(9) });
    for (let i = 0; i < 300; i++) writer.packet('a0', packet(i));
    await writer.end(end());
    const reader = await openRun(dir);
    expect(reader.manifest).toEqual(runManifest());
    const [info] = await all(reader.sessions());
    expect(info).toMatchObject({ attempt: 's0000-a1', problem: '', manifest: { zeroNs: '123', session: planned() } });
    expect(info?.end).toEqual(end());
    const session = reader.session('s0000-a1');
    expect((await session.timeline()).lines).toEqual([
      { kind: 'event', ...opened },
      { kind: 'command', after: 0, command: { type: 'wake', at: 9 } },
    ]);
    expect(await session.tracks()).toEqual(['a0']);
    const file = await session.packets('a0');
    expect(file).toMatchObject({ ending: 'whole', track: track() });
    expect(file?.packets).toEqual(Array.from({ length: 300 }, (_, i) => ({ ...packet(i), payload: packet(i).payload })));
    expect(reader.scene(planned())?.id).toBe('hello');
    expect(reader.scene({ suite: 'other', scene: 'hello' })).toBeUndefined();
  });

  it('keeps a clip once, bit by bit, and only under its own hash', async () => {
    const store = await create();
    const samples = Float32Array.from([0, 0.5, -0.25, 0.125]);
    const s16 = Buffer.from(Int16Array.from(samples, (x) => x * 32_768).buffer);
    const hash = createHash('sha256').update(s16).digest('hex');
    await store.putClip(hash, samples);
    await store.putClip(hash, samples);
    expect(await store.reader().clip(hash)).toEqual(samples);
    await expect(store.putClip('b'.repeat(64), samples)).rejects.toMatchObject({ code: 'internal' });
    await expect(store.reader().clip('c'.repeat(64))).rejects.toThrow(/missing/);
    await expect(store.reader().clip('../../etc/passwd')).rejects.toMatchObject({ code: 'run-folder' });
  });

  it('refuses a second run, a second writer of one attempt, and a track that was not announced', async () => {
    const store = await create();
    const writer = await store.openSession(start());
    await expect(store.openSession(start())).rejects.toThrow(/already in/);
    expect(() => writer.packet('a9', packet(0))).toThrow(RangeError);
    await writer.abandon();
    await store.close();
    await expect(createRun(dir, runManifest())).rejects.toThrow(/already holds a run/);
    // The refusal has given the lock back.
    open.push(await reopenRun(dir));
  });

  it('writes end.json last: while it is missing the attempt is cut off, and readable', async () => {
    const store = await create();
    const writer = await store.openSession(start());
    writer.track(track());
    writer.event(opened);
    writer.packet('a0', packet(0));
    await writer.flush();
    const info = await store.reader().info('s0000-a1');
    expect(info).toMatchObject({ end: undefined, problem: '' });
    expect((await store.reader().session('s0000-a1').packets('a0'))?.packets).toHaveLength(1);
    await writer.abandon();
    expect((await store.reader().info('s0000-a1')).end).toBeUndefined();
    // What comes after the end is late, and is not written.
    writer.event({ ...opened, seq: 1 });
    writer.packet('a0', packet(1));
    expect((await store.reader().session('s0000-a1').timeline()).events).toHaveLength(1);
  });
});

describe('a full disk', () => {
  it('is told once and by `end`; what was written before stays readable', async () => {
    await create();
    const disk = smallDisk(40_000);
    const failures: TurnrigError[] = [];
    const writer = await SessionWriter.open(dir, start(), { fs: disk, onFailure: (f) => failures.push(f) });
    writer.track(track());
    writer.event(opened);
    await writer.flush();
    for (let i = 0; i < 200; i++) {
      writer.packet('a0', packet(i));
      await writer.flush();
    }
    await expect(writer.end(end())).rejects.toMatchObject({ code: 'store', message: expect.stringMatching(/disk is full/) as string });
    expect(failures).toHaveLength(1);
    expect(writer.failure).toBe(failures[0]);
    const reader = await openRun(dir);
    expect(await reader.info('s0000-a1')).toMatchObject({ end: undefined, problem: '' });
    const file = await reader.session('s0000-a1').packets('a0');
    expect(file?.ending).toBe('cut');
    expect(file?.packets.length).toBeGreaterThan(30);
    expect(file?.packets).toEqual(Array.from({ length: file?.packets.length ?? 0 }, (_, i) => packet(i)));
  });

  it('leaves the old file where an atomic write does not fit', async () => {
    await mkdir(dir, { recursive: true });
    const path = join(dir, 'x.json');
    await writeAtomic(nodeFileSystem, path, 'old');
    await expect(writeAtomic(smallDisk(2), path, 'new and longer')).rejects.toMatchObject({ code: 'store' });
    expect(await readFile(path, 'utf8')).toBe('old');
    await writeAtomic(nodeFileSystem, path, 'newer');
    expect(await readFile(path, 'utf8')).toBe('newer');
    expect(await readdir(dir)).toEqual(['x.json']);
  });

  it('says so when not even the manifest fits', async () => {
    await expect(createRun(dir, runManifest(), smallDisk(300))).rejects.toMatchObject({ code: 'store' });
    await expect(openRun(dir)).rejects.toThrow(/not a run folder/);
  });

  it('is no run before its clips are there, and can then be made again', async () => {
    const clip = Float32Array.from({ length: 4800 }, (_, i) => (i % 100) / 32_768);
    const clips = new Map([[sha256(clip), clip]]);
    // Room for the clips' lock and a half of the clip.
    await expect(createRun(dir, runManifest(), smallDisk(5000), clips)).rejects.toMatchObject({
      code: 'store',
      hint: expect.stringMatching(/start the run again/) as string,
    });
    await expect(openRun(dir)).rejects.toThrow(/not a run folder/);
    const store = await create(dir, runManifest(), nodeFileSystem, clips);
    expect(await store.reader().clip(sha256(clip))).toEqual(clip);
  });

  it('does not pass off a damaged clip as what was played', async () => {
    const clip = Float32Array.from({ length: 480 }, (_, i) => i / 32_768);
    const store = await create(dir, runManifest(), nodeFileSystem, new Map([[sha256(clip), clip]]));
    const path = join(dir, 'clips', `${sha256(clip)}.wav`);
    const bytes = await readFile(path);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(store.reader().clip(sha256(clip))).rejects.toThrow(/is damaged: it is not what was played/);
  });

  it('says in words that a file is in the way', async () => {
    await writeFile(join(dir, '..', 'file'), '');
    for (const path of [join(dir, '..', 'file'), join(dir, '..', 'file', 'run')])
      await expect(createRun(path, runManifest())).rejects.toThrow(/a file lies where its folder should be/);
  });
});

describe('the lock', () => {
  it('keeps a second writer out until the first one is done', async () => {
    const store = await create();
    await expect(reopenRun(dir)).rejects.toThrow(/another turnrig is writing/);
    await store.close();
    open = [await reopenRun(dir)];
  });
});

describe('resume', () => {
  it('counts whole attempts only; cut-off and spoiled ones are done again and kept', async () => {
    const plan = ['a', 'b', 'c', 'd'].map((id) => planned({ id }));
    const store = await create(dir, runManifest({ plan }));
    const attempt = async (index: number, n: number, reason: 'complete' | 'rig-trouble' | 'stopped' | 'agent-absent' | 'cut') => {
      const session = plan[index]!;
      const writer = await store.openSession({ attempt: `s000${index}-a${n}`, session, startedAt: '' });
      await (reason === 'cut' ? writer.abandon() : writer.end(end({ reason })));
    };
    await attempt(0, 1, 'cut');
    await attempt(0, 2, 'complete');
    await attempt(0, 3, 'complete');
    await attempt(1, 1, 'agent-absent');
    await attempt(2, 1, 'stopped');
    await attempt(2, 3, 'rig-trouble');
    await mkdir(join(dir, 'sessions', 's0003-a1'));
    const state = await resumeState(store.reader());
    expect(Object.fromEntries(state)).toEqual({
      0: { attempts: 3, settled: true, counted: 's0000-a2', spoiled: [], cutOff: ['s0000-a1'] },
      1: { attempts: 1, settled: true, counted: 's0001-a1', spoiled: [], cutOff: [] },
      2: { attempts: 3, settled: false, counted: 's0002-a3', spoiled: ['s0002-a3'], cutOff: [] },
      3: { attempts: 1, settled: false, counted: undefined, spoiled: [], cutOff: ['s0003-a1'] },
    });
  });
});

describe('kill -9', () => {
  it('loses no whole record that had been flushed, and the attempt can be made again', async () => {
    await (await create()).close();
    open = [];
    const store = await reopenRun(dir);
    open.push(store);
    const writer = await store.openSession(start());
    writer.track(track());
    for (let i = 0; i < 20; i++) writer.packet('a0', packet(i));
    writer.event(opened);
    await writer.flush();
    // A kill in the middle of a write leaves a prefix of it.
    const folder = join(dir, 'sessions', 's0000-a1');
    const whole = await readFile(join(folder, 'tracks', 'a0.pkt'));
    await writeFile(join(folder, 'tracks', 'a0.pkt'), whole.subarray(0, whole.length - 100));
    const log = await readFile(join(folder, 'timeline.jsonl'), 'utf8');
    await writeFile(join(folder, 'timeline.jsonl'), `${log}{"kind":"event","ty`);
    const session = store.reader().session('s0000-a1');
    expect((await session.packets('a0'))?.packets).toHaveLength(19);
    expect(await session.timeline()).toMatchObject({ ending: 'cut', events: [opened] });
    await writer.abandon();
    const again = await store.openSession(start('s0000-a2'));
    await again.end(end());
    expect((await resumeState(store.reader())).get(0)).toMatchObject({ settled: true, counted: 's0000-a2', cutOff: ['s0000-a1'] });
  });
});

describe('a hostile run folder', () => {
  it.each([
    ['an empty folder', {}, /not a run folder/],
    ['a manifest that is no JSON', { 'run.json': 'x' }, /not JSON/],
    ['another program’s manifest', { 'run.json': '{"version":1}' }, /not the manifest/],
  ])('%s is one clear message', async (_what, files, message) => {
    await mkdir(dir, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
    await expect(openRun(dir)).rejects.toThrow(message);
    await expect(openRun(dir)).rejects.toBeInstanceOf(TurnrigError);
  });

  it('damaged attempts are told one by one and spoil no other', async () => {
    const store = await create();
    const good = await store.openSession(start());
    await good.end(end());
    const sessions = join(dir, 'sessions');
    const { mkdir: make } = await import('node:fs/promises');
    await make(join(sessions, 's0001-a1', 'tracks'), { recursive: true });
    await writeFile(join(sessions, 's0001-a1', 'session.json'), '{"format":"turnrig-session","version":1}');
    await make(join(sessions, 's0002-a1', 'end.json'), { recursive: true });
    await make(join(sessions, '.hidden'));
    await writeFile(join(sessions, 'a file'), '');
    await writeFile(join(sessions, 's0001-a1', 'tracks', 'a0.pkt'), 'no packets');
    const infos = await all(store.reader().sessions());
    expect(infos.map((info) => [info.attempt, info.problem !== '', info.end !== undefined])).toEqual([
      ['a file', true, false],
      ['s0000-a1', false, true],
      ['s0001-a1', true, false],
      ['s0002-a1', false, false],
    ]);
    await expect(store.reader().session('s0001-a1').packets('a0')).rejects.toMatchObject({ code: 'run-folder' });
  });

  it('lists s2 before s10', async () => {
    const store = await create();
    for (const attempt of ['s10-a1', 's2-a1', 's2-a10', 's2-a9']) await (await store.openSession(start(attempt))).abandon();
    expect(await store.reader().attempts()).toEqual(['s2-a1', 's2-a9', 's2-a10', 's10-a1']);
  });
});
