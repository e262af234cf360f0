/** Redacted runs by property: whatever the names and words are, none of them is anywhere in the copy; sound is silence or the very bytes. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, type Wish } from '../../simulator/share/choose.js';
import { copyRun, filesOf } from '../../simulator/share/copy-run.js';
import { newFolder } from '../../simulator/share/new-folder.js';
import { readScore, readWords } from '../../simulator/scoring/score-run.js';
import { clipHash } from '../../simulator/store/clip-hash.js';
import type { RunReader } from '../../simulator/store/run-reader.js';
import { openRun } from '../../simulator/store/run-store.js';
import { decodePcm16 } from '../../src/media/pcm.js';
import { writeWav } from '../../src/media/wav.js';
import type { Removes } from '../../src/share/model.js';
import { at, CLIP, LENGTH, makeRun, OPUS, sampleAt } from './made-run.js';

// Each makes a run with 20 s of sound on two tracks, and reads every sample of it.
vi.setConfig({ testTimeout: 120_000 });

const ALL: Removes = { names: true, transcripts: true, audio: true, script: true };
const NO_TURNS: Wish = { sessions: [], audio: true, turns: [], failed: false };
const PLAIN = { name: (n: number) => `name${n}`, said: (n: number) => `word${n}` };

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turnrig-redact-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** The copy, opened where it lies once it is whole. */
async function redact(reader: RunReader, out: string, removes: Removes, wish: Partial<Wish> = {}) {
  const chosen = await choose(reader, { ...NO_TURNS, audio: removes.audio, ...wish });
  const { redaction } = await newFolder(out, (into) => copyRun({ reader, into, by: 'turnrig test', removes, chosen, whole: true }));
  return { reader: await openRun(out), redaction };
}

/** Every form in which a text may stand in a file: as it is, in JSON once and twice over, with all beyond ASCII escaped, in base64 at each place. */
function formsOf(text: string): Buffer[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const base64 = [0, 1, 2].map((lead) => {
    const bytes = Buffer.concat([Buffer.alloc(lead), Buffer.from(text)]);
    // Letters at the edges depend on what stands around.
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(lead === 0 ? 0 : lead + 1, -2);
  });
  const texts = [text, json, ascii, JSON.stringify(json).slice(1, -1), ...base64.filter((one) => one.length >= 8)];
  return [...texts.map((one) => Buffer.from(one, 'utf8')), Buffer.from(text, 'utf16le')];
}

/** Words that no file of turnrig has by itself. */
const word = fc
  .tuple(fc.constantFrom('Zq', 'Ж', '名', 'ß', '"<', "'&", 'é\\', '😀'), fc.string({ minLength: 6, maxLength: 12, unit: 'grapheme' }))
  .map(([head, rest]) => `${head}xq${rest.trim()}Kz`);

describe('a redacted run', () => {
  it('holds none of the names and words of its run, in no form, in no file and no file name', async () => {
    let k = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 2 }), async ([a = '', b = '']) => {
        const folder = join(dir, `p${k++}`);
        const reader = await makeRun(
          join(folder, 'run'),
          (n) => `${a}${n}`,
          (n) => `${b}${n}`,
        );
        const { reader: made } = await redact(reader, join(folder, 'new'), ALL, { failed: true });
        const before = await readFile(join(reader.dir, 'run.json'));
        for (const text of [a, b]) expect(before.includes(JSON.stringify(text).slice(1, -1))).toBe(true);
        const files = await filesOf(made.dir);
        expect(files.length).toBeGreaterThan(8);
        for (const path of files) {
          const bytes = Buffer.concat([Buffer.from(path.slice(made.dir.length)), await readFile(path)]);
          for (const text of [a, b])
            for (const form of formsOf(text)) expect(bytes.includes(form), `${path}: ${form.toString()}`).toBe(false);
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  it('keeps every number, and says P1, agent, t1 for whoever they were', async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    const { reader: made, redaction } = await redact(reader, join(dir, 'new'), ALL, { failed: true });
    const [before, after] = [await readScore(reader, 's0000-a1'), await readScore(made, 's0000-a1')];
    expect(after?.windows.map(({ id, value, verdict, window, evidence }) => ({ id, value, verdict, window, evidence }))).toEqual(
      before?.windows.map(({ id, value, verdict, window, evidence }, i) => ({
        id: id.replace(/^[^/]+/, `t${i + 1}`),
        value,
        verdict,
        window,
        evidence,
      })),
    );
    expect(after?.windows.map(({ flags, reason }) => ({ flags, reason }))).toEqual([
      { flags: ['near-miss', 'sound-removed'], reason: '812.5 ms ± 2.5 ms, limit 5000 ms' },
      { flags: ['near-miss'], reason: '812.5 ms ± 2.5 ms, limit 5000 ms' },
    ]);
    expect(after?.speech).toEqual(before?.speech);
    expect(made.manifest).toMatchObject({
      id: expect.stringMatching(/^redacted-[0-9a-f]{12}$/) as string,
      createdAt: '2026-11-30T00:00:00.000Z',
      platform: 'linux x64',
      server: 'livekit',
      agents: [{ name: 'agent', settings: {}, reported: {} }],
      redacted: { names: true, transcripts: true, audio: true },
      constants: { turnGapMs: 500 },
      plan: [{ id: 'suite-1/variant-1#1@agent' }],
    });
    // On the disk, where a turnrig that knows no redacted copies would read it: from version 4 on it refuses the folder.
    expect(JSON.parse(await readFile(join(made.dir, 'run.json'), 'utf8'))).toMatchObject({ version: 4 });
    expect(made.manifest.scenes[0]?.turns.map(({ id, speaker, text }) => ({ id, speaker, text }))).toEqual([
      { id: 't1', speaker: 'P1', text: '' },
      { id: 't2', speaker: 'P1', text: '' },
    ]);
    expect((await readWords(made))?.agents).toHaveLength((await readWords(reader))?.agents.length ?? 0);
    expect(redaction).toMatchObject({
      removed: ALL,
      marginMs: { before: 1000, after: 2000 },
      sessions: [{ attempt: 's0000-a1', turns: ['t2'], soundMs: [[11_000, 15_000]] }],
      counts: { windowsWithoutSound: 1, pcmSamplesKept: 2 * 4 * 48_000, pcmSamplesSilenced: 2 * (LENGTH - 4) * 48_000, clipsDropped: 1 },
    });
    // Words, agent's log, stored probabilities, notes of somebody.
    expect(redaction.counts.filesDropped).toBeGreaterThanOrEqual(4);
  });

  it('has digital silence outside of the kept turns and the very samples inside', async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    const turns = [reader.manifest.scenes[0]?.turns[0]?.id ?? ''];
    const { reader: made } = await redact(reader, join(dir, 'new'), ALL, { turns });
    for (const [which, id] of ['h0', 'a0'].entries()) {
      const file = await made.session('s0000-a1').packets(id);
      const sound = (file?.packets ?? []).flatMap(({ payload }) => [...decodePcm16(payload)]);
      expect(sound).toHaveLength(LENGTH * 48_000);
      // 1 s before the turn of 2 to 3 s; its window's evidence goes on to 5.8 s.
      const wrong = sound.findIndex((x, i) => x !== (i >= at(1) && i < at(5.8) ? sampleAt(i, which) / 32_768 : 0));
      expect(wrong).toBe(-1);
    }
    // Opus: the very packets, of nowhere else (3 ms: what placing leaves open), and all but those at the edges.
    const left = (await made.session('s0000-a1').packets('a1'))?.packets ?? [];
    const truths = new Map(OPUS.sent.map(({ packet, truth }) => [packet.seq, { packet, truth }]));
    const slack = 3 * 48;
    for (const packet of left) {
      const sent = truths.get(packet.seq);
      expect(Buffer.from(packet.payload).equals(Buffer.from(sent?.packet.payload ?? []))).toBe(true);
      expect(sent?.truth).toBeGreaterThan(at(1) - slack);
      expect(sent?.truth).toBeLessThan(at(5.8) - 960 + slack);
    }
    const inside = OPUS.sent.filter(({ truth }) => truth > at(1.05) && truth < at(5.75));
    expect(new Set(left.map(({ seq }) => seq))).toEqual(
      new Set([...left.map(({ seq }) => seq), ...inside.map(({ packet }) => packet.seq)]),
    );
    // The clip of the kept turn is there, and no other.
    expect(await readdir(join(made.dir, 'clips'))).toEqual([`${clipHash(writeWav([CLIP], 48_000))}.wav`]);
  });

  it('leaves what is not asked for as it is', async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    const { reader: made } = await redact(reader, join(dir, 'new'), { names: false, transcripts: false, audio: true, script: true });
    const agent = reader.manifest.agents[0]?.name;
    expect(made.manifest.agents[0]?.name).toBe(agent);
    expect(made.manifest.scenes[0]?.turns[0]?.text).toBe(reader.manifest.scenes[0]?.turns[0]?.text);
    expect((await readScore(made, 's0000-a1'))?.windows[0]?.reason).toBe((await readScore(reader, 's0000-a1'))?.windows[0]?.reason);
    // Nothing was kept: no sound at all, and no clip.
    for (const id of ['h0', 'a0'])
      expect((await made.session('s0000-a1').packets(id))?.packets.every(({ payload }) => payload.every((byte) => byte === 0))).toBe(true);
    expect(await made.session('s0000-a1').packets('a1')).toMatchObject({ packets: [], ending: 'whole' });
    await expect(readdir(join(made.dir, 'clips'))).rejects.toThrow('ENOENT');
  });

  it("leaves a scenario's own words where these are nobody's", async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    const { reader: made } = await redact(reader, join(dir, 'new'), { ...ALL, script: false });
    expect(made.manifest.scenes[0]?.title).toBe(reader.manifest.scenes[0]?.title);
    expect(made.manifest.scenes[0]?.turns[1]?.id).toBe(reader.manifest.scenes[0]?.turns[1]?.id);
    expect(made.manifest.agents[0]?.name).toBe('agent');
    const { events } = await made.session('s0000-a1').timeline();
    expect(events.flatMap((event) => (event.type === 'reported' ? [event.text] : []))).toEqual(
      Array.from({ length: 4 }, () => '[removed]'),
    );
  });

  it('is whole or not there: what breaks off leaves nothing, and nothing is written over', async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    const abort = new AbortController();
    const chosen = await choose(reader, NO_TURNS);
    const made = newFolder(join(dir, 'new'), (into) =>
      copyRun({
        reader,
        into,
        by: '',
        removes: ALL,
        chosen,
        whole: true,
        signal: abort.signal,
        onProgress: () => abort.abort(),
      }),
    );
    await expect(made).rejects.toThrow('aborted');
    expect(await readdir(dir)).toEqual(['run']);
    await redact(reader, join(dir, 'new'), ALL);
    await expect(redact(reader, join(dir, 'new'), ALL)).rejects.toThrow('is there already');
    expect((await readdir(dir)).sort()).toEqual(['new', 'run']);
  });

  it('tells a session and a turn that are not there', async () => {
    const reader = await makeRun(join(dir, 'run'), PLAIN.name, PLAIN.said);
    await expect(choose(reader, { ...NO_TURNS, sessions: ['s0001-a1'] })).rejects.toThrow('no session "s0001-a1" that counts');
    await expect(choose(reader, { ...NO_TURNS, turns: ['t99'] })).rejects.toThrow('no turn "t99" was played');
  });
});
