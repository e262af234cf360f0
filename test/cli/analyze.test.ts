/** `turnrig analyze` as a user runs it: the built binary, files on disk, right and wrong ones. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import { start } from './turnrig.js';

vi.setConfig({ testTimeout: 120_000 });

const VECTORS = fileURLToPath(new URL('../vectors/recordings/', import.meta.url));
const ANSWER = join(VECTORS, 'A1_clean-000.flac');
const CUTOFF = join(VECTORS, 'H1_false_cutoff-002.flac');
let folder = '';
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-analyze-cli-'));
  const { rate, channels } = await readAudio(await readFile(ANSWER), ANSWER);
  const [user, agent] = channels as [Float32Array, Float32Array];
  const silence = new Float32Array(user.length);
  const flac = await readFile(ANSWER);
  const files: Record<string, Uint8Array> = {
    'mono.wav': writeWav([user], rate),
    'user-silent.wav': writeWav([silence, agent], rate),
    'agent-silent.wav': writeWav([user, silence], rate),
    'silent.wav': writeWav([silence, silence], rate),
    'short.wav': writeWav([user.slice(9000, 13_000), agent.slice(9000, 13_000)], rate),
    'empty.wav': new Uint8Array(0),
    'no-samples.wav': writeWav([new Float32Array(0), new Float32Array(0)], rate),
    'cut.flac': flac.subarray(0, flac.length / 2),
    'cut.wav': writeWav([user, agent], rate).subarray(0, 100_000),
    'text.wav': new TextEncoder().encode('this is a text and no recording at all, whatever its name says'),
    'swapped.wav': writeWav([agent, user], rate),
    'full scale.wav': writeWav([user.map((x) => Math.max(-1, Math.min(1, 20 * x))), agent], rate),
    'turns.yaml': new TextEncoder().encode('version: 1\nturns:\n  - { start: 0.66863, end: 2.52862, expect: respond, id: ask }\n'),
    'wrong.yaml': new TextEncoder().encode(
      'version: 1\nturns:\n  - { start: 2, end: 1, expect: respond }\n  - { start: 900, end: 901, expect: listen }\n',
    ),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => start(['analyze', ...args], { cwd: folder }).done;
const out = (): string => join(folder, `run-${count++}`);

interface Json {
  readonly run: string;
  readonly report: string | null;
  readonly recording: Record<string, unknown>;
  readonly leaks: Record<string, unknown>;
  readonly notes: string[];
  readonly turns: Record<string, unknown>[];
  readonly gate: { readonly result: string; readonly exitCode: number };
}

describe('turnrig analyze', () => {
  it('makes a run folder with a report that score and report work on', async () => {
    const dir = out();
    const { code, out: printed, err } = await run(ANSWER, '--out', dir);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(printed).toMatch(/0\.66\d s {2}t1 +respond +pass +replied 16[5-8] ms after the turn's end/);
    expect((await readdir(dir)).sort()).toEqual(expect.arrayContaining(['report', 'run.json', 'sessions']));
    expect(await readFile(join(dir, 'report', 'index.html'), 'utf8')).toContain('A1_clean-000.flac');
    const scores = join(dir, 'sessions', 's0000-a1', 'derived', 'scores.json');
    const before = await readFile(scores);
    expect(await start(['score', dir]).done).toMatchObject({ code: 0 });
    expect((await readFile(scores)).equals(before)).toBe(true);
    expect(await start(['report', dir]).done).toMatchObject({ code: 0 });
  });

  it('prints one JSON object', async () => {
    const { code, out: printed } = await run(CUTOFF, '--out', out(), '--json', '--no-report');
    expect(code).toBe(1);
    const json = JSON.parse(printed) as Json;
    expect(json.report).toBeNull();
    expect(json.recording).toMatchObject({
      name: 'H1_false_cutoff-002.flac',
      container: 'FLAC',
      rate: 16_000,
      channels: 2,
      user: 0,
      agent: 1,
    });
    expect(json.leaks).toEqual({ intoAgent: null, intoUser: null });
    expect(json.gate.exitCode).toBe(1);
    expect(json.turns).toMatchObject([
      { turn: 't1', kind: 'respond', verdict: 'fail', falseCutoffs: [{ kind: 'reply', where: 'pause-1' }], stop: null },
    ]);
    expect(Object.keys(json.turns[0] ?? {})).toEqual([
      'turn',
      'kind',
      'noise',
      'startMs',
      'endMs',
      'plusMinusMs',
      'verdict',
      'reason',
      'responseDelay',
      'onset',
      'stop',
      'falseCutoffs',
      'bursts',
      'blips',
    ]);
  });

  it('takes turns that are given', async () => {
    const { code, out: printed } = await run(ANSWER, '--turns', 'turns.yaml', '--out', out(), '--json', '--no-report');
    expect(code).toBe(0);
    expect((JSON.parse(printed) as Json).turns).toMatchObject([{ turn: 'ask', startMs: 668.625, plusMinusMs: 5, verdict: 'pass' }]);
  });

  it('takes the channels that are named, and says that others look swapped', async () => {
    const right = await run('swapped.wav', '--user', '1', '--agent', '0', '--out', out(), '--json', '--no-report');
    expect((JSON.parse(right.out) as Json).turns).toMatchObject([{ kind: 'respond', verdict: 'pass' }]);
    const wrong = await run('swapped.wav', '--turns', 'turns.yaml', '--out', out(), '--json', '--no-report');
    expect((JSON.parse(wrong.out) as Json).notes.join()).toMatch(
      /the channels look swapped: the given turns are spoken on channel 1.*--user 1 --agent 0/,
    );
  });

  it('says that a channel is silent, or reaches full scale', async () => {
    const silent = await run('agent-silent.wav', '--out', out(), '--json', '--no-report');
    const json = JSON.parse(silent.out) as Json;
    expect(json.notes.join()).toMatch(/channel 1 \(agent\) is silent all through/);
    expect(json.turns.every(({ verdict }) => verdict !== 'pass')).toBe(true);
    const loud = await run('full scale.wav', '--out', out(), '--json', '--no-report');
    expect((JSON.parse(loud.out) as Json).notes.join()).toMatch(/channel 0 \(user\) reaches full scale in \d+ samples/);
  });

  it.each<[string, string[], RegExp]>([
    ['mono', ['mono.wav'], /mono\.wav is mono/],
    ['silence on both channels', ['silent.wav'], /silent on both channels/],
    ['a silent user', ['user-silent.wav'], /no turn of the user on channel 0.*silent/s],
    ['what is too short', ['short.wav'], /too short: 250 ms/],
    ['an empty file', ['empty.wav'], /empty\.wav is empty/],
    ['a file without a sample', ['no-samples.wav'], /not one sample/],
    ['a cut FLAC', ['cut.flac'], /cut\.flac is not a FLAC file.*cut off/],
    ['a cut WAV', ['cut.wav'], /cut\.wav is not a WAV file.*cut off/],
    ['text', ['text.wav'], /not audio that can be read/],
    ['a missing file', ['nothing.wav'], /there is no file nothing\.wav/],
    ['a folder', ['.'], /is a folder/],
    ['one channel for both', [ANSWER, '--user', '1'], /name the same channel, 1/],
    ['a channel that is not there', [ANSWER, '--agent', '4'], /has no channel 4: it has 2/],
    ['a channel that is no number', [ANSWER, '--user', 'left'], /a channel number from 0/],
    ['missing turns', [ANSWER, '--turns', 'none.yaml'], /turns file none\.yaml cannot be read/],
    ['an --out that is full', [ANSWER, '--out', '.'], /is not empty/],
  ])('refuses %s with exit code 2, one message and nothing left behind', async (_, args, message) => {
    const before = await readdir(folder);
    const ran = await run(...args, ...(args.includes('--out') ? [] : ['--out', join(folder, 'nowhere')]));
    expect(ran.err).toMatch(message);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.err).not.toMatch(/ at .*\.js:\d+/);
    expect(await readdir(folder)).toEqual(before);
  });

  it('tells all problems of a turns file at once', async () => {
    const { code, err } = await run(ANSWER, '--turns', 'wrong.yaml', '--out', out());
    expect(code).toBe(2);
    expect(err).toContain('the turns file has 4 problems');
    expect(err).toContain('wrong.yaml:3:22: end must lie after start');
    expect(err).toContain('wrong.yaml:4:14: the recording ends at');
    expect(err).toContain('wrong.yaml:4:37: expect must be one of respond, stop, ignore');
  });

  it('refuses a folder that cannot be made', async () => {
    const { code, out: printed, err } = await run(ANSWER, '--out', 'mono.wav/run');
    expect({ code, printed }).toEqual({ code: 3, printed: '' });
    expect(err).toMatch(/cannot write .*mono\.wav\/run: a file lies where its folder should be\n {2}use another folder/);
  });
});
