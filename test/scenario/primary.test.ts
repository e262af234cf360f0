/** `primary`: the measure that a suite is about, from the file to the plan. */
import { describe, expect, it } from 'vitest';
import { formatPlan, planReport, planRun, primaryReachOf, primaryReachWords } from '../../src/scenario/index.js';
import { timesJudged } from '../../src/scenario/judged.js';
import { PRIMARY_MEASURES, type PrimaryMeasure } from '../../src/scenario/model.js';
import { isDiagnostic } from '../../src/score/diagnostics.js';
import { MEASURES } from '../../src/score/model.js';
import { scene, turn } from '../recording/fixtures.js';
import { HEAD, PLAIN_HEAD, problemsOf, suiteOf } from './fixture.js';

const TURN = '{ speaker: ana, clip: one.wav }';
const suite = (primary: string, scenes: string): string => `${PLAIN_HEAD.replace('scenes:\n', `primary: ${primary}\nscenes:\n`)}${scenes}`;
const one = (turns: string, more = ''): string => `  - { id: x, turns: [${turns}]${more} }\n`;
const shown = async (text: string): Promise<string[]> =>
  (await problemsOf(text)).map(({ file, line, column, path, message, hint }) => `${file}:${line}:${column} ${path}: ${message} | ${hint}`);

it('may be what the scorer judges from the waveform, and the wait', () => {
  // Answers are judged by words, which a run may have or not (docs/words.md).
  const heard = MEASURES.filter((measure) => !isDiagnostic(measure) && measure !== 'answer-accuracy');
  expect([...PRIMARY_MEASURES].sort()).toEqual(['wait', ...heard].sort());
});

describe('a file', () => {
  it('declares it, or does not', async () => {
    expect(await suiteOf(suite('wait', one(TURN)))).toMatchObject({ primary: 'wait' });
    expect(await suiteOf(`${PLAIN_HEAD}${one(TURN)}`)).not.toHaveProperty('primary');
  });
  it.each<[string, string, string, string]>([
    ['unknown', 'fals-cutoff', one(TURN), '"fals-cutoff" is not valid for "primary" | Did you mean "false-cutoff"?'],
    ['a diagnostic', 'probe', one(TURN), '"probe" is not valid for "primary" | Valid here: "wait", "reply", "false-cutoff", '],
    ['a number', '5', one(TURN), '5 is not valid for "primary" | Valid here: "wait", "reply", '],
    ['no scene', 'yield', one(TURN), 'no scene of the suite is judged by "yield" | They are by: wait, reply, false-cutoff, double-reply.'],
    [
      'nothing at all',
      'reply',
      one('{ speaker: ana, clip: one.wav, expect: none }'),
      'no scene of the suite is judged by "reply" | Nothing in it is judged: remove "primary".',
    ],
  ])('that names what cannot be one is told where: %s', async (_, primary, scenes, said) => {
    const [first, ...others] = await shown(suite(primary, scenes));
    expect(first).toMatch(/^suite.yaml:5:10 primary: /);
    expect(first).toContain(said);
    expect(others).toEqual([]);
  });
  it('is told beside faults of its clips, but not where a scene is not of its shape', async () => {
    const missing = one('{ speaker: ana, clip: gone.wav }');
    expect((await shown(suite('yield', missing))).map((text) => text.slice(0, 14))).toEqual(['suite.yaml:5:1', 'suite.yaml:7:4']);
    expect(await shown(suite('yield', one('{ speaker: ana, clip: one.wav, expct: yield }')))).toHaveLength(1);
  });
});

describe('what is judged', () => {
  const expecting: readonly [PrimaryMeasure, string][] = [
    ['silence', 'expect: silence'],
    ['yield', 'expect: yield'],
    ['continue', 'expect: continue'],
    ['reply', 'expect: { yield: {}, reply: {} }'],
    ['double-reply', 'expect: { yield: {}, reply: {} }'],
    ['wait', 'expect: reply'],
  ];
  it.each(expecting)('%s by "%s"', async (measure, text) => {
    expect((await suiteOf(suite(measure, one(`{ speaker: ana, clip: one.wav, ${text} }`)))).primary).toBe(measure);
  });
  it('a reply that may come twice is not judged for being doubled, and a yield has no pauses to cut into', async () => {
    expect(await shown(suite('double-reply', one('{ speaker: ana, clip: one.wav, expect: { reply: { once: false } } }')))).toHaveLength(1);
    expect(await shown(suite('false-cutoff', one('{ speaker: ana, clip: one.wav, expect: { yield: {}, reply: {} } }')))).toHaveLength(1);
  });
  it('greetings that are expected or forbidden, of the scene or of the defaults', async () => {
    expect((await suiteOf(suite('greeting', one(TURN, ', greeting: forbidden')))).primary).toBe('greeting');
    expect((await suiteOf(suite('greeting\ndefaults: { greeting: expected }', one(TURN)))).primary).toBe('greeting');
    expect(await shown(suite('greeting', one(TURN)))).toHaveLength(1);
  });
  it('a preamble that must not be answered', async () => {
    const text = suite('silence', one(TURN, ', preamble: { speaker: ana, clip: one.wav, expect: silence }'));
    expect((await suiteOf(text)).primary).toBe('silence');
  });
  it('requests and resolutions of selective participation by their labels', () => {
    const labels = (['N4Q', 'N4R', 'T', 'N2'] as const).map((label) => turn({ label, expect: { kind: 'none' } }));
    const made = scene({ turns: labels });
    expect(timesJudged(made, 'new-initiation')).toBe(1);
    expect(timesJudged(made, 'answer-window-yield')).toBe(1);
    expect(timesJudged(made, 'silence')).toBe(0);
  });
});

describe('a plan', () => {
  const many = Array.from({ length: 12 }, (_, i) => scene({ id: `c${i}`, scene: `c${i}`, suite: 's', repeats: 5 }));
  const planned = (primary: PrimaryMeasure, scenes = many) => {
    const suites = [{ name: 's', scenes, primary }];
    return primaryReachOf(suites, planRun(suites, ['a', 'b'], { seed: 1 }));
  };
  it('says what can be seen of it at 90% power, in words', () => {
    const [rise] = planned('false-cutoff');
    // 60 windows / (1 + 4 x 0.3).
    expect(rise).toMatchObject({ suite: 's', measure: 'false-cutoff', scenes: 12, windows: 5, effectiveN: 27.3, power: 0.9 });
    expect(rise?.assumed).toEqual({ icc: 0.3, failing: 0.1 });
    expect(rise && primaryReachWords(rise)).toMatch(
      /^Primary measure of s: false-cutoff\. At 90% power 12 scenes x 5 turns an agent show a rise of the share that is not met from 10% to 4\d% between two agents \(assumed: correlation 0.3 in a scene\)\.$/,
    );
    const [shift] = planned('wait');
    expect(shift && primaryReachWords(shift)).toMatch(/ show a shift of the median wait by 3\d\d ms .*waits that vary by 300 ms\)\.$/);
  });
  it('says so where it can see nothing, and where no scene that is played is judged by it', () => {
    const [none] = planned('yield');
    expect(none).toMatchObject({ scenes: 0, windows: 0, effectiveN: 0, change: null });
    expect(none && primaryReachWords(none)).toBe('Primary measure of s: yield. None of the scenes that are played is judged by it.');
    const [single] = planned('reply', many.slice(0, 1));
    expect(single && primaryReachWords(single)).toContain('1 scene x 5 turns an agent show no rise of the share that is not met');
    const [wait] = planned('wait', many.slice(0, 1));
    expect(wait && primaryReachWords(wait)).toContain('show no shift of the median wait');
  });
  it('counts variants of one scene together, and other suites not at all', () => {
    const swept = [1, 2].map((gap) => scene({ id: `c[gap=${gap}]`, scene: 'c', suite: 's', variant: { gap } }));
    const other = { name: 'other', scenes: [scene({ id: 'c[gap=1]', scene: 'c', suite: 'other' })] };
    const suites = [{ name: 's', scenes: swept, primary: 'reply' as const }, other];
    expect(primaryReachOf(suites, planRun(suites, ['a'], { seed: 1 }))).toMatchObject([{ suite: 's', scenes: 1, windows: 2 }]);
  });
  it('prints it with the suite and before what else can be seen', async () => {
    const loaded = await suiteOf(suite('wait', one(TURN)));
    const report = planReport([loaded], planRun([loaded], ['a'], { seed: 1 }), 1);
    expect(report.suites[0]?.primary).toBe('wait');
    expect(report.primary).toMatchObject([{ suite: 's', measure: 'wait' }]);
    expect(formatPlan(report)).toMatch(
      /^s {2}\(suite.yaml\)\n {2}primary measure: wait\n\n[\s\S]*at most\.\nPrimary measure of s: wait\.[^\n]*\nWhat this run can show/,
    );
    const undeclared = await suiteOf(`${HEAD.replace('arms: [a, b]\n', '')}${one(TURN)}`);
    expect(formatPlan(planReport([undeclared], planRun([undeclared], ['a'], { seed: 1 }), 1))).not.toMatch(/primary/i);
  });
});
