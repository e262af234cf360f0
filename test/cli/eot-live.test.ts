/** `turnrig eot live` and `eot tune` by the built command, with reference agents in virtual time: what they do is known. */
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ROOT, turnrig, type Ran } from './turnrig.js';

// Scoring loads a model, and the processor may be shared.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const DATA = join(ROOT, 'scenarios/eot-live');
/** Enough for an interval, and no more than that: every session is scored by a model. */
const LIMIT = 14;
const rate = z.object({
  count: z.number(),
  of: z.number(),
  rate: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
const latency = z.object({
  n: z.number(),
  censored: z.number(),
  mean_s: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
const figures = z.object({ cutoffs: rate, latency });
const document = z.object({
  turns: z.number(),
  holds: z.number(),
  page: z.string(),
  points: z.array(
    z.object({
      id: z.string().optional(),
      agent: z.string(),
      pareto: z.boolean().optional(),
      sessions: z.record(z.string(), z.number()),
      spans: figures,
      calls: figures,
      excluded: z.array(z.object({ span: z.string(), why: z.string(), count: z.number() })),
    }),
  ),
  curves: z.array(z.object({ name: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })),
});
const read = (ran: Ran) => {
  expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
  return document.parse(JSON.parse(ran.out));
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-eot-live-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('eot live', () => {
  const agents = ['--agent', 'reference:answer-after=860', '--agent', 'hasty=reference:premature=300,probability=0.5,delay=2000'];
  let out: string;
  let ran: Ran;
  beforeAll(async () => {
    out = join(folder, 'run');
    ran = await turnrig('eot', 'live', DATA, '--limit', String(LIMIT), '--memory', ...agents, '--out', out, '--json');
  });

  it('puts an agent that answers after 860 ms of silence on the curve of silence at 860 ms', () => {
    expect(ran.code, ran.err).toBe(0);
    const { turns, holds, points, curves } = read(ran);
    expect([turns, holds]).toEqual([LIMIT, 16]);
    const point = points.find(({ agent }) => agent === 'answer-after=860')!;
    const offline = curves[0]!.points.find(([delay]) => Math.abs(delay - 0.86) < 1e-9)!;
    expect(point.spans.cutoffs).toMatchObject({ count: 3, of: 16 });
    expect(point.spans.cutoffs.rate).toBeCloseTo(offline[1], 9);
    // Its ear hears a word end some tens of milliseconds after the labelled edge (docs/cli.md).
    expect(point.spans.latency.mean_s! - 0.86).toBeGreaterThan(-0.02);
    expect(point.spans.latency.mean_s! - 0.86).toBeLessThan(0.15);
    expect(point.sessions).toEqual({ scored: LIMIT, agent_failure: 0, rig_invalid: 0, missing: 0 });
    expect(point.spans.cutoffs.interval![0]).toBeLessThan(point.spans.cutoffs.rate!);
    expect(point.spans.latency.interval![1]).toBeGreaterThan(point.spans.latency.mean_s!);
  });

  it('finds the false cutoffs that an agent of known truth made, by its own log', async () => {
    const { points } = read(ran);
    const { cutoffs } = points.find(({ agent }) => agent === 'hasty')!.spans;
    const plan = z
      .object({ plan: z.array(z.object({ agent: z.string(), scene: z.string() })) })
      .parse(JSON.parse(await readFile(join(out, 'run.json'), 'utf8'))).plan;
    // What it did before the turn's clip was over, in each session: replies into pauses.
    let into = 0;
    for (const [index, { agent }] of plan.entries()) {
      if (agent !== 'hasty') continue;
      const session = join(out, 'sessions', `s${String(index).padStart(4, '0')}-a1`);
      const lines = async (name: string) =>
        (await readFile(join(session, name), 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      const ended = (await lines('timeline.jsonl')).find(({ type }) => type === 'turn-ended')!['voicedEnd'] as number;
      into += (await lines('agent-log.jsonl')).filter(({ what, at }) => what === 'speak' && (at as number) < ended).length;
    }
    expect(cutoffs.count).toBe(into);
    expect(into).toBeGreaterThan(0);
  });

  it('leaves a run folder that report and score read, and a picture in every form', async () => {
    const png = await readFile(join(out, 'eot/live.png'));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(await readFile(join(out, 'eot/live.svg'), 'utf8')).toContain('hasty: ');
    const page = await readFile(join(out, 'eot/index.html'), 'utf8');
    expect(page).toContain('href="../report/index.html"');
    expect((await readdir(join(out, 'report'))).includes('index.html')).toBe(true);
    const scored = await turnrig('score', out, '--json');
    expect(scored.code, scored.err).toBeLessThan(2);
  });

  it('goes on with a run, and gives the same bytes when nothing is left', async () => {
    const before = await readFile(join(out, 'eot/live.json'), 'utf8');
    const again = await turnrig('eot', 'live', '--resume', out, '--memory', ...agents, '--json');
    expect(again.code, again.err).toBe(0);
    expect(await readFile(join(out, 'eot/live.json'), 'utf8')).toBe(before);
    // One session is lost: it alone is played again.
    await rm(join(out, 'sessions/s0003-a1/end.json'));
    const mended = await turnrig('eot', 'live', '--resume', out, '--memory', ...agents, '--json');
    expect(mended.code, mended.err).toBe(0);
    expect((await readdir(join(out, 'sessions'))).filter((name) => name.endsWith('-a2'))).toEqual(['s0003-a2']);
    expect(await readFile(join(out, 'eot/live.json'), 'utf8')).toBe(before.replaceAll('s0003-a1', 's0003-a2'));
  });

  it('draws models whose predictions are given, on the same turns, and several turns play in one session', async () => {
    const predicted = await turnrig(
      'eot',
      'predict',
      '--path',
      DATA,
      '--adapter',
      'constant:0.4',
      '--output-dir',
      join(folder, 'sets'),
      '--json',
    );
    expect(predicted.code, predicted.err).toBe(0);
    const { written } = JSON.parse(predicted.out) as { readonly written: readonly string[] };
    const args = ['--memory', '--agent', 'reference:silent', '--limit', '4', '--turns-per-session', '2', '--timeout', '2', '--json'];
    const both = await turnrig('eot', 'live', DATA, ...args, '--out', join(folder, 'two'), '--predictions', written[0]!);
    expect(both.code, both.err).toBe(0);
    const { curves, points, turns } = read(both);
    expect(curves.map(({ name }) => name)).toEqual(['VAD baseline', 'constant-0.4']);
    expect(turns).toBe(4);
    expect(points[0]).toMatchObject({
      sessions: { scored: 2 },
      spans: { cutoffs: { count: 0 }, latency: { n: 4, censored: 4, mean_s: 2 } },
    });
    const other = await turnrig('eot', 'live', DATA, ...args, '--out', join(folder, 'three'), '--predictions', join(folder, 'two'));
    expect(other.code).toBe(2);
    expect(other.out).toContain('has no predictions.parquet');
  });
});

describe('a data set that cannot be played', () => {
  const turn = { id: 'x', language: 'en', audio: 'x.flac', silence_spans: [{ start: 1, end: 2 }] };
  it.each<readonly [string, string, RegExp]>([
    ['empty', '', /the data set .* has no turns/],
    [
      'without spans',
      JSON.stringify({ ...turn, silence_spans: [] }),
      /Dataset row 'x' has no silence span, so that nothing says where its turn ends/,
    ],
    ['without its sound', JSON.stringify({ ...turn, audio: 'gone.flac' }), /there is no file .*gone\.flac/],
    [
      'with a span past the end',
      JSON.stringify({ ...turn, silence_spans: [{ start: 1, end: 90 }] }),
      /silence_spans\[0\] ends at 90 s, past the end of its sound/,
    ],
    ['with an id twice', `${JSON.stringify({ ...turn, silence_spans: [{ start: 2, end: 3 }] })}\n`.repeat(2), /'x' stands there twice/],
  ])('is refused with one message: %s', async (name, text, message) => {
    const data = join(folder, `bad-${name}`);
    await mkdir(data);
    await writeFile(join(data, 'validation.jsonl'), text);
    await cp(join(DATA, 'audio/pool.flac'), join(data, 'x.flac'));
    const ran = await turnrig('eot', 'live', data, '--memory', '--agent', 'reference:silent', '--out', join(folder, `run-${name}`));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
    expect(ran.err.match(/^error: /gm)).toHaveLength(1);
    expect(await readdir(folder)).not.toContain(`run-${name}`);
  });

  it.each<readonly [readonly string[], RegExp]>([
    [[DATA], /no agent was given/],
    [['--agent', 'reference:silent'], /Dataset path is required/],
    [['no/where/at/all', '--agent', 'reference:silent', '--memory'], /there is no file or folder no\/where\/at\/all/],
    [[DATA, '--resume', 'x', '--agent', 'reference:silent'], /give no data set with it/],
    [['--resume', 'nowhere', '--agent', 'reference:silent', '--memory'], /is no run of turnrig eot live/],
  ])('or wrong usage: %j', async (args, message) => {
    const ran = await turnrig('eot', 'live', ...args);
    expect(ran.code).toBeGreaterThan(1);
    expect(ran.err).toMatch(message);
  });
});

describe('eot tune', () => {
  const out = (): string => join(folder, 'tune');
  const args = (...more: readonly string[]) => [
    'eot',
    'tune',
    DATA,
    '--memory',
    '--limit',
    '12',
    '--agent',
    'reference:answer-after=$delay',
    ...more,
  ];

  it('plays a grid, marks its frontier, and goes on where it was', async () => {
    const grid = args('--vary', 'delay=400,1000', '--out', out(), '--json');
    const first = await turnrig(...grid);
    expect(first.code, first.err).toBe(0);
    const { points } = read(first);
    expect(points.map(({ id, pareto }) => [id, pareto])).toEqual([
      ['delay=400', true],
      ['delay=1000', true],
    ]);
    const [fast, slow] = points;
    expect(fast!.spans.latency.mean_s! + 0.5).toBeLessThan(slow!.spans.latency.mean_s!);
    expect(fast!.spans.cutoffs.rate!).toBeGreaterThan(slow!.spans.cutoffs.rate!);
    // A finished setting stays finished; one that is gone is played again.
    await rm(join(out(), 'points/delay=1000'), { recursive: true });
    const again = await turnrig(...grid);
    expect(again.err).toContain('delay=1000');
    expect(again.err).not.toContain(': delay=400');
    expect(read(again).points).toEqual(points);
  });

  it.each<readonly [readonly string[], RegExp]>([
    [['--vary', 'delay=400,900'], /holds the tuning of other settings/],
    [['--vary', 'gap=1'], /"gap" is used nowhere/],
    [[], /nothing to vary/],
    [['--vary', 'delay=soon'], /delay=soon is not a time/],
    [['--vary', 'delay=1', '--env', 'A=1'], /--env is for the command/],
    [['--vary', 'delay=1', '--agent', 'reference:silent'], /one agent is tuned at a time/],
  ])('refuses what it cannot tune: %j', async (more, message) => {
    const ran = await turnrig(...args(...more, '--out', out()));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(message);
  });
});
