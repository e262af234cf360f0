/** Edges on sounds of exact levels: how far a weak start or end is the words' own, at the frame. */
import { describe, expect, it } from 'vitest';
import { findEdge, type Edge } from '../../src/vad/edges.js';
import type { Side } from '../../src/vad/level.js';
import { flat, toneOf } from './support/tone.js';

const VOICE = -10;
const STRONG = VOICE - 22;
const THRESHOLD = VOICE - 40;
const WEAK = VOICE - 30;

interface Found extends Edge {
  /** Frames between the outermost strong one and the outermost that is reached. */
  readonly length: number;
  /** Where the voice begins (or ends), ms. */
  readonly voice: number;
}

/** `before` lies outside of the voice, from silence inward; for an end it is turned round. */
function edgeOf(side: Side, before: readonly number[], threshold = THRESHOLD): Found {
  const forward = [...flat(300, -120), ...before, ...flat(400, VOICE), ...flat(300, -120)];
  const level = toneOf(side === 'onset' ? forward : forward.toReversed());
  const voice = side === 'onset' ? 300 + before.length : forward.length - 300 - before.length;
  const step = side === 'onset' ? -1 : 1;
  const frames = [...level.frames.keys()];
  const strong = side === 'onset' ? frames.findIndex((k) => level.at(k) > STRONG) : frames.findLastIndex((k) => level.at(k) > STRONG);
  let last = strong;
  for (let k = strong; Math.abs(k - last) <= 30 && k >= 0 && k < frames.length; k += step) if (level.at(k) > threshold) last = k;
  const limit = side === 'onset' ? 0 : frames.length - 1;
  const edge = findEdge(level, { side, strongFrame: strong, limit, threshold, strongThreshold: STRONG });
  return { ...edge, length: Math.abs(strong - last), voice };
}
/** How far outside of the voice the edge was found, ms. */
const outside = (side: Side, before: readonly number[]): number => {
  const { at, voice } = edgeOf(side, before);
  return Math.abs(at / 48 - voice);
};
const lengthOf = (before: readonly number[]) => edgeOf('onset', before).length;
/** The longest stretch that is reached over so many frames, and one that is a millisecond longer. */
function around(frames: number, stretch: (ms: number) => number[]): [number[], number[]] {
  for (let ms = Math.max(1, frames - stretch(0).length - 12); ms < frames + 12; ms++)
    if (lengthOf(stretch(ms)) === frames && lengthOf(stretch(ms + 1)) === frames + 1) return [stretch(ms), stretch(ms + 1)];
  throw new Error(`no stretch of ${frames} frames`);
}

describe('a hard edge', () => {
  it.each(['onset', 'offset'] as const)('lies where the sound begins: %s', (side) => {
    const { at, strong, weak, voice } = edgeOf(side, []);
    expect(Math.abs(at / 48 - voice)).toBeLessThanOrEqual(1);
    expect(Math.abs(strong / 48 - voice)).toBeLessThanOrEqual(1);
    expect(weak).toBe(at);
  });
});

describe('a weak start', () => {
  it.each(['onset', 'offset'] as const)('without a break is the words’ own up to 130 frames: %s', (side) => {
    const [longest, tooLong] = around(130, (ms) => flat(ms, WEAK));
    expect(Math.abs(outside(side, longest) - longest.length)).toBeLessThanOrEqual(1);
    // A longer one is a background of its own, and may be a fade: the interval is told.
    expect(outside(side, tooLong)).toBeLessThanOrEqual(2);
    const { weak, voice } = edgeOf(side, tooLong);
    expect(Math.abs(Math.abs(weak / 48 - voice) - tooLong.length)).toBeLessThanOrEqual(1);
  });

  it('with a break in it is the words’ own up to 60 frames', () => {
    const parted = (ms: number): number[] => [...flat(ms, WEAK), ...flat(9, -90), ...flat(30, WEAK)];
    const [longest, tooLong] = around(60, parted);
    expect(Math.abs(outside('onset', longest) - longest.length)).toBeLessThanOrEqual(1);
    expect(Math.abs(outside('onset', tooLong) - 30)).toBeLessThanOrEqual(1.5);
    // An end keeps its weak tail: a voice that is cut off in a weak stretch ends where it was cut.
    expect(Math.abs(outside('offset', tooLong) - tooLong.length)).toBeLessThanOrEqual(1);
  });

  it('is parted by a break of 5 ms: the window of 2 ms takes nine tenths of itself at either end', () => {
    const parted = (ms: number) => outside('onset', [...flat(90, WEAK), ...flat(ms, -90), ...flat(20, WEAK)]);
    // 6 - 1.8 = 4.2 ms, and 7 - 1.8 = 5.2 ms.
    expect(parted(6)).toBeGreaterThan(100);
    expect(Math.abs(parted(7) - 20)).toBeLessThanOrEqual(1.5);
    // The break that is nearest to the words counts.
    const two = outside('onset', [...flat(60, WEAK), ...flat(9, -90), ...flat(20, WEAK), ...flat(9, -90), ...flat(20, WEAK)]);
    expect(Math.abs(two - 20)).toBeLessThanOrEqual(1.5);
  });

  it('is followed over dips of up to 30 frames, and an end over what lies behind them', () => {
    const dipped = (ms: number): number[] => [...flat(25, WEAK), ...flat(ms, -90), ...flat(35, WEAK)];
    const reached = (ms: number) => lengthOf(dipped(ms)) > 60;
    const longest = [36, 37, 38, 39, 40, 41, 42, 43, 44].findLast(reached);
    if (longest === undefined) throw new Error('no dip is bridged');
    // A dip is shorter in the frames than in the audio: window and smoothing reach over both of its ends.
    expect([reached(longest), reached(longest + 1)]).toEqual([true, false]);
    expect(Math.abs(outside('offset', dipped(longest)) - dipped(longest).length)).toBeLessThanOrEqual(1);
    expect(Math.abs(outside('offset', dipped(longest + 1)) - 35)).toBeLessThanOrEqual(1);
  });

  it('ends where the limit is', () => {
    const level = toneOf([...flat(300, -120), ...flat(50, WEAK), ...flat(400, VOICE)]);
    const at = (limit: number) =>
      findEdge(level, { side: 'onset', strongFrame: 352, limit, threshold: THRESHOLD, strongThreshold: STRONG }).at / 48;
    expect(Math.abs(at(0) - 300)).toBeLessThanOrEqual(1);
    // The fine level is read within the reach of the outermost coarse frame, 7.5 ms.
    expect(at(330)).toBe(330 - 7.5);
  });
});

describe('a long weak stretch', () => {
  it.each(['onset', 'offset'] as const)('is a background: the words rise 3 dB over its loudest tenth: %s', (side) => {
    const over = (db: number) => outside(side, [...flat(200, WEAK), ...flat(40, WEAK + db)]);
    expect([2.5, 3.5].map((db) => over(db) > 30)).toEqual([false, true]);
  });
  it('is judged by its loudest tenth, not by its middle', () => {
    const over = (db: number) => outside('onset', [...flat(30, WEAK + 5), ...flat(170, WEAK), ...flat(25, WEAK + db)]);
    expect([4, 7].map((db) => over(db) > 20)).toEqual([false, false]);
  });
});

describe('of the edges', () => {
  const before: readonly (readonly number[])[] = [
    [],
    flat(6, VOICE - 25),
    flat(12, VOICE - 35),
    [...flat(40, WEAK), ...flat(9, -90), ...flat(30, WEAK)],
    flat(100, WEAK),
    flat(200, WEAK),
    Array.from({ length: 90 }, (_, i) => VOICE - 45 + i / 2),
  ];
  it.each(['onset', 'offset'] as const)(
    'the strong one never lies outside of the other, nor that outside of how far it may reach: %s',
    (side) => {
      for (const stretch of before) {
        const { at, strong, weak } = edgeOf(side, stretch);
        const [outermost, middle, innermost] = side === 'onset' ? [weak, at, strong] : [strong, at, weak];
        expect(outermost, `${stretch.length}`).toBeLessThanOrEqual(middle);
        expect(middle, `${stretch.length}`).toBeLessThanOrEqual(innermost);
      }
    },
  );
  it('that at a break is its inner end, to a quarter of a millisecond: a tenth of the 2 ms window is the words’', () => {
    // -30 dB in a fifth of a millisecond of two are -40 dB: 1 - 0.2 = 0.8 ms outside of the words’ weak start.
    expect(Math.abs(outside('onset', [...flat(90, WEAK), ...flat(9, -90), ...flat(20, WEAK)]) - 20.8)).toBeLessThanOrEqual(0.25);
  });
  it('an end keeps its long weak tail as far as the detector calls it speech, that frame included', () => {
    const level = toneOf([...flat(300, -120), ...flat(400, VOICE), ...flat(200, WEAK), ...flat(300, -120)]);
    const frames = [...level.frames.keys()];
    const strongFrame = frames.findLastIndex((k) => level.at(k) > STRONG);
    const weakFrame = frames.findLastIndex((k) => level.at(k) > THRESHOLD);
    const end = (spokenTo?: number): number => {
      const side: Side = 'offset';
      const question = { side, strongFrame, limit: frames.length - 1, threshold: THRESHOLD, strongThreshold: STRONG };
      return findEdge(level, spokenTo === undefined ? question : { ...question, spokenTo }).at / 48;
    };
    expect([end(weakFrame), end(weakFrame + 1)].map((at) => Math.abs(at - 900) < 2)).toEqual([true, true]);
    expect([end(weakFrame - 1), end()].map((at) => Math.abs(at - 700) < 2)).toEqual([true, true]);
  });
  it.each(['onset', 'offset'] as const)('that over a background is over its loudest tenth, at the frame: %s', (side) => {
    const forward = [...flat(300, -120), ...flat(220, WEAK), ...flat(400, VOICE), ...flat(300, -120)];
    /** Whether 4 dB over the background, for up to 34 frames beside the words, are the words': `missing` frames fewer than a tenth are 5 dB over it. */
    const isOwn = (missing: number): boolean => {
      const level = toneOf(side === 'onset' ? forward : forward.toReversed());
      const outermost = (db: number): number => {
        const over = (k: number): boolean => level.at(k) > db;
        const frames = [...level.frames.keys()];
        return side === 'onset' ? frames.findIndex(over) : frames.findLastIndex(over);
      };
      const [strongFrame, weakFrame] = [outermost(STRONG), outermost(THRESHOLD)];
      const step = side === 'onset' ? -1 : 1;
      // The background is what lies from the weak frame to 30 frames before the strong one; the value of rank floor(0.9 (n - 1)) is its loudest tenth.
      const [first, last] = side === 'onset' ? [weakFrame, strongFrame - 30] : [strongFrame + 30, weakFrame];
      const n = last - first;
      const tenth = n - Math.floor(0.9 * (n - 1)) - missing;
      const paint = (from: number, frames: number, db: number): void => {
        for (let i = 0; i < frames; i++) level.frames[from + i * step] = db;
      };
      paint(strongFrame + step, Math.abs(weakFrame - strongFrame), WEAK);
      paint(strongFrame + step, 34, WEAK + 4);
      // Of these some lie in the background already.
      const inside = side === 'onset' ? 4 : 5;
      for (let i = 0; i < tenth - inside; i++) level.frames[weakFrame - (1 + i) * step] = WEAK + 5;
      const question = { side, strongFrame, limit: outermost(-119), threshold: THRESHOLD, strongThreshold: STRONG };
      return Math.abs(findEdge(level, question).at / 48 - strongFrame) > 20;
    };
    expect([0, 1].map(isOwn)).toEqual([false, true]);
  });
});
