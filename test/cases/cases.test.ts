/**
 * Every case of the suite `cases` in virtual time: the scorer tells the fault that its report names on an agent that has it, and passes one
 * that has not. (Whole matrix of agents and scenes: npm run verify.)
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import type { CompiledSuite } from '../../src/scenario/index.js';
import type { CompiledScene } from '../../src/scenario/model.js';
import { gate } from '../../src/score/gate.js';
import type { SessionScore, WindowScore } from '../../src/score/model.js';
import { summarise } from '../../src/score/summarise.js';
import { loadCases, playCase, verdicts, type Agent } from './play.js';
import type { Line } from './scripted-agent.js';

let suite: CompiledSuite;
beforeAll(async () => {
  suite = await loadCases();
});
const sceneOf = (id: string): CompiledScene => {
  const scene = suite.scenes.find((one) => one.id === id);
  if (!scene) throw new Error(`no scene ${id} among ${suite.scenes.map((one) => one.id).join(', ')}`);
  return scene;
};
const play = (id: string, agent: Agent): Promise<SessionScore> => playCase(suite, sceneOf(id), agent);
const windowOf = (score: SessionScore, id: string): WindowScore => {
  const found = score.windows.find((one) => one.id === id);
  if (!found) throw new Error(`no window ${id} among ${score.windows.map((one) => one.id).join(', ')}`);
  return found;
};

/** Waits longer than any pause of the suite, says something short, yields. */
const patient = behaviourOf('answer-after', { delay: 1500 });
/** The same with a long answer, for cases that cut into one. */
const talker = behaviourOf('answer-after', { delay: 1500, speak: 9000 });
/** Stops within 300 ms and does not answer what it was stopped by. */
const polite = behaviourOf('stops-after', { stop: 300, notice: 200, delay: 1500, speak: 9000 });
const says = (...lines: readonly (readonly [to: number, edge: Line['edge'], after: number, speak: number])[]): Agent =>
  lines.map(([to, edge, after, speak]) => ({ to, edge, after, speak }));

interface Told {
  readonly id: string;
  readonly good: Agent;
  readonly bad: Agent;
  /** The window that fails on `bad`; all others of its kind are free. */
  readonly window: string;
  readonly expected?: Partial<WindowScore>;
}

const CASES = (): readonly (readonly [string, Told])[] => [
  [
    'c01: a reply in the second pause',
    { id: 'c01', good: patient, bad: behaviourOf('premature', { pause: 800 }), window: 'sentence/false-cutoff/pause-2' },
  ],
  [
    'c02: a cut at 1000',
    { id: 'c02[gap=1000]', good: patient, bad: behaviourOf('premature', { pause: 700 }), window: 'number/false-cutoff/pause-1' },
  ],
  [
    'c03: a cut in the long pause between letters',
    { id: 'c03', good: patient, bad: behaviourOf('premature', { pause: 500 }), window: 'address/false-cutoff/pause-4' },
  ],
  [
    'c04: a cut in the arm with a gap',
    { id: 'c04-gap', good: patient, bad: behaviourOf('premature', { pause: 700 }), window: 'request/false-cutoff/pause-1' },
  ],
  [
    'c05: a stale reply 120 ms after the user went on',
    {
      id: 'c05',
      good: patient,
      bad: says([1, 'onset', 120, 1500]),
      window: 'number/false-cutoff/pause-1',
      expected: { details: { kind: 'reply' } },
    },
  ],
  [
    'c07: a race with the resume',
    {
      id: 'c07',
      good: patient,
      bad: says([1, 'onset', 60, 1500]),
      window: 'pages/false-cutoff/pause-1',
      expected: { flags: expect.arrayContaining(['near-miss']) as never },
    },
  ],
  ['c08: cut in, then nothing', { id: 'c08', good: patient, bad: behaviourOf('stuck', { delay: 500, speak: 1500 }), window: 'rest/reply' }],
  [
    'c09: a dead turn',
    { id: 'c09[after=300]', good: patient, bad: behaviourOf('silent'), window: 'question/reply', expected: { flags: ['no-reply'] } },
  ],
  [
    'c10: stops at the mhm for good',
    {
      id: 'c10',
      good: talker,
      bad: behaviourOf('stops-on-backchannel', { delay: 1500, speak: 9000 }),
      window: 'mhm/continue',
      expected: { flags: ['stopped'] },
    },
  ],
  [
    'c10: resumes too late',
    { id: 'c10', good: talker, bad: behaviourOf('resumes', { resume: 2200, delay: 1500, speak: 9000 }), window: 'mhm/continue' },
  ],
  [
    'c11: the hm is answered later',
    { id: 'c11', good: talker, bad: says([0, 'end', 1000, 5000], [0, 'end', 8500, 1500]), window: 'hm/continue/quiet-after' },
  ],
  [
    'c12: talks on for seconds',
    { id: 'c12', good: talker, bad: behaviourOf('stops-after', { stop: 1800, delay: 1500, speak: 9000 }), window: 'stop/yield' },
  ],
  [
    'c13: starts again after yielding',
    { id: 'c13', good: polite, bad: behaviourOf('restarts', { restart: 1000, delay: 1500, speak: 9000 }), window: 'wait/yield' },
  ],
  [
    'c14: talks through',
    {
      id: 'c14[offset=150]',
      good: says([0, 'end', 700, 600], [1, 'end', 700, 1500]),
      bad: behaviourOf('deaf', { delay: 1500 }),
      window: 'more/yield',
    },
  ],
  [
    'c14: two replies',
    {
      id: 'c14[offset=150]',
      good: says([0, 'end', 700, 600], [1, 'end', 700, 1500]),
      bad: says([0, 'end', 700, 600], [1, 'end', 700, 600], [1, 'end', 2300, 900]),
      window: 'more/double-reply',
    },
  ],
  [
    'c16: answered twice',
    { id: 'c16', good: patient, bad: behaviourOf('double', { delay: 1500, gap: 1000 }), window: 'question/double-reply' },
  ],
  [
    'c17: mute after many barge-ins',
    {
      id: 'c17',
      good: behaviourOf('answer-after', { delay: 700, speak: 4000 }),
      bad: behaviourOf('stuck', { delay: 700, speak: 4000 }),
      window: 'ferry/reply',
    },
  ],
  [
    'c18: a reply to side talk',
    {
      id: 'c18[room=tracks]',
      good: says([1, 'end', 700, 900], [2, 'end', 700, 900], [3, 'end', 700, 900], [7, 'end', 700, 900]),
      bad: patient,
      window: 'mention/silence',
    },
  ],
  [
    'c19: a hole of 5 s',
    {
      id: 'c19',
      good: behaviourOf('answer-after', { delay: 1500, speak: 12_000 }),
      bad: says([0, 'end', 1000, 3000], [0, 'end', 9000, 3000]),
      window: 'list/continue/reply',
    },
  ],
  ['c20: soft speech is not heard', { id: 'c20-soft', good: patient, bad: behaviourOf('silent'), window: 'request/reply' }],
  [
    'c20: noise is answered',
    { id: 'c20-noise[noise=-20]', good: behaviourOf('silent'), bad: says([0, 'onset', 1000, 900]), window: 'noise/silence' },
  ],
  ['c21: no reply under load', { id: 'c21', good: patient, bad: behaviourOf('silent'), window: 'question/reply' }],
];

describe('each case', () => {
  it.each(CASES())('%s', { timeout: 60_000 }, async (_name, { id, good, bad, window, expected }) => {
    const right = await play(id, good);
    expect(right.outcome).toBe('scored');
    expect(windowOf(right, window)).toMatchObject({ verdict: 'pass' });
    expect(Object.entries(verdicts(right)).filter(([, verdict]) => verdict === 'fail')).toEqual([]);
    const wrong = await play(id, bad);
    expect(wrong.outcome).toBe('scored');
    expect(windowOf(wrong, window)).toMatchObject({ verdict: 'fail', ...expected });
  });

  it('c06: a blip while the user talks is listed apart from replies and fails nothing', async () => {
    const score = await play('c06', says([1, 'onset', 400, 100], [1, 'end', 1200, 1500]));
    const pause = windowOf(score, 'number/false-cutoff/pause-1');
    expect(pause).toMatchObject({ verdict: 'pass', flags: ['blip'], details: { blips: 1 } });
    expect(windowOf(await play('c06', patient), 'number/false-cutoff/pause-1').flags).toEqual([]);
    expect(windowOf(score, 'number/reply').verdict).toBe('pass');
  });

  it('c13: bursts after the stop are flagged', async () => {
    const score = await play('c13', says([0, 'end', 1000, 2900], [1, 'onset', 600, 200]));
    expect(windowOf(score, 'wait/yield')).toMatchObject({ verdict: 'pass', flags: ['bursts-after'], details: { burstsAfter: 1 } });
  });

  it('c04: the arms speak the same bytes, which differ in their silence alone', () => {
    const [plain, gap] = ['c04-plain', 'c04-gap'].map((id) => sceneOf(id).turns[0]!.clip);
    const words = (clip: typeof plain) =>
      clip!.parts.map(({ from, to }) => Array.from(suite.clips.get(clip!.hash)!.subarray(from + 3840, to - 3840)));
    expect(words(gap)).toEqual(words(plain));
    expect(gap!.parts[1]!.from - gap!.parts[0]!.to).toBe(48_000);
    expect(plain!.parts[1]!.from - plain!.parts[0]!.to).toBe(0);
  });

  it('c08: the second part comes 150 ms after the onset when the agent cut in, and after 850 ms when it did not', async () => {
    const waited = await play('c08', patient);
    const [before, after] = waited.turns;
    expect(after!.start - before!.end).toBe(850 * 48);
    const cut = await play('c08', says([0, 'end', 400, 700], [1, 'end', 700, 900]));
    const onset = cut.speech.runs[0]!.from;
    expect(Math.abs(cut.turns[1]!.start - onset - 150 * 48)).toBeLessThan(40 * 48);
    expect(verdicts(cut)).toMatchObject({ 'rest/yield': 'pass', 'rest/reply': 'pass', 'rest/double-reply': 'pass' });
  });

  it('c18: who is deaf to a speaker has kept no silence', async () => {
    const deafToBen = says([1, 'end', 700, 900], [3, 'end', 700, 900], [7, 'end', 700, 900]);
    const score = await play('c18[room=tracks]', deafToBen);
    expect(verdicts(score)).toMatchObject({ 'hear-ben/probe': 'fail', 'aside/silence': 'pass', 'mention/silence': 'unscored' });
    expect(verdicts(await play('c18[room=mixed]', deafToBen))).toMatchObject({ 'hear-ben/probe': 'fail', 'mention/silence': 'pass' });
  });
});

describe('over many sessions', () => {
  const repeated = async (id: string, agents: readonly Agent[]) => {
    const scene = sceneOf(id);
    const plan = agents.map((_, i) => ({ id: `${id}#${i + 1}`, suite: 'cases', scene: id, agent: 'a', repeat: i + 1, block: i, seed: i }));
    const scores: SessionScore[] = [];
    for (const [i, agent] of agents.entries())
      scores.push({ ...(await playCase(suite, scene, agent)), session: `${id}#${i + 1}`, agent: 'a' });
    return summarise({ id: 'r', plan, scenes: [scene] }, scores);
  };
  const waits = (...delays: readonly number[]): Agent[] => delays.map((delay) => behaviourOf('answer-after', { delay }));

  it('c15: one tight latency is met, two clusters are told with their sizes', { timeout: 120_000 }, async () => {
    const tight = await repeated('c15[word=yes]', waits(...Array.from({ length: 20 }, (_, i) => 600 + 10 * i)));
    expect(tight.across?.[0]).toMatchObject({ verdict: 'pass', censored: 0, without: 0 });
    expect(gate(tight).exitCode).toBe(0);
    const two = await repeated('c15[word=yes]', waits(...Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 300 : 2500))));
    expect(two.across?.[0]).toMatchObject({ verdict: 'fail' });
    expect(two.across?.[0]?.reason).toMatch(/10 from .* to 3\d\d ms|10 at 3\d\d ms/);
    expect(gate(two).exitCode).toBe(1);
    const few = await repeated('c15[word=yes]', waits(600, 610));
    expect(gate(few)).toMatchObject({ exitCode: 3, result: 'undecided' });
  });

  it('c02: the gap at which cutoffs jump shows by value', { timeout: 120_000 }, async () => {
    const scenes = suite.scenes.filter(({ scene }) => scene === 'c02');
    const plan = scenes.map(({ id }, i) => ({ id, suite: 'cases', scene: id, agent: 'a', repeat: 1, block: 0, seed: i }));
    const scores: SessionScore[] = [];
    for (const scene of scenes)
      scores.push({ ...(await playCase(suite, scene, behaviourOf('premature', { pause: 700 }))), session: scene.id });
    const { variants = [] } = summarise({ id: 'r', plan, scenes }, scores);
    const cut = variants.map(({ values, measures }) => [values['gap'], measures.find(({ measure }) => measure === 'false-cutoff')?.failed]);
    expect(cut).toEqual([[400, 0], [600, 0], [800, 1], [1000, 1], [1200, 1]]); // prettier-ignore
  });
});
