/** Stored scores, read with suspicion. */
import { describe, expect, it } from 'vitest';
import { SCORER_VERSION } from '../../src/score/constants.js';
import type { WindowScore } from '../../src/score/model.js';
import { NO_SPEECH } from '../../src/score/all-tracks.js';
import { parseScore, parseSummary, parseWordsStamp } from '../../src/score/stored.js';
import { summarise } from '../../src/score/summarise.js';
import { madeRun } from './selective-run.js';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const YES = { initiation: 'pass', presence: 'pass', right: 'pass' } as const;
const made = madeRun(
  Array.from({ length: 12 }, (_, i) => ({ pair: `p${i}`, condition: 'explicit' as const, t: YES, silences: [0, i < 3 ? 400 : 0] })),
);
const scorer = { version: SCORER_VERSION, detector: 'silero', modelHash: 'a' };
const summary = JSON.parse(JSON.stringify({ ...summarise(made, made.results), scorer })) as Readonly<Record<string, unknown>>;
const [result] = made.results;
const score = JSON.parse(JSON.stringify({ ...result, turns: [], speech: NO_SPEECH, span: { from: 0, to: 1 } })) as Readonly<
  Record<string, unknown>
> & { readonly windows: readonly WindowScore[] };

describe('a stored summary', () => {
  it('comes back as it was written', () => expect(parseSummary(bytes(summary), 's.json')).toEqual(summary));
  it.each<[string, unknown, RegExp]>([
    ['no list of measures', { ...summary, measures: 'x' }, /^s\.json is damaged at measures: /],
    ['null for the scorer', { ...summary, scorer: null }, /damaged at scorer/],
    ['no outcomes', { ...summary, outcomes: undefined }, /damaged at outcomes/],
    ['a count below zero', { ...summary, outcomes: [{ agent: 'a', scored: -5, agentFailure: 0, rigInvalid: 0, missing: 0 }] }, /outcomes\.0\.scored/], // prettier-ignore
    ['rates without counts', { ...summary, statistics: { rates: [{}] } }, /statistics\.rates\.0/],
    ['a list', [], /damaged at its top/],
    ['null', null, /damaged at its top/],
  ])('with %s is damaged', (_what, json, message) => {
    expect(() => parseSummary(bytes(json), 's.json')).toThrow(message);
    expect(() => parseSummary(bytes(json), 's.json')).toThrow(expect.objectContaining({ code: 'run-folder', hint: 'turnrig score RUN makes it anew.' })); // prettier-ignore
  });
  it('of another scorer gives no more than that', () => {
    const other = { run: 'r', scorer: { ...scorer, version: SCORER_VERSION + 1 }, measures: 'of another shape' };
    expect(parseSummary(bytes(other), 's.json')).toEqual({ run: 'r', scorer: other.scorer, sessions: [], measures: [], outcomes: [] });
    expect(parseSummary(bytes({ run: 'r' }), 's.json').scorer).toBeUndefined();
  });
  it('that is no JSON is damaged', () =>
    expect(() => parseSummary(new TextEncoder().encode('{'), 's.json')).toThrow('s.json is damaged: it is not JSON'));
});

describe('a stored score', () => {
  it('comes back as it was written', () => expect(JSON.stringify(parseScore(bytes(score), 'x.json'))).toBe(JSON.stringify(score)));
  it.each<[string, unknown, RegExp]>([
    ['nothing', {}, /^x\.json is damaged at attempt: /],
    ['null for its windows', { ...score, windows: null }, /damaged at windows/],
    ['a window of no measure', { ...score, windows: [{ ...score.windows[0], measure: 'charm' }] }, /windows\.0\.measure/],
    ['a window without a value', { ...score, windows: [{ ...score.windows[0], value: { kind: 'measured' } }] }, /windows\.0\.value\.ms/],
    ['speech that is none', { ...score, speech: [] }, /damaged at speech/],
  ])('with %s is damaged', (_what, json, message) => expect(() => parseScore(bytes(json), 'x.json')).toThrow(message));
});

it('what words were judged with is named whole, or the file is damaged', () => {
  const stamp = { asr: { name: 'a', version: '1' }, judge: { name: 'j', version: '2' } };
  expect(parseWordsStamp(bytes({ ...stamp, agents: [] }), 'w.json')).toMatchObject(stamp);
  expect(() => parseWordsStamp(bytes({ ...stamp, judge: {} }), 'w.json')).toThrow(/^w\.json is damaged at judge\.name/);
});
