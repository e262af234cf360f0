import { describe, expect, it } from 'vitest';
import type { CompiledTurn } from '../../src/scenario/model.js';
import { scoreSession } from '../../src/score/session.js';
import type { SessionScore } from '../../src/score/model.js';
import { applyWords, type WindowWords } from '../../src/words/apply.js';
import type { Opinion } from '../../src/words/model.js';
import { WordsCounts, type WordsUsed } from '../../src/words/summary.js';
import { answerSpan, wordWindows } from '../../src/words/windows.js';
import { at, inputOf, run, span, speechOf, type SceneSpec } from '../score/fixtures.js';

const GOLD = { answer: 'Platform four.', mustMention: [['four', '4']], mustNotMention: [], evidence: ['e'] };
const label = (name: CompiledTurn['label'], text: string): Partial<CompiledTurn> => ({ label: name, text });

/** N1 from 1 to 2 s, T from 3 to 4 s, N2 from 12 to 13 s; the scene ends at 15 s. */
const scene = (agent: SceneSpec['agent'], plusMinusMs = 0): SceneSpec => ({
  turns: [
    { id: 'n1', from: 1000, to: 2000, expect: { kind: 'silence' }, over: label('N1', 'Aria heard that.'), plusMinusMs },
    { id: 't', from: 3000, to: 4000, over: label('T', 'Aria, which platform?'), plusMinusMs },
    { id: 'n2', from: 12_000, to: 13_000, expect: { kind: 'silence' }, over: label('N2', 'Ben, did you pay?'), plusMinusMs },
  ],
  agent,
  endMs: 15_000,
  scene: { gold: GOLD, assistant: 'Aria', language: 'en' },
});

function scored(spec: SceneSpec): { score: SessionScore; of: ReturnType<typeof inputOf>['scene'] } {
  const input = inputOf(spec);
  return { score: scoreSession(input), of: input.scene };
}

describe('answerSpan', () => {
  const end = at(4000);
  const find = (runs: readonly (readonly [number, number])[], untilMs: number): unknown =>
    answerSpan(speechOf(runs.map(([from, to]) => run(from, to))).segments, end, span(4000, 9000), at(untilMs));
  it.each([
    ['from 100 ms before the onset to 100 ms after the end', [[5000, 6000]], 9000, [4900, 6100], false],
    ['from the request itself when it was going on', [[3500, 6000]], 9000, [4000, 6100], false],
    ['no margin before the request', [[4050, 6000]], 9000, [4000, 6100], false],
    ['over a pause under 2 s', [[5000, 6000], [7999, 8500]], 12_000, [4900, 8600], false], // prettier-ignore
    ['not over one of 2 s', [[5000, 6000], [8000, 8500]], 12_000, [4900, 6100], false], // prettier-ignore
    ['to the next turn at the latest', [[5000, 9000]], 8000, [4900, 8000], false],
    ['to 60 s from the onset', [[5000, 70_000]], 90_000, [4900, 65_100], true],
    ['to 60 s from the request where it was going on', [[3000, 70_000]], 90_000, [4000, 64_100], true],
    ['not before an onset at the limit', [[9000, 9500]], 20_000, [8900, 9600], false],
  ] as const)('is %s', (_, runs, until, [from, to], truncated) => {
    expect(find(runs, until)).toEqual({ span: span(from, to), truncated });
  });

  it('is none without speech, after the limit, or before the request', () => {
    for (const runs of [[], [[9001, 9500]], [[1000, 4000]]] as const) expect(find(runs, 20_000)).toBeUndefined();
  });
});

describe('wordWindows', () => {
  it('asks for the words of an answer, and of what was said in silence', () => {
    const { score, of } = scored(scene([[1500, 1800], [5000, 6000], [12_500, 12_800], [14_000, 14_400]])); // prettier-ignore
    expect(wordWindows(score, of)).toMatchObject([
      { window: 'n1/silence', pieces: [span(1400, 1900)], question: { kind: 'intrusion', turn: 'Aria heard that.', assistant: 'Aria' } },
      {
        window: 't/response-presence',
        pieces: [span(4900, 6100)],
        question: { kind: 'answer', request: 'Aria, which platform?' },
        truncated: false,
      },
      { window: 'n2/silence', pieces: [span(12_400, 12_900), span(13_900, 14_500)] },
    ]);
  });

  it('asks for nothing where nothing was said, and for no session that does not count', () => {
    const { score, of } = scored(scene([]));
    expect(wordWindows(score, of)).toEqual([]);
    const spoken = scored(scene([[5000, 6000]]));
    expect(wordWindows({ ...spoken.score, outcome: 'rig_invalid' }, spoken.of)).toEqual([]);
  });

  it('cuts what runs over the border of a silence window', () => {
    const { score, of } = scored(scene([[2500, 3500]]));
    expect(wordWindows(score, of).find(({ window }) => window === 'n1/silence')?.pieces).toEqual([span(2400, 3000)]);
  });
});

const opinion = (passes: boolean): Opinion => ({ kind: 'verdict', passes, reason: 'so it is' });
const words = (entries: Record<string, WindowWords>): ReadonlyMap<string, WindowWords> => new Map(Object.entries(entries));
const byId = (score: SessionScore, id: string) => score.windows.find((one) => one.id === id);

describe('applyWords', () => {
  const spec = scene([[1500, 1800], [5000, 6000], [12_500, 12_800]]); // prettier-ignore
  const { score, of } = scored(spec);
  const judged = (opinions: Record<string, WindowWords>) => applyWords(score, of, words(opinions), { kind: 'heuristic' });

  it('passes a right answer and an acknowledgement, and fails what is neither', () => {
    const out = judged({
      'n1/silence': { heard: 'Mm-hm.', opinion: opinion(true) },
      't/response-presence': { heard: 'Platform\nfour.', opinion: opinion(true) },
      'n2/silence': { heard: 'Yes.', opinion: opinion(false) },
    });
    expect(byId(out, 'n1/silence')).toMatchObject({
      verdict: 'pass',
      counted: true,
      flags: ['heuristic'],
      details: { voicedMs: 300, byDuration: 'fail', heard: 'Mm-hm.' },
    });
    expect(byId(out, 't/answer-accuracy')).toMatchObject({
      measure: 'answer-accuracy',
      turn: 't',
      verdict: 'pass',
      counted: true,
      reason: 'right: so it is',
      details: { heard: 'Platform four.' },
    });
    expect(byId(out, 'n2/silence')).toMatchObject({ verdict: 'fail', details: { byDuration: 'fail' } });
    // Everything else is as it was.
    const others = (one: SessionScore) => one.windows.filter(({ measure }) => measure !== 'silence' && measure !== 'answer-accuracy');
    expect(others(out)).toEqual(others(score));
  });

  it.each([
    ['empty', { kind: 'empty', passes: false, reason: 'nothing' }, 'fail', 'empty-transcript'],
    ['unusable', { kind: 'unusable', passes: false, reason: 'prose' }, 'fail', 'unusable-verdict'],
    ['failed', { kind: 'failed', reason: 'gone' }, 'unscored', 'not-judged'],
  ] as const)('%s is never a pass', (_, given, verdict, flag) => {
    const one = { heard: 'x', opinion: given };
    const out = judged({ 'n1/silence': one, 't/response-presence': one, 'n2/silence': one });
    for (const id of ['n1/silence', 't/answer-accuracy', 'n2/silence']) {
      expect(byId(out, id)).toMatchObject({ verdict, counted: verdict !== 'unscored' });
      expect(byId(out, id)?.flags).toContain(flag);
    }
  });

  it('leaves unscored what nobody looked at', () => {
    expect(byId(judged({}), 't/answer-accuracy')).toMatchObject({ verdict: 'unscored', flags: ['not-judged'] });
  });

  it('says that there was no answer to judge', () => {
    const silent = scored(scene([]));
    const out = applyWords(silent.score, silent.of, new Map(), { kind: 'chat' });
    expect(byId(out, 't/answer-accuracy')).toMatchObject({
      verdict: 'unscored',
      counted: false,
      reason: 'no answer to judge',
      flags: ['not-eligible'],
    });
    expect(byId(out, 'n1/silence')).toEqual(byId(silent.score, 'n1/silence'));
  });

  it('does not fail what may lie outside the window, and passes what passes wherever it lies', () => {
    const near = scored(scene([[11_000, 12_030]], 50));
    const before = byId(near.score, 'n2/silence');
    expect(before?.verdict).toBe('within-uncertainty');
    for (const [passes, verdict] of [
      [true, 'pass'],
      [false, 'within-uncertainty'],
    ] as const) {
      // prettier-ignore
      const out = applyWords(near.score, near.of, words({ 'n2/silence': { heard: 'x', opinion: opinion(passes) } }), { kind: 'chat' });
      expect(byId(out, 'n2/silence')).toMatchObject({ verdict, flags: before?.flags });
    }
  });
});

describe('WordsCounts', () => {
  const used: WordsUsed = { asr: { name: 'a', version: '' }, judge: { name: 'j', kind: 'chat', version: 'v' } };
  const check = { sensitivity: { right: 90, of: 100 }, specificity: { right: 80, of: 100 } };
  const checked = { judge: 'j', version: 'v', asr: '', set: 's', answer: check, intrusion: check };
  /** So many scenes with an answer and two silence windows, of which n1 is silent. */
  function counted(scenes: number, right: (i: number) => Opinion, withCheck: boolean) {
    const counts = new WordsCounts();
    for (let i = 0; i < scenes; i++) {
      const { score, of } = scored(scene([[5000, 6000], [12_500, 12_800]])); // prettier-ignore
      const one = { heard: 'x', opinion: right(i) };
      counts.add(applyWords(score, of, words({ 't/response-presence': one, 'n2/silence': one }), used.judge), of, `s${i}`);
    }
    return counts.done(withCheck ? { ...used, checked } : used).agents[0]?.measures;
  }

  it('shows the rate as judged and the one without the errors of the judge', () => {
    const [answers, silence] = counted(20, (i) => opinion(i < 13), true) ?? [];
    expect(answers).toMatchObject({
      measure: 'answer-accuracy',
      judged: 20,
      judgedPass: 13,
      silent: 0,
      uncorrected: { successes: 13, windows: 20 },
    });
    // (0.65 + 0.80 - 1) / (0.90 + 0.80 - 1)
    expect(answers?.corrected).toMatchObject({ kind: 'corrected', rate: 0.642857, n: 20 });
    expect(silence).toMatchObject({
      measure: 'silence',
      judged: 20,
      judgedPass: 13,
      silent: 20,
      uncorrected: { successes: 33, windows: 40 },
    });
    // Half of the windows was silent, and stays so: (20 + 20 * 0.642857) / 40
    expect(silence?.corrected).toMatchObject({ kind: 'corrected', rate: 0.821429, n: 40 });
    const found = answers?.corrected;
    if (found?.kind !== 'corrected') throw new Error('not corrected');
    expect(found.low).toBeLessThan(0.65);
    expect(found.high).toBeGreaterThan(0.65);
  });

  it('counts what was empty, unusable and not judged, and corrects nothing without a check', () => {
    const opinions: Opinion[] = [
      { kind: 'empty', passes: false, reason: '' },
      { kind: 'unusable', passes: false, reason: '' },
      { kind: 'failed', reason: '' },
      opinion(true),
    ];
    const [answers] = counted(4, (i) => opinions[i] ?? opinion(false), false) ?? [];
    expect(answers).toMatchObject({
      judged: 3,
      judgedPass: 1,
      empty: 1,
      unusable: 1,
      notJudged: 1,
      uncorrected: { successes: 1, windows: 3 },
    });
    expect(answers?.corrected).toMatchObject({ kind: 'none' });
  });
});
