/** `turnrig replay` by the built command, with reference agents in virtual time: what they do is known. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readAudio } from '../../src/media/audio-file.js';
import { writeWav } from '../../src/media/wav.js';
import { callFolders } from './call-folders.js';
import { start, type Ran } from './turnrig.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** One turn with a pause of 980 ms, into which the agent of the recording cuts (test/vectors/recordings). */
const CUTOFF = fileURLToPath(new URL('../vectors/recordings/H1_false_cutoff-002.flac', import.meta.url));
const BAD = 'bad=reference:premature=300';
const GOOD = 'good=reference:answer-after=1500';
const calls = callFolders();
let folder = '';
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-replay-cli-'));
  const { rate, channels } = await readAudio(await readFile(CUTOFF), CUTOFF);
  const [user, agent] = channels as [Float32Array, Float32Array];
  const silence = new Float32Array(user.length);
  const files: Record<string, Uint8Array> = {
    'mono.wav': writeWav([user], rate),
    'silent.wav': writeWav([silence, silence], rate),
    'user-silent.wav': writeWav([silence, agent], rate),
    'short.wav': writeWav([user.slice(0, 2000), agent.slice(0, 2000)], rate),
    'empty.wav': new Uint8Array(0),
    'no-samples.wav': writeWav([new Float32Array(0), new Float32Array(0)], rate),
    'text.wav': new TextEncoder().encode('this is a text and no recording at all'),
    'full scale.wav': writeWav([user.map((x) => Math.max(-1, Math.min(1, 30 * x))), agent], rate),
    'swapped.wav': writeWav([agent, user], rate),
    'cut.wav': writeWav([user.slice(0, 4 * rate), agent.slice(0, 4 * rate)], rate),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(calls.root, { recursive: true, force: true });
});

const out = (): string => join(folder, `run-${count++}`);
const replay = (...args: readonly string[]): Promise<Ran> => start(['replay', ...args], { cwd: folder }).done;

const rate = z.object({ count: z.number(), of: z.number(), low: z.number().nullable(), high: z.number().nullable() });
const document = z.object({
  run: z.string(),
  page: z.string(),
  scene: z.string(),
  report: z.string().nullable(),
  verdict: z.object({ result: z.string(), exitCode: z.number() }),
  call: z.object({ notes: z.array(z.string()), turns: z.array(z.object({ label: z.string(), holds: z.array(z.unknown()) })) }),
  agents: z.array(
    z.object({
      agent: z.string(),
      planned: z.number(),
      scored: z.number(),
      missing: z.number(),
      reproduced: rate,
      turns: z.array(z.object({ holds: z.array(rate), histogram: z.object({ binMs: z.number(), premature: z.array(z.number()) }) })),
      sessions: z.array(
        z.object({ state: z.string(), turns: z.array(z.object({ cuts: z.array(z.object({ clip: z.string().nullable() })) })) }),
      ),
    }),
  ),
  pair: z.object({ pairs: z.number(), onlyA: z.number(), onlyB: z.number(), more: z.number().nullable() }).nullable(),
  sequential: z.object({ agents: z.array(z.object({ agent: z.string(), looks: z.array(z.object({ decision: z.string() })) })) }).nullable(),
});
const stoppedDocument = z.object({
  agents: z.array(z.object({ planned: z.number(), scored: z.number(), rigInvalid: z.number(), missing: z.number() })),
});
const printed = (ran: Ran): z.infer<typeof document> => {
  expect(ran.out, ran.err).not.toBe('');
  return document.parse(JSON.parse(ran.out));
};

describe('a recorded call', () => {
  it('is reproduced by the agent that cuts in and not by the one that waits, block by block, with the sound of each cutoff', async () => {
    const dir = out();
    const ran = await replay(CUTOFF, '--memory', '--agent', BAD, '--agent', GOOD, '--repeat', '3', '--out', dir, '--json');
    const found = printed(ran);
    expect(ran.code).toBe(1);
    expect(found.verdict.result).toBe('reproduced');
    expect(found.agents.map(({ agent, reproduced }) => [agent, reproduced.count, reproduced.of])).toEqual([['bad', 3, 3], ['good', 0, 3]]); // prettier-ignore
    expect(found.pair).toMatchObject({ pairs: 3, onlyA: 3, onlyB: 0 });
    expect(found.call.turns).toHaveLength(1);
    const [turn] = found.agents[0]?.turns ?? [];
    expect(turn?.holds.map((hold) => [hold.count, hold.of])).toEqual([[3, 3]]);
    expect(turn?.histogram.premature.reduce((sum, n) => sum + n, 0)).toBe(3);
    const clips = found.agents.flatMap(({ sessions }) =>
      sessions.flatMap(({ turns }) => turns.flatMap(({ cuts }) => cuts.map(({ clip }) => clip ?? ''))),
    );
    expect(clips).toHaveLength(3);
    for (const clip of clips) {
      const { rate: hz, channels } = await readAudio(await readFile(join(dir, 'replay', clip)), clip);
      expect([hz, channels.length]).toEqual([16_000, 2]);
      // From one second before: the user has spoken by then, and the agent has not.
      const loud = (samples: Float32Array | undefined, from: number, to: number): boolean =>
        (samples ?? []).slice(from, to).some((x) => Math.abs(x) > 0.01);
      expect(loud(channels[0], 0, 12_000)).toBe(true);
      expect(loud(channels[1], 0, 15_000)).toBe(false);
      expect(loud(channels[1], 16_000, 32_000)).toBe(true);
    }
    expect(await readFile(found.page, 'utf8')).toContain('cutoffs/');
    expect((await readdir(folder)).filter((name) => name.startsWith('.replay-'))).toEqual([]);
  });

  it('is a scenario file that `turnrig run` plays as well', async () => {
    const { scene } = printed(await replay(CUTOFF, '--memory', '--agent', GOOD, '--repeat', '1', '--no-report', '--out', out(), '--json'));
    const ran = await start(['run', scene, '--memory', '--agent', BAD, '--no-report', '--out', out(), '--json'], { cwd: folder }).done;
    const { summary } = JSON.parse(ran.out) as { summary: { measures: { measure: string; tally: { fail: number } }[] } };
    expect(summary.measures.find(({ measure }) => measure === 'false-cutoff')?.tally.fail).toBe(1);
  });

  it('stops as soon as it is sure, and not before', async () => {
    const ran = await replay(CUTOFF, '--memory', '--agent', BAD, '--repeat', '40', '--until-sure', '0.3', '--concurrency', '1', '--no-report', '--out', out(), '--json'); // prettier-ignore
    const found = printed(ran);
    expect(ran.code).toBe(1);
    const looks = found.sequential?.agents[0]?.looks ?? [];
    expect(looks.at(-1)?.decision).toBe('above');
    expect(looks.slice(0, -1).every(({ decision }) => decision === 'undecided')).toBe(true);
    expect(found.agents[0]?.scored).toBe(looks.length);
    expect(looks.length).toBeLessThan(12);
    expect(found.agents[0]?.missing).toBe(40 - looks.length);
  });

  it('draws anew for each repeat, and the same for the same seed', async () => {
    const states = async (seed: string): Promise<string> => {
      const ran = await replay(CUTOFF, '--memory', '--agent', 'reference:premature=300,probability=0.5', '--repeat', '10', '--seed', seed, '--no-report', '--out', out(), '--json'); // prettier-ignore
      return (printed(ran).agents[0]?.sessions ?? []).map(({ state }) => state).join(' ');
    };
    const first = await states('1');
    expect(new Set(first.split(' '))).toEqual(new Set(['cut', 'held']));
    expect(await states('1')).toBe(first);
    expect(await states('2')).not.toBe(first);
  });

  it('is cut by its labels where there are any, with the labelled pause', async () => {
    const dir = calls.folder({ ms: 9_800 });
    // The silent recording of the folder gets a voice where the labels say that one is.
    const samples = Float32Array.from({ length: 8 * 9_800 }, (_, i) => {
      const ms = i / 8;
      const spoken = (ms >= 3000 && ms < 4400) || (ms >= 5600 && ms < 7100) || (ms >= 9000 && ms < 9250);
      return spoken ? 0.3 * Math.sin(i / 5) * Math.sin(i / 97) : 0;
    });
    await writeFile(join(dir, 'demo.wav'), writeWav([samples, new Float32Array(samples.length)], 8_000));
    const ran = await replay('--labels', dir, '--call', 'demo', '--memory', '--agent', BAD, '--repeat', '1', '--no-report', '--detector', 'energy', '--out', out(), '--json'); // prettier-ignore
    const found = printed(ran);
    expect(found.call.turns).toEqual([
      expect.objectContaining({ label: 'u001', holds: [{ fromMs: 1400, toMs: 2600 }] }),
      expect.objectContaining({ label: 'u002', holds: [] }),
    ]);
    expect(await readFile(found.scene, 'utf8')).toContain('text: 我明天下午');
    // Another file beside the labels is told of, and what it was compared by; the same bytes under another name are the recording.
    const bytes = await readFile(join(dir, 'demo.wav'));
    await writeFile(join(folder, 'copy.wav'), bytes);
    await writeFile(
      join(folder, 'other.wav'),
      bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte)),
    );
    const notes = async (file: string): Promise<string[]> =>
      printed(await replay(file, '--labels', dir, '--call', 'demo', '--memory', '--agent', BAD, '--repeat', '1', '--no-report', '--detector', 'energy', '--out', out(), '--json')).call.notes; // prettier-ignore
    expect((await notes('copy.wav')).join()).not.toContain('length alone');
    expect(await notes('other.wav')).toContain('that other.wav is the recording that was labelled was checked by its length alone: it is not byte for byte demo.wav, which calls.yaml names'); // prettier-ignore
  });

  it('goes on after a stop: what was played stays, and the rest is played', async () => {
    const dir = out();
    const running = start(['replay', CUTOFF, '--memory', '--agent', GOOD, '--repeat', '20', '--concurrency', '1', '--no-report', '--out', dir], { cwd: folder }); // prettier-ignore
    await expect
      .poll(async () => (await readdir(join(dir, 'sessions')).catch(() => [])).length, { timeout: 120_000, interval: 20 })
      .toBeGreaterThan(1);
    running.process.kill('SIGINT');
    const stopped = await running.done;
    expect(stopped.code, stopped.err).toBe(130);
    // What was stopped is neither scored nor the rig's fault: it is still to be played.
    const kept = stoppedDocument.parse(JSON.parse(await readFile(join(dir, 'replay', 'replay.json'), 'utf8'))).agents[0];
    expect(kept).toMatchObject({ planned: 20, rigInvalid: 0 });
    expect((kept?.scored ?? 0) + (kept?.missing ?? 0)).toBe(20);
    const ran = await replay('--resume', dir, '--memory', '--agent', GOOD, '--no-report', '--json');
    expect(ran.code, ran.err).toBe(0);
    expect(printed(ran).agents[0]).toMatchObject({ scored: 20, missing: 0, reproduced: { count: 0, of: 20 } });
  });
});

describe('bad input', () => {
  it('labels of another recording are refused by their end, and given channels are obeyed', async () => {
    const dir = calls.folder();
    const args = ['--call', 'demo', '--memory', '--agent', BAD, '--repeat', '1', '--no-report', '--detector', 'energy', '--out', out()];
    const other = await replay('cut.wav', '--labels', dir, ...args);
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/turn u\d+ of demo ends at \d+ ms: this is not the recording that was labelled/),
    ]);
    const swapped = await replay('--labels', dir, '--user', '1', ...args);
    expect([swapped.code, swapped.err]).toEqual([2, expect.stringContaining('name the same channel')]);
  });

  it.each([
    [['mono.wav'], 'is mono: user and agent cannot be told apart'],
    [['silent.wav'], 'is silent on both channels'],
    [['user-silent.wav'], 'holds no turn of the user on channel 0'],
    [['short.wav'], 'is too short'],
    [['empty.wav'], 'empty.wav'],
    [['no-samples.wav'], 'no-samples.wav'],
    [['text.wav'], 'text.wav'],
    [['gone.wav'], 'there is no file'],
    [[CUTOFF, '--user', '1'], 'name the same channel'],
    [[CUTOFF, '--user', '5'], 'Choose others with --user and --agent-channel'],
    [[CUTOFF, '--turn', '7'], 'the call has no such turn'],
    [[CUTOFF, '--labels', 'x'], '--labels and --call go together'],
    [[CUTOFF, '--history', 'text'], 'nothing tells the agent'],
    [[CUTOFF, '--until-sure', '1'], 'a rate between 0 and 1'],
    [[CUTOFF, '--history', 'all'], 'live, text, none is wanted'],
    [[CUTOFF, '--agent', GOOD, '--agent', BAD], '3 agents were given'],
    [['--resume', 'x', '--turn', 'u002'], '--turn cannot be given with it'],
    [[], 'no recording was given'],
  ])('%j', async (args, message) => {
    const dir = out();
    const ran = await replay(...args, '--memory', '--agent', 'reference:silent', '--repeat', '1', '--out', dir);
    expect(ran.code, ran.out).toBe(2);
    expect(ran.err).toContain(message);
    expect(ran.err).not.toMatch(/\n {4}at /);
    expect(await readdir(dir).catch(() => 'nothing')).toBe('nothing');
    expect((await readdir(folder)).filter((name) => name.startsWith('.replay-'))).toEqual([]);
  });

  it('leaves no folder that it made', async () => {
    for (const args of [['text.wav'], ['text.wav', '--out', join('deep', 'down', 'run')]]) {
      const ran = await replay(...args, '--memory', '--agent', 'reference:silent', '--repeat', '1');
      expect(ran.code).toBe(2);
      expect((await readdir(folder)).filter((name) => ['runs', 'deep'].includes(name))).toEqual([]);
    }
  });

  it('says what is odd and goes on where it can: full scale, a silent agent that shows nothing', async () => {
    const ran = await replay('full scale.wav', '--memory', '--agent', 'reference:silent', '--repeat', '1', '--no-report', '--out', out());
    expect(ran.err).toContain('reaches full scale');
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('never spoke: nothing shows that it heard the user');
  });
});
