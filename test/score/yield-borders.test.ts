/** Yielding: which stop counts, how far it is looked, and what is told beside the verdict. */
import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../src/scenario/model.js';
import { scoreSession } from '../../src/score/session.js';
import { observedQuiet } from '../../src/score/yield.js';
import { msToSamples } from '../../src/time/position.js';
import { at, inputOf, lost, run, span, speechOf, windowOf, type SceneSpec } from './fixtures.js';

type Agent = SceneSpec['agent'];
type Yield = Extract<Expectation, { kind: 'yield' }>;
const yieldOf = (within: number, quiet: number, more: Partial<Yield> = {}): Expectation => ({
  kind: 'yield',
  within: msToSamples(within),
  quiet: msToSamples(quiet),
  ...more,
});
/** A turn from 3.0 to 5.0 s; the next one, where there is one, at `next`. */
const barge = (agent: Agent, expect = yieldOf(800, 1500), more: Partial<SceneSpec> & { next?: number; plusMinusMs?: number } = {}) => {
  const { next, plusMinusMs = 0, ...rest } = more;
  const turns = [
    { id: 'b', from: 3000, to: 5000, expect, plusMinusMs },
    ...(next === undefined ? [] : [{ id: 'n', from: next, to: next + 500 }]),
  ];
  return windowOf({ turns, agent, ...rest }, 'b/yield');
};

describe('the stop', () => {
  it('is the first after which it keeps quiet, of several', () => {
    const agent: Agent = [[1000, 3200], [3400, 3600], [5100, 5500], [9000, 9500]]; // prettier-ignore
    expect(barge(agent)).toMatchObject({ verdict: 'pass', value: { ms: 600 }, details: { firstStopMs: 200, restartMs: 400 } });
    expect(barge(agent, yieldOf(800, 1501))).toMatchObject({ verdict: 'fail', value: { ms: 2500 } });
  });
  it('says of a late one when it first stopped, and where it was back', () => {
    const late = barge([[1000, 3200], [3400, 3600], [3900, 4500], [9000, 9500]]); // prettier-ignore
    expect(late).toMatchObject({ verdict: 'fail', evidence: { from: at(2000), to: at(6500) } });
    expect(late.reason).toBe('stopped after 200 ms but was back after 400 ms; silent for good after 1500 ms');
  });
  it('is looked for up to the next turn and no farther', () => {
    expect(barge([[1000, 3400], [4000, 4500]], yieldOf(800, 500), { next: 4000 })).toMatchObject({ verdict: 'pass', value: { ms: 400 } }); // prettier-ignore
    expect(barge([[1000, 3400], [4000, 4500]], yieldOf(800, 1000), { next: 4000 })).toMatchObject({ verdict: 'unscored', flags: ['quiet-cut-short'] }); // prettier-ignore
    expect(barge([[1000, 2800], [3300, 3500]], yieldOf(800, 100), { next: 3200 })).toMatchObject({ verdict: 'unscored', reason: 'no end of the speech was found' }); // prettier-ignore
    expect(barge([[1000, 4000]], yieldOf(800, 100), { next: 4000 })).toMatchObject({
      verdict: 'fail',
      value: { kind: 'censored', aboveMs: 1000 },
    });
    expect(barge([[1000, 3999]], yieldOf(800, 1), { next: 4000 })).toMatchObject({ verdict: 'fail', value: { kind: 'measured', ms: 999 } });
  });
  it('that does not come is a fail once the limit was surely observed', () => {
    const endless = (endMs: number, plusMinusMs = 0) => barge([[1000, 60_000]], yieldOf(800, 1500), { endMs, plusMinusMs });
    expect(endless(3800)).toMatchObject({
      verdict: 'unscored',
      reason: 'the window ended before the limit',
      value: { kind: 'censored', aboveMs: 800 },
    });
    expect(endless(3801)).toMatchObject({
      verdict: 'fail',
      reason: 'did not stop in the 801 ms that were observed',
      evidence: span(2000, 5801),
    });
    expect(endless(3805, 5).verdict).toBe('unscored');
    expect(endless(3806, 5).verdict).toBe('fail');
  });
  it('is as unsure as the turn and the end together', () => {
    const verdict = (end: number) => barge([[1000, end, 4]], yieldOf(800, 1500), { plusMinusMs: 3 }).verdict;
    expect([3795, 3796, 3805, 3806].map(verdict)).toEqual(['pass', 'within-uncertainty', 'within-uncertainty', 'fail']);
    expect(barge([[1000, 3400, 4]], yieldOf(800, 1500), { plusMinusMs: 3 }).value).toEqual({ kind: 'measured', ms: 400, plusMinusMs: 5 });
  });
  it('in a hole is known to lie in it', () => {
    const input = inputOf({ turns: [{ id: 'b', from: 3000, to: 5000, expect: yieldOf(800, 1500) }], agent: [] });
    const score = (toIn: boolean) =>
      scoreSession({ ...input, speech: speechOf([{ ...run(1000, 3400), ...(toIn ? { toIn: span(3400, 3600) } : {}) }]) }).windows[0];
    expect(score(true)).toMatchObject({ value: { kind: 'interval' }, flags: ['in-hole'] });
    expect(score(false)).toMatchObject({ value: { kind: 'measured' }, flags: [] });
  });
});

describe('the quiet', () => {
  it('may end with the turn where a reply is expected or allowed, and not otherwise', () => {
    const agent: Agent = [[1000, 3400], [5000, 6000]]; // prettier-ignore
    expect(barge(agent, yieldOf(800, 5000, { mayReply: true })).verdict).toBe('pass');
    expect(barge(agent, yieldOf(800, 5000, { reply: { within: 1, once: true } })).verdict).toBe('pass');
    expect(barge(agent, yieldOf(800, 5000)).verdict).toBe('fail');
    // One that is over before the turn ends is over.
    expect(barge([[1000, 3400], [4900, 6000]], yieldOf(800, 1500, { mayReply: true })).verdict).toBe('pass'); // prettier-ignore
    expect(barge([[1000, 3400], [4899, 6000]], yieldOf(800, 1500, { mayReply: true })).verdict).toBe('fail'); // prettier-ignore
  });
  it('is unsure where the return may lie inside it, also of a stop in time only', () => {
    const back = (from: number, stop = 3400) => barge([[1000, stop, 3], [from, 9000, 4]]).verdict; // prettier-ignore
    expect([4900, 4904, 4905].map((from) => back(from))).toEqual(['within-uncertainty', 'within-uncertainty', 'pass']);
    expect(back(5402, 3900)).toBe('fail');
  });
  it('flags what came over the user after it', () => {
    const flags = (from: number) => barge([[1000, 3400], [from, from + 500]], yieldOf(800, 1000)).flags; // prettier-ignore
    expect([4400, 4999, 5000].map(flags)).toEqual([['restart-over-user'], ['restart-over-user'], []]);
    // What it said before the stop was no restart after it.
    expect(barge([[1000, 3200], [3400, 3700]], yieldOf(800, 1000)).flags).toEqual([]); // prettier-ignore
  });
  it('cannot be told where it was lost: from the stop to its end', () => {
    const holes = (from: number, to: number) => barge([[1000, 3400]], yieldOf(800, 1500), { holes: [lost(from, to)] }).verdict;
    expect([holes(3000, 3520), holes(3000, 3519), holes(4780, 6000), holes(4781, 6000)]).toEqual(['unscored', 'pass', 'unscored', 'pass']);
    // A stop that was late is late.
    expect(barge([[1000, 3900]], yieldOf(800, 1500), { holes: [lost(4000, 4500)] }).verdict).toBe('fail');
  });
  it('was observed to its end, or is said to how far', () => {
    expect(observedQuiet(at(1000), at(2000), at(2000))).toBeUndefined();
    expect(observedQuiet(at(1000), at(1999), at(2000))).toBe('quiet was observed for 999 ms of 1000 ms only');
    expect(observedQuiet(at(1000), at(500), at(2000))).toBe('quiet was observed for 0 ms of 1000 ms only');
    const flags = (endMs: number) => barge([[1000, 3400]], yieldOf(800, 1500), { endMs }).flags;
    expect([flags(4900), flags(4899)]).toEqual([[], ['quiet-cut-short']]);
  });
});

describe('beside the verdict', () => {
  it('are bursts under 300 ms and blips from the first stop on', () => {
    const details = (agent: Agent, next?: number) => barge(agent, yieldOf(3000, 500), next === undefined ? {} : { next }).details;
    expect(details([[1000, 3400], [3600, 3899], [4400, 4700]])).toMatchObject({ burstsAfter: 1 }); // prettier-ignore
    expect(details([[1000, 3000], [3100, 3400], [3400, 3500], [4000, 4100], [5000, 5100]])).toMatchObject({ firstStopMs: 400, blipsAfter: 3 }); // prettier-ignore
    expect(details([[1000, 3400], [6000, 6100]], 6000)).toMatchObject({ blipsAfter: 0 }); // prettier-ignore
    expect(details([[1000, 3400], [5999, 6100]], 6000)).toMatchObject({ blipsAfter: 1 }); // prettier-ignore
    expect(details([[1000, 3400]])).toEqual({ firstStopMs: 400, burstsAfter: 0, blipsAfter: 0 });
  });
});
