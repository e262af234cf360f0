import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { competitorAt } from '../../src/entry-yield/competitor.js';
import type { Exclusion, Kind, Reading } from '../../src/entry-yield/model.js';
import { checkOpportunities, scoreOf } from './vectors.js';

/** Frames of a session at so many a second, from 0 on; the probability by time. */
const frames = (seconds: number, fps: number, p: (t: number) => number, session = ''): [string, number, number][] =>
  Array.from({ length: seconds * fps }, (_, i) => [session, i / fps, p(i / fps)]);
const ramp = frames(10, 10, (t) => t / 10);
const entry = (release: number, resolution: number, kind: Kind = 'ENTRY_WEARER'): object => ({ kind, release, resolution });
const cuts = (onset: number, offset: number, kind: Kind = 'INT_YIELD'): object => ({ kind, onset, offset });
const scoreIn = (review: object, reading: Reading, from = ramp): number | Exclusion | undefined => {
  const { scored, excluded } = scoreOf([review], from, reading);
  return scored[0]?.score ?? excluded[0]?.why;
};

describe('windows', () => {
  it('reference vectors', () => checkOpportunities(fileURLToPath(new URL('../vectors/statistics/', import.meta.url))));

  it.each([
    // Release, resolution: half open, closed.
    [1, 2, 0.19, 0.2],
    [1, 2.05, 0.2, 0.2],
    [1, 1.1, 0.1, 0.11],
    [1, 1.05, 0.1, 0.1],
    [1.01, 1.09, 'no-frame', 'no-frame'],
    // 2.0 s at most.
    [1, 3, 0.29, 0.3],
    [1, 8, 0.29, 0.3],
    [0.3 - 1e-10, 0.4, 0.03, 0.04],
  ])('ENTRY from %d to %d s', (release, resolution, halfOpen, closed) => {
    const [a, b] = [scoreIn(entry(release, resolution), 'half-open'), scoreIn(entry(release, resolution), 'closed')];
    for (const [found, wanted] of [
      [a, halfOpen],
      [b, closed],
    ])
      if (typeof wanted === 'number') expect(found).toBeCloseTo(wanted, 12);
      else expect(found).toBe(wanted);
  });

  it.each([
    // Onset, offset: 1 - p of the first frame from 0.2 s on, as long as the offset lies behind it.
    [1, 3, 0.88],
    [1, 1.25, 0.88],
    [1, 1.2, 'no-frame'],
    [1, 1.1, 'no-frame'],
    [1.05, 3, 0.87],
  ])('YIELD from %d to %d s', (onset, offset, wanted) => {
    const found = scoreIn(cuts(onset, offset), 'half-open');
    if (typeof wanted === 'number') expect(found).toBeCloseTo(wanted, 12);
    else expect(found).toBe(wanted);
  });

  it('YIELD holds the frame at 0.6 s, and none after it', () => {
    const spike = (at: number): number | Exclusion | undefined =>
      scoreIn(
        cuts(1, 5),
        'half-open',
        frames(10, 10, (t) => (Math.abs(t - at) < 0.01 ? 0 : 1)),
      );
    expect([1.1, 1.2, 1.6, 1.7].map(spike)).toEqual([0, 1, 1, 0]);
  });
});

describe('what is excluded, and why', () => {
  const gappy = ramp.filter(([, t]) => t < 4 || t > 4.35);
  it.each<[string, object, [string, number, number][], Exclusion | undefined]>([
    ['a kind of nobody', { kind: 'UNCLEAR' }, ramp, 'unknown-kind'],
    ['the reviewer says so', { ...entry(1, 2), exclude: 'two talk at once' }, ramp, 'by-reviewer'],
    ['provisional', { ...entry(1, 2), provisional: true }, ramp, 'provisional'],
    ['no release', { kind: 'ENTRY_WEARER', resolution: 2 }, ramp, 'no-release'],
    ['after its outcome', entry(2, 2), ramp, 'after-outcome'],
    ['an offset before the onset', cuts(2, 1), ramp, 'after-outcome'],
    ['nobody crosses', { kind: 'INT_YIELD', wearer_offset: 3, others: [{ onset: 4, offset: 5 }] }, ramp, 'no-competitor'],
    ['no frames', { ...entry(1, 2), session: 'other' }, ramp, 'no-session'],
    ['before the start', entry(0, 1), ramp.slice(5), 'before-the-start'],
    ['past the end', entry(9, 12), ramp, 'past-the-end'],
    ['wholly past the end', entry(20, 21), ramp, 'past-the-end'],
    ['to the very end', entry(9, 10), ramp, undefined],
    ['in a gap', entry(4.05, 4.3), gappy, 'gap'],
    ['over a gap', entry(3.5, 4.6), gappy, 'gap'],
    ['before a gap', entry(3, 4), gappy, undefined],
    ['behind a gap', entry(4.4, 5), gappy, undefined],
    ['a yield over a gap', cuts(3.5, 6), gappy, 'gap'],
  ])('%s', (_, review, from, why) => {
    const score = scoreOf([review], from);
    expect(score.excluded.map((one) => one.why)).toEqual(why === undefined ? [] : [why]);
    expect(score.scored).toHaveLength(why === undefined ? 1 : 0);
    expect(score.exclusions).toMatchObject(why === undefined ? [] : [{ why, count: 1 }]);
  });

  it('coverage counts reviews, diagnostics apart', () => {
    const score = scoreOf([entry(1, 2), entry(20, 21), entry(3, 4, 'ENTRY_OTHER_TO_OTHER'), entry(5, 6, 'ENTRY_WEARER_BACKCHANNEL')], ramp);
    expect(score.tasks.entry).toMatchObject({ positives: 1, negatives: 1, reviews: 3, scored: 2, prevalence: 0.5, ap: 0.5 });
    expect(score.backchannel).toMatchObject({ positives: 1, backchannels: 1 });
    expect(score.tasks.yield).toMatchObject({ ap: undefined, prevalence: undefined, coverage: undefined, reviews: 0 });
  });
});

describe('sessions and frames', () => {
  it('sessions never mix', () => {
    const both = [...frames(5, 10, () => 0.2, 'a'), ...frames(5, 20, () => 0.9, 'b')];
    const { scored, sessions } = scoreOf(
      [
        { ...entry(1, 2), session: 'a' },
        { ...entry(1, 2), session: 'b' },
      ],
      both,
    );
    expect(scored.map(({ session, score, frames: n }) => [session, score, n])).toEqual([
      ['a', 0.2, 10],
      ['b', 0.9, 20],
    ]);
    expect(sessions).toMatchObject([
      { session: 'a', frames: 50, gaps: 0, scored: 1 },
      { session: 'b', frames: 100 },
    ]);
  });

  it('whatever the frame rate: the highest probability of the window, by its definition', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 50, maxLength: 50 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (fps, values, from, length) => {
          const [t0, t1] = [from / 10, (from + length) / 10];
          const own = frames(12, fps, (t) => (values[Math.floor(t * 4) % 50] ?? 0) / 100);
          const inside = own.filter(([, t]) => t >= t0 - 1e-9 && t < Math.min(t1, t0 + 2) - 1e-9).map(([, , p]) => p);
          const found = scoreIn(entry(t0, t1), 'half-open', own);
          expect(found).toBe(inside.length === 0 ? 'no-frame' : Math.max(...inside));
          const late = own.filter(([, t]) => t >= t0 + 0.2 - 1e-9 && t <= t0 + 0.6 + 1e-9 && t < t1 - 1e-9).map(([, , p]) => 1 - p);
          expect(scoreIn(cuts(t0, t1), 'half-open', own)).toBe(late.length === 0 ? 'no-frame' : Math.max(...late));
        },
      ),
    );
  });
});

describe('several competitors', () => {
  const at = (onset: number, offset: number): { onset: number; offset: number; speaker: undefined } => ({
    onset,
    offset,
    speaker: undefined,
  });
  it.each([
    ['the latest that crosses', [at(1, 5), at(2, 4), at(2.5, 2.9)], 3, 2, 2],
    ['within the tolerance', [at(3.05, 4)], 3, 3.05, 1],
    ['outside of it', [at(3.06, 4), at(1, 2.94)], 3, undefined, 0],
    ['none', [], 3, undefined, 0],
  ])('%s', (_, others, offset, onset, eligible) => {
    const found = competitorAt(others, offset, 0.05);
    expect(found?.chosen.onset).toBe(onset);
    expect(found?.eligible ?? 0).toBe(eligible);
  });

  it('the number of eligible ones stands beside the event', () => {
    const others = [
      { onset: 1, offset: 5 },
      { onset: 2, offset: 4, speaker: '3' },
    ];
    expect(scoreOf([{ kind: 'INT_YIELD', wearer_offset: 3, others }], ramp).scored).toMatchObject([{ opens: 2, end: 4, eligible: 2 }]);
  });
});
