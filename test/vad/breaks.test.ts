/** What parts a weak start from the words, at the quarter of a millisecond; and what is over a threshold. */
import { describe, expect, it } from 'vitest';
import { findEdge } from '../../src/vad/edges.js';
import { fineLevel } from '../../src/vad/fine.js';
import { LevelTrack, type Side } from '../../src/vad/level.js';
import { flat, toneOf, tones } from './support/tone.js';

const VOICE = -10;
const STRONG = VOICE - 22;
const THRESHOLD = VOICE - 40;
const WEAK = VOICE - 30;
/** The fine level is read every quarter of a millisecond: a break of 5 ms is 20 of its values. */
const QUARTER = 12;
const BREAK = 20;

/** 90 ms of a weak sound, a gap, 20 ms of it, and the voice from `voice` on. */
function gapped(gap: number): { readonly level: LevelTrack; readonly voice: number } {
  const [start, end] = [300 * 48, 390 * 48];
  const voice = end + gap + 20 * 48;
  const list = [
    { from: start, to: end, db: WEAK },
    { from: end + gap, to: voice, db: WEAK },
    { from: voice, to: voice + 400 * 48, db: VOICE },
  ];
  return { level: new LevelTrack(tones(voice + 500 * 48, list)), voice };
}

/** The longest row of fine values before the voice that `isUnder` holds for. */
function longestDip({ level, voice }: ReturnType<typeof gapped>, isUnder: (db: number) => boolean): number {
  let [longest, row] = [0, 0];
  for (let s = 305 * 48; s < voice; s += QUARTER) {
    row = isUnder(fineLevel(level, 'onset', s)) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

/** Whether the weak sound before the gap is left out of the words. */
function isParted({ level, voice }: ReturnType<typeof gapped>, threshold: number): boolean {
  const strongFrame = level.frames.findIndex((db) => db > STRONG);
  const { at } = findEdge(level, { side: 'onset', strongFrame, limit: 0, threshold, strongThreshold: STRONG });
  return voice - at < 30 * 48;
}

describe('a break', () => {
  const gaps = Array.from({ length: 17 }, (_, i) => gapped(5 * 48 + i * QUARTER));

  it('is a dip of the fine level of 5 ms, to a value of it', () => {
    const dips = gaps.map((gap) => longestDip(gap, (db) => db < THRESHOLD));
    expect(dips).toEqual(expect.arrayContaining([BREAK - 1, BREAK]));
    gaps.forEach((gap, i) => expect([dips[i], isParted(gap, THRESHOLD)]).toEqual([dips[i], (dips[i] ?? 0) >= BREAK]));
  });

  it('is a dip under the threshold: where the level is just as high there is none', () => {
    let seen = 0;
    for (const gap of gaps)
      for (let s = 385 * 48; s < gap.voice; s += QUARTER) {
        const threshold = fineLevel(gap.level, 'onset', s);
        // One more with the value at the threshold than without it: it decides.
        if (threshold > WEAK - 3 || longestDip(gap, (db) => db < threshold) !== BREAK - 1) continue;
        if (longestDip(gap, (db) => db <= threshold) !== BREAK) continue;
        seen += 1;
        expect(isParted(gap, threshold)).toBe(false);
        expect(isParted(gap, threshold + 1e-6)).toBe(true);
      }
    expect(seen).toBeGreaterThan(0);
  });
});

describe('over a threshold', () => {
  it.each(['onset', 'offset'] as const)('is what is higher, not what is just as high: %s', (side: Side) => {
    const forward = [...flat(300, -120), ...flat(400, VOICE), ...flat(300, -120)];
    const level = toneOf(forward);
    const frames = [...level.frames.keys()];
    const isStrong = (k: number): boolean => level.at(k) > STRONG;
    const strongFrame = side === 'onset' ? frames.findIndex(isStrong) : frames.findLastIndex(isStrong);
    const limit = side === 'onset' ? 0 : frames.length - 1;
    const edge = (db: number): number => {
      for (let i = 1; i <= 45; i++) level.frames[strongFrame + (side === 'onset' ? -i : i)] = db;
      const { at } = findEdge(level, { side, strongFrame, limit, threshold: THRESHOLD, strongThreshold: STRONG });
      return Math.abs(at / 48 - (side === 'onset' ? 300 : 700));
    };
    expect(edge(THRESHOLD)).toBeLessThanOrEqual(1);
    expect(edge(THRESHOLD + 1)).toBeGreaterThan(35);
  });
});

describe('the strong edge', () => {
  it.each(['onset', 'offset'] as const)('lies where the voice does, whatever weak sound lies outside of it: %s', (side: Side) => {
    for (const weak of [10, 40, 100]) {
      const forward = [...flat(300, -120), ...flat(weak, WEAK), ...flat(400, VOICE), ...flat(300, -120)];
      const level = toneOf(side === 'onset' ? forward : forward.toReversed());
      const frames = [...level.frames.keys()];
      const isStrong = (k: number): boolean => level.at(k) > STRONG;
      const strongFrame = side === 'onset' ? frames.findIndex(isStrong) : frames.findLastIndex(isStrong);
      const limit = side === 'onset' ? 0 : frames.length - 1;
      const { at, strong } = findEdge(level, { side, strongFrame, limit, threshold: THRESHOLD, strongThreshold: STRONG });
      const voice = side === 'onset' ? 300 + weak : 700;
      expect(Math.abs(strong / 48 - voice)).toBeLessThanOrEqual(1);
      if (weak > 10) expect(Math.abs(Math.abs(at / 48 - voice) - weak)).toBeLessThanOrEqual(1);
    }
  });
});
