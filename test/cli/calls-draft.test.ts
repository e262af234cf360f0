/** `turnrig calls draft` as a user runs it: the built binary on recordings of a disk. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import { noStack, start } from './turnrig.js';

vi.setConfig({ testTimeout: 240_000 });

const CUTOFF = fileURLToPath(new URL('../vectors/recordings/H1_false_cutoff-002.flac', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'turnrig-draft-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const turnrig = (...args: string[]) => start(['calls', ...args], { cwd: root }).done;

describe('calls draft', () => {
  it('makes a folder that is valid and that no score counts', async () => {
    mkdirSync(join(root, 'recordings'));
    writeFileSync(join(root, 'recordings', 'call 7.flac'), readFileSync(CUTOFF));
    const ran = await turnrig('draft', join('recordings', 'call 7.flac'), '--out', 'drafts', '--language', 'en', '--json');
    expect(ran.err).toBe('');
    expect(ran.code).toBe(0);
    const made = JSON.parse(ran.out) as { calls: { callId: string; recording: string; turns: number; spans: number; points: number }[] };
    expect(made).toMatchObject({ out: 'drafts', calls: [{ callId: 'call 7', recording: '../recordings/call 7.flac', turns: 1 }] });
    expect(made.calls[0]!.spans).toBeGreaterThan(1);
    expect(made.calls[0]!.points).toBe(made.calls[0]!.spans);
    expect(readdirSync(join(root, 'drafts')).sort()).toEqual([
      'asr_history.csv',
      'calls.yaml',
      'eot_labels.csv',
      'silence_spans.csv',
      'user_turns.csv',
    ]);
    expect(readFileSync(join(root, 'drafts', 'calls.yaml'), 'utf8')).toContain('points: vad_draft');
    const valid = await turnrig('validate', 'drafts', '--json');
    expect(valid.code).toBe(0);
    expect(JSON.parse(valid.out)).toMatchObject({ ok: true, recordings: 1, problems: [], warnings: [] });
    // Not one of its points counts, and why is said.
    const points = (JSON.parse((await turnrig('points', 'drafts', '--json')).out) as { points: { decisionMs: number }[] }).points;
    writeFileSync(
      join(root, 'predictions.jsonl'),
      points.map(({ decisionMs }) => `${JSON.stringify({ call_id: 'call 7', decision_ms: decisionMs, score: 0.9 })}\n`).join(''),
    );
    const scored = await turnrig('points', 'drafts', '--predictions', 'predictions.jsonl');
    expect(scored.code).toBe(3);
    expect(scored.out).toContain(`excluded ${points.length}: draft point`);
    const spans = await turnrig('spans', 'drafts', '--predictions', 'predictions.jsonl');
    expect(spans.code).toBe(3);
    expect(spans.out).toContain(`excluded ${points.length}: turn is draft`);
    const exported = await turnrig('export', 'drafts', '--out', 'dataset');
    expect(exported.code).toBe(3);
    expect(exported.out).toContain('excluded 1: turn is draft');
    expect(existsSync(join(root, 'dataset'))).toBe(false);
  });

  it('leaves nothing behind when a recording is none, and says one thing of each', async () => {
    const { rate, channels } = await readAudio(readFileSync(CUTOFF), CUTOFF);
    const [user] = channels as [Float32Array, Float32Array];
    const silence = new Float32Array(user.length);
    writeFileSync(join(root, 'mono.wav'), writeWav([user], rate));
    writeFileSync(join(root, 'silent.wav'), writeWav([silence, silence], rate));
    writeFileSync(join(root, 'short.wav'), writeWav([user.subarray(0, 1_000), user.subarray(0, 1_000)], rate));
    writeFileSync(join(root, 'empty.wav'), '');
    for (const [args, told] of [
      [['nowhere.wav'], 'there is no file'],
      [['mono.wav'], 'is mono'],
      [['silent.wav'], 'silent on both channels'],
      [['short.wav'], 'too short'],
      [['empty.wav'], 'is empty'],
      [['mono.wav', '--user', '1'], 'same channel'],
      [['mono.wav', '--user', 'left'], 'a whole number from 0 to 31'],
      [['mono.wav', '--language', 'English!'], 'a code such as zh'],
    ] as const) {
      const ran = await turnrig('draft', ...args, '--out', 'none');
      expect(ran.code).toBe(2);
      expect(ran.err).toContain(told);
      noStack(ran);
      expect(readdirSync(root).filter((name) => name.startsWith('none'))).toEqual([]);
    }
    const there = await turnrig('draft', CUTOFF, '--out', 'recordings');
    expect(there).toMatchObject({ code: 2, out: '' });
    expect(there.err).toContain('recordings is there already');
    expect((await turnrig('draft', CUTOFF, '--out', ' ')).err).toContain('--out is empty');
  });
});
