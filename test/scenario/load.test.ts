import { expect, it } from 'vitest';
import { loadSuite } from '../../src/scenario/load.js';
import { planReport } from '../../src/scenario/plan-report.js';
import { formatPlan } from '../../src/scenario/format-plan.js';
import { planRun } from '../../src/scenario/plan-run.js';
import { PROTOCOL_CONSTANTS } from '../../src/scenario/protocol-constants.js';
import { substitute, variantsOf } from '../../src/scenario/sweep.js';
import { timesOf } from '../../src/scenario/times.js';
import { memoryIo, PLAIN_HEAD, suiteOf } from './fixture.js';

const S = 48_000;
const PROTOCOL = `${PLAIN_HEAD}  - id: x
    room: tracks
    preamble: { speaker: bo, clip: half.wav }
    turns:
      - { speaker: ana, clip: one.wav, label: N2 }
      - { speaker: ana, clip: one.wav, label: T }
      - { speaker: ana, clip: one.wav, label: N1 }
      - { speaker: ana, clip: one.wav, label: N3 }
      - { speaker: ana, clip: one.wav, label: N4Q }
      - { speaker: bo, clip: half.wav, label: N4R }
`;

it('fills in the rules of the protocol by label', async () => {
  const [scene] = (await suiteOf(PROTOCOL)).scenes;
  expect(scene).toMatchObject({
    id: 'x', suite: 's', layout: 'tracks', language: 'en', repeats: 1, tail: 2 * S, variant: {},
    speakers: [{ id: 'ana', name: 'Ana' }, { id: 'bo', name: 'Bo' }],
    greeting: { policy: 'ignored', within: 3 * S },
    limits: { lateFrame: 1920, packetLossShare: 0.01, readyWithin: 20 * S },
  }); // prettier-ignore
  const gap = { kind: 'gap', length: S / 2 };
  const answer = { kind: 'answer', onsetWithin: 5 * S, silence: 2 * S, cap: 60 * S };
  expect(scene?.turns.map(({ id, hold, expect }) => [id, hold, expect.kind])).toEqual([
    ['preamble', gap, 'none'],
    ['t1', gap, 'silence'],
    ['t2', answer, 'reply'],
    ['t3', gap, 'silence'],
    ['t4', gap, 'silence'],
    ['t5', { kind: 'fixed', length: 3 * S }, 'may-answer'],
    ['t6', { kind: 'observe', afterStart: 2 * S, afterEnd: S / 2 }, 'none'],
  ]);
  expect(scene?.turns[1]).toMatchObject({
    source: 'suite.yaml:10:9',
    clip: { voiced: { from: 3840, to: 3840 + S }, activeLevelDb: -26, sources: ['one.wav'] },
  });
});

it('takes what the file says over the defaults of the suite and of the format', async () => {
  const text = `${PLAIN_HEAD.replace('scenes:', 'defaults: { room: tracks, tail: 10, greeting: forbidden, preamble: { speaker: bo, clip: half.wav, expect: silence } }\nlevel: -30\nrepeats: 3\nscenes:')}  - { id: x, tail: 20, repeats: 2, turns: [{ speaker: ana, clip: one.wav, gain: -6 }] }
  - { id: y, turns: [{ speaker: ana, clip: one.wav, when: { agent: onset } }] }
`;
  const [x, y] = (await suiteOf(text)).scenes;
  expect(x).toMatchObject({ tail: 960, repeats: 2, layout: 'tracks', greeting: { policy: 'forbidden' } });
  expect(y).toMatchObject({ tail: 480, repeats: 3 });
  expect(x?.turns.map(({ clip, expect }) => [clip.activeLevelDb, expect.kind])).toEqual([[-30, 'silence'], [-36, 'reply']]); // prettier-ignore
  expect(y?.turns[1]?.cue).toMatchObject({ kind: 'agent', since: 'preamble' });
});

it('resamples clips of other rates, keeps equal clips once, and renders each line once', async () => {
  const io = memoryIo(`${PLAIN_HEAD}  - id: x
    sweep: { gap: [1, 2, 3] }
    turns:
      - { speaker: ana, clip: low.wav, hold: { gap: $gap } }
      - { speaker: ana, text: "Good day." }
      - { speaker: ana, text: "Good day.", gain: -3 }
`);
  const result = await loadSuite('suite.yaml', io);
  if (!('suite' in result)) throw new Error(JSON.stringify(result));
  expect(result.suite.clips.size).toBe(3);
  expect(io.rendered).toEqual(['slt: Good day.']);
  const { clip } = result.suite.scenes[0]!.turns[0]!;
  expect(Math.abs((clip.voiced.to - clip.voiced.from) / 48 - 500)).toBeLessThanOrEqual(10);
  const again = await loadSuite('suite.yaml', {
    ...io,
    tts: () => ({ name: 'tones', render: () => Promise.reject(new Error('rendered again')) }),
  });
  expect('suite' in again && again.suite.scenes).toEqual(result.suite.scenes);
});

it('a damaged cache entry is rendered anew', async () => {
  const io = memoryIo(`${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, text: "Good day." }] }\n`);
  await loadSuite('suite.yaml', io);
  for (const key of io.cached.keys()) io.cached.set(key, new Uint8Array(7));
  expect(await loadSuite('suite.yaml', io)).toHaveProperty('suite');
  expect(io.rendered).toHaveLength(2);
});

it('names variants by their values, and unfolds sweeps in order', () => {
  const { variants } = variantsOf({ sweep: { a: [1, 2], b: ['x y', 'x/y'] }, t: '$a $b' }, []);
  expect(variants.map(({ suffix }) => suffix)).toEqual(['[a=1,b=x_y]', '[a=1,b=x_y~2]', '[a=2,b=x_y]', '[a=2,b=x_y~2]']);
  expect(substitute({ text: '$a', pause: '$a', title: 'at $$5, $a of $b', other: '$c' }, { a: 1, b: 'x' })).toEqual({
    text: '1',
    pause: 1,
    title: 'at $5, 1 of x',
    other: '$c',
  });
});

it('times a scene: earliest, with a silent agent, latest', async () => {
  const [scene] = (await suiteOf(PROTOCOL)).scenes;
  const { turns, end } = timesOf(scene!);
  const ms = ({ earliest, silent, latest }: { earliest: number; silent: number | undefined; latest: number }): unknown => [
    earliest / 48,
    silent === undefined ? 'skipped' : silent / 48,
    latest / 48,
  ];
  expect(turns.map(({ turn, start }) => [turn.id, ms(start)])).toEqual([
    ['preamble', [80, 80, 80]],
    ['t1', [1080, 1080, 1080]],
    ['t2', [2580, 2580, 2580]],
    ['t3', [5580, 8830, 68_830]],
    ['t4', [7080, 10_330, 70_330]],
    ['t5', [8580, 11_830, 71_830]],
    ['t6', [12_580, 15_830, 75_830]],
  ]);
  expect(ms(end)).toEqual([16_580, 19_830, 79_830]);
  expect(turns[1]?.windows).toMatchObject([{ name: 'silence', to: { earliest: 2580 * 48 } }]);
});

it('a turn on an onset that never comes is skipped or played', async () => {
  const [scene] = (
    await suiteOf(`${PLAIN_HEAD}  - id: x
    turns:
      - { id: q, speaker: ana, clip: one.wav }
      - { id: a, speaker: bo, clip: half.wav, when: { agent: onset, offset: 1000, timeout: 3000 }, expect: yield }
      - { id: b, speaker: bo, clip: half.wav, when: { agent: onset, since: q, offset: 2000, timeout: 4000, otherwise: play }, expect: { yield: {}, reply: {} } }
`)
  ).scenes;
  const { turns } = timesOf(scene!);
  expect(
    turns.map(({ start, skippable }) => [
      start.earliest / 48,
      start.silent === undefined ? undefined : start.silent / 48,
      start.latest / 48,
      skippable,
    ]),
  ).toEqual([
    [80, 80, 80, false],
    [1080, undefined, 5080, true],
    [2080, 5080, 7080, false],
  ]);
});

it('prints the plan for people and for programs', async () => {
  const suite = await suiteOf(`${PLAIN_HEAD}  - id: x
    title: Thinking aloud
    sweep: { pause: [400] }
    turns:
      - { id: q, speaker: ana, parts: [{ text: "Well,", clip: one.wav }, { pause: $pause }, { text: "yes.", clip: half.wav }] }
      - { id: stop, speaker: ana, clip: half.wav, when: { agent: onset, offset: 1500 }, expect: yield }
      - { speaker: bo, clip: half.wav, kind: noise, when: { after: q, gap: 100 } }
`);
  const report = planReport([suite], planRun([suite], ['one'], { seed: 1 }), 1);
  const text = formatPlan(report);
  expect(text).toContain('x[pause=400]  Thinking aloud, one microphone, greeting ignored, 1 repeat');
  expect(text).toContain('0:00.080  0:00.080  0:00.080  q  ana (user)  "Well, [400] yes."  1.90 s');
  expect(text).toContain('0:01.080  0:01.080  0:01.080  | pause 1, until 0:01.480: no onset');
  expect(text).toMatch(/skipped.*stop/);
  expect(text).toContain('bo (noise)');
  expect(text).toContain('s/x[pause=400]#1@one');
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

it('publishes the numbers of the protocol for the run manifest', () => {
  expect(PROTOCOL_CONSTANTS).toMatchObject({
    turnGapMs: 500,
    answerOnsetWithinMs: 5000,
    answerSilenceMs: 2000,
    answerCapMs: 60_000,
    resolutionAfterMs: 3000,
    observeAfterStartMs: 2000,
    observeAfterEndMs: 500,
    tailMs: 2000,
    liveVadConfirmMs: 250,
  });
});

it('opens the clips of the scenes that are asked for alone, and checks the rest of the file all the same', async () => {
  const text = `${PLAIN_HEAD}  - { id: x, turns: [{ speaker: ana, clip: one.wav }] }
  - { id: y, sweep: { gap: [100, 200] }, tail: $gap, turns: [{ speaker: ana, clip: nowhere.wav }] }
`;
  const named = async (file: string, scenes: readonly string[]): Promise<string[]> => {
    const opened: string[] = [];
    const io = memoryIo(file);
    const result = await loadSuite('suite.yaml', { ...io, readFile: (path) => (opened.push(path), io.readFile(path)) }, { scenes });
    if ('problems' in result) return result.problems.map(({ line, message }) => `${line}: ${message}`);
    return [...result.suite.scenes.map(({ id }) => id), ...opened];
  };
  expect(await named(text, ['x'])).toEqual(['x', 'suite.yaml', './one.wav']);
  expect(await named(text.replace('nowhere', 'half'), ['y[gap=200]'])).toEqual(['y[gap=200]', 'suite.yaml', './half.wav']);
  expect(await named(text.replace('nowhere', 'half'), ['y'])).toEqual(['y[gap=100]', 'y[gap=200]', 'suite.yaml', './half.wav']);
  expect(await named(text, ['y[gap=100]'])).toEqual([expect.stringContaining('nowhere.wav')]);
  expect(await named(text.replace('tail: $gap', 'tail: soon'), ['x'])).not.toEqual(['x', 'suite.yaml', './one.wav']);
});
