/** Selective participation: what is said of a window, and which edges make its rules unsure. */
import { describe, expect, it } from 'vitest';
import { viewScene } from '../../src/score/input.js';
import { uncertaintyAt } from '../../src/score/selective-answer.js';
import { observationOf } from '../../src/score/selective-yield.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import type { Segment } from '../../src/vad/model.js';
import { at, inputOf, lost, reply, run, span, speechOf, windowOf, type SceneSpec } from './fixtures.js';

const END = 10_000;
type Agent = SceneSpec['agent'];
const request = (agent: Agent, more: Partial<SceneSpec> = {}): SceneSpec => ({
  turns: [{ id: 't', from: END - 3000, to: END, expect: reply(), over: { label: 'T' } }],
  agent: agent.map(([from, to, plusMinus]) => [END + from, END + to, plusMinus ?? 0] as const),
  ...more,
});
/** Q from -1.5 s to 0, R from 3.0 to 4.2 s. */
const question = (agent: Agent, length = 1200, more: Partial<SceneSpec> = {}): SceneSpec => ({
  turns: [
    { id: 'q', from: END - 1500, to: END, over: { label: 'N4Q' } },
    { id: 'r', from: END + 3000, to: END + 3000 + length, over: { label: 'N4R' } },
  ],
  agent: agent.map(([from, to, plusMinus]) => [END + from, END + to, plusMinus ?? 0] as const),
  ...more,
});

describe('new initiation', () => {
  const of = (agent: Agent, more: Partial<SceneSpec> = {}) => windowOf(request(agent, more), 't/new-initiation');
  it('says how soon, and how it came to be', () => {
    expect(of([[1200, 3000, 2]])).toMatchObject({
      reason: 'began to speak 1200 ms after the request',
      value: { kind: 'measured', ms: 1200, plusMinusMs: 2 },
      flags: [],
      limitMs: 5000,
      window: span(END, END + 5000),
      evidence: span(END - 1000, END + 3200),
      details: { speakingAtEnd: false },
    });
    expect(of([[-500, 3000]])).toMatchObject({
      reason: 'was speaking when the request ended',
      value: { kind: 'none' },
      flags: ['already-speaking'],
      evidence: span(END - 1000, END + 2000),
      details: { speakingAtEnd: true },
    });
    expect(of([])).toMatchObject({ reason: 'did not begin to speak within 5 s of the request', value: { kind: 'none' }, flags: [] });
  });
  it('in a hole is as unsure as that', () => {
    const input = inputOf(request([]));
    const inHole: Segment = { ...run(END + 1200, END + 3000), fromIn: span(END + 900, END + 1200) };
    const [found] = scoreSession({ ...input, speech: speechOf([inHole]) }).windows.filter(({ measure }) => measure === 'new-initiation');
    expect(found?.value).toEqual({ kind: 'interval', fromMs: 900, toMs: 1200 });
  });
  it('cannot be told where audio was lost and nothing else was heard', () => {
    const holes = (from: number, to: number) => ({ holes: [lost(END + from, END + to)] });
    expect(of([], holes(4880, 6000)).verdict).toBe('unscored');
    expect(of([], holes(4881, 6000)).verdict).toBe('fail');
    expect(of([], holes(-1000, 120)).verdict).toBe('unscored');
    expect(of([], holes(-1000, 119)).verdict).toBe('fail');
    expect(of([[3000, 4000]], holes(1000, 2000)).verdict).toBe('pass');
    expect(of([[-500, 500]], holes(1000, 2000)).verdict).toBe('fail');
    expect(windowOf(request([], holes(1000, 2000)), 't/response-presence').verdict).toBe('unscored');
  });
});

describe('what makes a rule unsure', () => {
  const view = (plusMinusMs: number) => {
    const [only] = viewScene(inputOf({ turns: [{ id: 't', from: 1000, to: 2000, plusMinusMs }], agent: [] })).turns;
    if (!only) throw new Error('no turn');
    return only;
  };
  const edge = (from: number, fromMs: number, to: number, toMs: number): Segment => ({
    ...run(from, to),
    fromPlusMinus: msToSamples(fromMs),
    toPlusMinus: msToSamples(toMs),
  });
  const of = (segments: Segment[], plusMinusMs = 0, by = 0) => uncertaintyAt(view(plusMinusMs), segments, [rigPos(at(5000) + by)]) / 48;
  it('is an edge at most its own uncertainty from a border, onset and end apart', () => {
    expect([0, 1].map((by) => of([edge(5003, 3, 9000, 100)], 0, -by))).toEqual([3, 0]);
    expect([0, 1].map((by) => of([edge(4997, 3, 9000, 100)], 0, by))).toEqual([3, 0]);
    expect([0, 1].map((by) => of([edge(1000, 100, 5003, 3)], 0, -by))).toEqual([3, 0]);
    expect([0, 1].map((by) => of([edge(1000, 100, 4997, 3)], 0, by))).toEqual([3, 0]);
    expect(of([edge(1000, 3000, 9000, 3000)])).toBe(0);
  });
  it('is as wide as the turn and the edge together, and the widest of several', () => {
    expect(of([edge(5005, 4, 9000, 0)], 3)).toBe(5);
    expect(of([edge(1000, 0, 5005, 4)], 3)).toBe(5);
    expect(of([edge(1000, 0, 4998, 8), edge(5001, 2, 9000, 0)])).toBe(8);
    expect(of([edge(1000, 0, 4999, 2), edge(5001, 8, 9000, 0)])).toBe(8);
    expect(of([edge(1000, 4000, 5000, 1), edge(5001, 1, 9000, 4000)])).toBe(4000);
    expect(of([])).toBe(0);
  });
});

describe('the answer to a question that is resolved', () => {
  const of = (agent: Agent, length?: number, more?: Partial<SceneSpec>) => windowOf(question(agent, length, more), 'r/answer-window-yield');
  it.each<readonly [Agent, string]>([
    [[[-1000, 4000]], 'not eligible: spoke during the question'],
    [[[-3000, -1400], [1000, 4000]], 'not eligible: spoke during the question'],
    [[], 'not eligible: gave no answer before the resolution'],
    [[[3100, 4000]], 'not eligible: gave no answer before the resolution'],
    [[[500, 2500]], 'not eligible: was silent again when the resolution began'],
    [[[1000, 4000]], 'yielded to the resolution'],
    [[[1000, 5500]], 'spoke on, or again, 2 s after the resolution began'],
    [[[1000, 5005, 10]], 'an edge lies at a border of the observation'],
    [[[5, 4000, 10]], 'eligible or not: an edge lies at a border'],
  ])('%j: %s', (agent, reason) => {
    expect(of(agent).reason).toBe(reason);
    expect(of(agent).flags).toEqual(reason.startsWith('not eligible') ? ['not-eligible'] : []);
  }); // prettier-ignore
  it('is observed from R + 2 s to half a second after the resolution, and no shorter than that moment', () => {
    const observation = (length: number) =>
      observationOf({ questionStart: at(0), questionEnd: at(1), start: at(3000), end: at(3000 + length) });
    expect(observation(1200)).toEqual(span(5000, 5000));
    expect(observation(1500)).toEqual(span(5000, 5000));
    expect(observation(1501)).toEqual(span(5000, 5001));
    expect(of([[1000, 4000]], 3400)).toMatchObject({
      window: span(END + 5000, END + 6900),
      evidence: span(END + 2000, END + 8900),
    });
    expect(windowOf(question([[1000, 4000]]), 'r/window-response')).toMatchObject({
      window: span(END - 1500, END + 3000),
      reason: 'spoke between the question and its resolution',
    });
    expect(windowOf(question([[3001, 4000]]), 'r/window-response').reason).toBe('kept silent between the question and its resolution');
  });
  it('responds from the first sample of the question to that of its resolution', () => {
    const response = (from: number, to: number) => windowOf(question([[from, to]]), 'r/window-response').verdict;
    expect([response(-3000, -1500), response(-3000, -1499), response(3000, 4000), response(3001, 4000)]).toEqual([
      'fail',
      'pass',
      'pass',
      'fail',
    ]);
    expect(windowOf(question([[2995, 4000, 10]]), 'r/window-response').verdict).toBe('within-uncertainty');
  });
  it('moves as a whole: edges that would have to be off in opposite ways make nothing unsure', () => {
    // Silent in the question only when all lies later, speaking at R only when all lies earlier.
    expect(of([[-3000, -1495, 10], [1000, 2995, 10]])).toMatchObject({ verdict: 'unscored', reason: /during the question/ as never }); // prettier-ignore
    // Silent at its start only when all lies later, at its end only when all lies earlier.
    expect(of([[-3000, -1495, 10], [-5, 4000, 10]]).verdict).toBe('unscored'); // prettier-ignore
    // Quiet at the observation's beginning only when all lies later, at its end only when all lies earlier.
    expect(of([[1000, 5005, 10], [6895, 8000, 10]], 3400)).toMatchObject({ verdict: 'fail' }); // prettier-ignore
    // Each by itself does.
    expect(of([[-3000, -1495, 10], [1000, 4000]]).verdict).toBe('within-uncertainty'); // prettier-ignore
    expect(of([[-5, 4000, 10]]).verdict).toBe('within-uncertainty');
    expect(of([[1000, 4000], [6895, 8000, 10]], 3400).verdict).toBe('within-uncertainty'); // prettier-ignore
  });
  it('cannot be told where audio was lost from the question’s first sample to the observation’s last', () => {
    const lostAt = (from: number, to: number) =>
      of([[1000, 4000]], 1200, { holes: [{ from: rigPos(from), to: rigPos(to), kind: 'unknown' }] }).verdict;
    const [start, last] = [at(END - 1500), at(END + 5000)];
    const least = msToSamples(120);
    expect([least - 1, least].map((part) => lostAt(start - 4800, start + part))).toEqual(['pass', 'unscored']);
    expect([least - 1, least].map((part) => lostAt(last + 1 - part, last + 48_000))).toEqual(['pass', 'unscored']);
  });
});
