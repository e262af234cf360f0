/** Scores of selective participation over scenes: each with its own denominator, and no total. */
import { describe, expect, it } from 'vitest';
import { selectiveLines } from '../../src/report/selective-console.js';
import { separate } from '../../src/score/counted.js';
import { SelectiveCounts } from '../../src/score/selective/counts.js';
import type { SelectiveSummary } from '../../src/score/selective/model.js';
import { summarise } from '../../src/score/summarise.js';
import { madeRun, type MadeScene } from './selective-run.js';

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const YES = { initiation: 'pass', presence: 'pass' } as const;
const NO = { initiation: 'fail', presence: 'fail' } as const;
const ALREADY = { initiation: 'fail', presence: 'pass', already: true } as const;

function counted(made: readonly MadeScene[]): SelectiveSummary {
  const run = madeRun(made);
  const counts = new SelectiveCounts(run);
  for (const result of run.results) counts.add(result);
  return separate<SelectiveSummary>(counts.done()!).value;
}
const explicit = (i: number, more: Partial<MadeScene>): MadeScene => ({ pair: `p${i}`, condition: 'explicit', ...more });
const implicit = (i: number, more: Partial<MadeScene>): MadeScene => ({ pair: `p${i}`, condition: 'implicit', ...more });

describe('selective participation over scenes', () => {
  it('counts each score over its own windows, by condition', () => {
    const { scores } = counted([
      explicit(0, { t: { ...YES, right: 'pass' }, silences: [0, 150], n4: { voiced: true, fresh: true, yielded: 'pass' } }),
      explicit(1, { t: { ...ALREADY, right: 'fail' }, silences: [0], n4: { voiced: true, fresh: false } }),
      explicit(2, { t: NO, silences: [400, 0], n4: { voiced: false, fresh: false } }),
      implicit(0, { t: NO, silences: [0] }),
    ]);
    expect(scores.map(({ condition, scenes }) => [condition, scenes])).toEqual([['explicit', 3], ['implicit', 1]]); // prettier-ignore
    expect(scores[0]).toMatchObject({
      newInitiation: { successes: 1, windows: 3 },
      responsePresence: { successes: 2, windows: 3 },
      answerAccuracy: { successes: 1, windows: 2, unscored: 0 },
      silence: { successes: 3, windows: 5 },
      answerWindowYield: { successes: 1, windows: 1, unscored: 0 },
      windowResponse: { successes: 2, windows: 3 },
      identity: { requests: 3, presence: 2, newInitiation: 1, alreadySpeaking: 1, holds: true },
      funnel: { windows: 3, voiced: 2, eligibleNew: 1, atResolution: 1, yielded: 1, undecided: 0, unscored: 0 },
    });
    expect(scores[0]!.silenceByDuration.map(({ limitMs, pass, of }) => [limitMs, pass, of])).toEqual([
      [0, 3, 5],
      [100, 3, 5],
      [200, 4, 5],
      [300, 4, 5],
      [500, 5, 5],
    ]);
    expect(scores[1]).not.toHaveProperty('answerAccuracy');
  });

  it('leaves out what the rig spoiled and what the agent failed, and says what could not be decided', () => {
    const { scores } = counted([
      explicit(0, { t: YES, n4: { voiced: true, fresh: true, yielded: 'within-uncertainty' } }),
      explicit(1, { t: YES, outcome: 'rig_invalid' }),
      explicit(2, { t: NO, outcome: 'agent_failure' }),
      explicit(3, { t: { initiation: 'within-uncertainty', presence: 'pass' } }),
      explicit(4, { t: { initiation: 'unscored', presence: 'unscored' }, blips: 2 }),
    ]);
    expect(scores[0]).toMatchObject({
      sessions: 3,
      newInitiation: { successes: 1, windows: 1, withinUncertainty: 1, unscored: 1 },
      responsePresence: { successes: 2, windows: 2, unscored: 1 },
      // Only of requests of which both are known.
      identity: { requests: 1, holds: true },
      funnel: { windows: 1, atResolution: 0, undecided: 1 },
      blips: { afterRequest: 2 },
    });
  });

  it('says so where presence - new initiation is not the share already speaking', () => {
    const summary = counted([explicit(0, { t: { initiation: 'fail', presence: 'pass', already: false } })]);
    expect(summary.scores[0]?.identity.holds).toBe(false);
    expect(selectiveLines(summary).join('\n')).toContain('please report it');
  });

  it('holds explicit against implicit with McNemar’s exact test over the pairs', () => {
    const rows = (n: number, from: number, e: MadeScene['t'], i: MadeScene['t']): MadeScene[] =>
      range(n).flatMap((k) => [explicit(from + k, { t: e! }), implicit(from + k, { t: i! })]);
    // The check value of the protocol: 90 explicit-only against 78 implicit-only.
    const { pairs } = counted([...rows(90, 0, YES, NO), ...rows(78, 90, NO, ALREADY), ...rows(40, 168, YES, YES)]);
    expect(pairs).toHaveLength(1);
    expect(pairs?.[0]).toMatchObject({
      agent: 'a',
      suite: 's',
      pairs: 208,
      test: 'mcnemar',
      onlyA: 90,
      onlyB: 78,
      interval: { method: 'paired-score' },
    });
    expect(pairs?.[0]?.pValue).toBeCloseTo(0.3961, 4);
    expect(pairs?.[0]?.difference).toBeCloseTo(-12 / 208, 6);
  });

  it('collapses the repeats of a pair to one difference, tested by their signs', () => {
    const { pairs } = counted(
      range(8).flatMap((i) =>
        range(3).flatMap((k) => [explicit(i, { t: YES, repeat: k + 1 }), implicit(i, { t: k === 0 ? YES : NO, repeat: k + 1 })]),
      ),
    );
    expect(pairs?.[0]).toMatchObject({ pairs: 8, test: 'sign-flip', difference: -0.666667 });
    expect(pairs?.[0]?.pValue).toBeCloseTo(2 / 256, 5);
  });

  it('tells where in the scene requests fail', () => {
    const { scores } = counted(range(40).map((i) => explicit(i, { before: i % 8, t: i % 8 < 4 ? YES : NO })));
    const [first] = scores;
    expect(first?.positions.map(({ turn, requests, newInitiation }) => [turn, requests, newInitiation])).toEqual(
      range(8).map((i) => [i + 1, 5, i < 4 ? 5 : 0]),
    );
    const trend = first?.trends.find(({ what, by }) => what === 'new-initiation' && by === 'turn');
    expect(trend).toMatchObject({ requests: 40, slope: -0.190476 });
    expect(trend!.rho).toBeLessThan(-0.8);
    expect(trend!.high!).toBeLessThan(0);
    const seconds = first?.trends.find(({ what, by }) => what === 'new-initiation' && by === 'seconds');
    expect(seconds?.slope).toBeCloseTo(-0.190476 / 4, 5);
    // Nothing varies with place: no rank correlation, and no slope but 0.
    const flat = counted(range(20).map((i) => explicit(i, { before: i % 4, t: YES }))).scores[0]?.trends[0];
    expect(flat).toMatchObject({ slope: 0 });
    expect(flat).not.toHaveProperty('rho');
  });

  it('has intervals from ten scenes on, and prints counts alone below ten windows', () => {
    const summary = counted(
      range(12).map((i) => explicit(i, { t: i < 9 ? YES : NO, n4: { voiced: true, fresh: true, yielded: i < 4 ? 'pass' : 'unscored' } })),
    );
    expect(summary.scores[0]?.newInitiation.interval).toMatchObject({ kind: 'interval', method: 'wilson' });
    const text = selectiveLines(summary).join('\n');
    expect(text).toContain('0.7500 (9 of 12)');
    expect(text).toMatch(/eligible N4\) +4 of 4\n/);
    expect(text).toContain('12 windows, 12 voiced, 12 new after a silent question, 4 still speaking at the resolution, 4 yielded');
  });

  it('is in a run’s summary, and not in one of another protocol', () => {
    const run = madeRun([explicit(0, { t: YES, silences: [0] })]);
    expect(summarise(run, run.results).selective?.scores).toHaveLength(1);
    expect(summarise(run, []).selective).toBeUndefined();
  });
});
