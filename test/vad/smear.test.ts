import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { msToSamples, samplesToMs } from '../../src/time/position.js';
import { LevelTrack, type Side } from '../../src/vad/level.js';
import { clearOfSmear, doubt, LEAST_DOUBT } from '../../src/vad/smear.js';

/** One millisecond after the other, each at a level in dB under a voice of -10 dB: noise of a seed, so that no period meets the windows. */
function track(levels: readonly number[]): LevelTrack {
  let state = 7;
  const next = (): number => ((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * 2 - 1;
  const samples = Float32Array.from(
    { length: levels.length * 48 },
    (_, i) => next() * 0.3 * 10 ** ((levels[Math.floor(i / 48)] ?? -120) / 20),
  );
  return new LevelTrack(samples);
}
const flat = (ms: number, db: number): number[] => Array<number>(ms).fill(db);
const slope = (ms: number, from: number, to: number): number[] => Array.from({ length: ms }, (_, i) => from + ((to - from) * (i + 1)) / ms);
/** The same sound either way round. */
const sided = (side: Side, endsWith: readonly number[]): { level: LevelTrack; at: (msInside: number) => number } => {
  const levels = [...flat(300, 0), ...endsWith, ...flat(200, -120)];
  const level = track(side === 'offset' ? levels : levels.toReversed());
  const end = 300 + endsWith.length;
  return { level, at: (ms) => msToSamples(side === 'offset' ? end - ms : 200 + ms) };
};
const moved = (side: Side, endsWith: readonly number[]): number => {
  const { level, at } = sided(side, endsWith);
  return samplesToMs(Math.abs(clearOfSmear(level, side, at(0)) - at(0)));
};

describe('what a codec adds around a sound', () => {
  it('a weak rest of up to a packet behind a cliff is not the sound', () => {
    expect(moved('offset', flat(8, -28))).toBeCloseTo(8, -0.5);
    expect(moved('offset', [-9, -18, ...flat(18, -30)])).toBeGreaterThan(16);
    expect(moved('onset', flat(5, -30))).toBeGreaterThan(3);
  });

  it.each([
    ['a longer one', 'offset', flat(60, -28)],
    ['a longer one', 'onset', flat(20, -28)],
    ['a decay of 1 dB a millisecond', 'offset', slope(40, 0, -40)],
    ['a decay of 2.5 dB a millisecond', 'offset', slope(16, 0, -40)],
    ['a rise of 2 dB a millisecond', 'onset', slope(20, 0, -40)],
    ['the first strong pulse of a fade', 'onset', [...slope(18, 0, -14), ...flat(6, -35)]],
    ['a rest that is not so weak', 'offset', flat(10, -12)],
    ['nothing', 'offset', []],
  ] as const)('%s is the sound’s own (%s)', (_name, side, endsWith) => {
    expect(moved(side, endsWith)).toBeLessThanOrEqual(2.5);
  });

  it('never moves an edge outward, nor farther than a smear reaches', () => {
    const level = fc.array(fc.integer({ min: -60, max: 0 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(level, fc.constantFrom<Side>('onset', 'offset'), (levels, side) => {
        const { level: found, at } = sided(side, levels);
        const inwardMs = samplesToMs(clearOfSmear(found, side, at(0)) - at(0)) * (side === 'onset' ? 1 : -1);
        expect(inwardMs).toBeGreaterThanOrEqual(0);
        expect(inwardMs).toBeLessThanOrEqual((side === 'onset' ? 7.5 : 27.5) + 5);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the half-width of an edge', () => {
  const ofSlope = (dbPerMs: number): number => {
    const { level, at } = sided('offset', slope(Math.round(60 / dbPerMs), 0, -60));
    return samplesToMs(doubt(level, 'offset', at(Math.round(20 / dbPerMs))));
  };
  it.each(['onset', 'offset'] as const)('is little more than the least where there is a cliff (%s)', (side) => {
    const { level, at } = sided(side, []);
    const dead = doubt(level, side, at(-0.9));
    expect(dead).toBeGreaterThanOrEqual(LEAST_DOUBT[side]);
    expect(dead).toBeLessThan(LEAST_DOUBT[side] + msToSamples(0.6));
  });

  it('is what 12 dB inward take where the sound does not stop dead', () => {
    expect(ofSlope(1)).toBeGreaterThan(11);
    expect(ofSlope(1)).toBeLessThan(14);
    expect(ofSlope(0.5)).toBeGreaterThan(23);
    expect(ofSlope(0.5)).toBeGreaterThan(ofSlope(1));
    expect(ofSlope(0.05)).toBeLessThanOrEqual(30.2);
  });
});
