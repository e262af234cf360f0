/** Edges beside holes and in placed stretches, at the sample: the audio stays as it is, and what is said of it moves. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Hole, PlacedSpan } from '../../src/time/audio.js';
import { msToSamples, rigPos } from '../../src/time/position.js';
import { findSpeech, joinSegments } from '../../src/vad/find.js';
import type { Segment } from '../../src/vad/model.js';
import { bursts, perfect } from './support/synthetic.js';

const LENGTH = 5000;
const WORDS = [{ from: 1000, to: 3000 }];
const samples = bursts(LENGTH, WORDS);
const probabilities = perfect(LENGTH, WORDS);
function found(holes: readonly Hole[] = [], placed: readonly PlacedSpan[] = []): Segment {
  const [segment] = findSpeech({ from: rigPos(0), samples, placed, holes }, 'a0', probabilities).segments;
  if (!segment) throw new Error('nothing found');
  return segment;
}
const hole = (from: number, to: number, kind: Hole['kind'] = 'unknown'): Hole => ({ from: rigPos(from), to: rigPos(to), kind });
let plain: Segment;
beforeAll(() => {
  plain = found();
});

describe('an onset beside a hole of unknown content', () => {
  const fromIn = (from: number, to: number) => found([hole(plain.from + from, plain.from + to)]).fromIn;
  const packet = msToSamples(20);
  it('lies in it from behind its first sample to a packet behind its last', () => {
    expect([fromIn(0, 480), fromIn(-1, 480)].map((one) => one !== undefined)).toEqual([false, true]);
    expect([fromIn(-9600, -packet - 1), fromIn(-9600, -packet)].map((one) => one !== undefined)).toEqual([false, true]);
  });
  it('is then as late as the hole ends, or where it was heard when that is later', () => {
    const { fromIn: inside, from, strongFrom } = found([hole(plain.from - 480, plain.from + 480)]);
    expect(inside).toEqual({ from: plain.from - 480, to: plain.from + 480 });
    expect(from).toBe(plain.from + 480);
    expect(strongFrom).toBeGreaterThanOrEqual(from);
    expect(found([hole(plain.from - 960, plain.from - 480)])).toMatchObject({
      from: plain.from,
      strongFrom: plain.strongFrom,
      fromIn: { from: plain.from - 960, to: plain.from },
    });
  });
});

describe('an end beside a hole of unknown content', () => {
  const toIn = (from: number, to: number) => found([hole(plain.to + from, plain.to + to)]).toIn;
  it('lies in it from 10 ms before it to 45 ms behind it', () => {
    expect([toIn(481, 4800), toIn(480, 4800)].map((one) => one !== undefined)).toEqual([false, true]);
    const after = msToSamples(45);
    expect([toIn(-9600, -after), toIn(-9600, -after + 1)].map((one) => one !== undefined)).toEqual([false, true]);
  });
  it('is then at most the 20 ms that a codec rings on before the hole, and may be as late as it was heard', () => {
    expect(found([hole(plain.to - 960, plain.to - 480)])).toMatchObject({
      to: plain.to - 960,
      toIn: { from: plain.to - 1920, to: plain.to },
    });
    expect(found([hole(plain.to - 960, plain.to + 480)]).toIn).toEqual({ from: plain.to - 1920, to: plain.to + 480 });
  });
});

it('an end up to 150 ms behind a hole of unknown content may have been heard on for 40 ms', () => {
  const behind = (ms: number): number => found([hole(plain.to - msToSamples(ms) - 960, plain.to - msToSamples(ms))]).toPlusMinus;
  expect([45, 149].map(behind)).toEqual([msToSamples(40), msToSamples(40)]);
  expect(behind(150)).toBe(plain.toPlusMinus);
});

it('the first of two holes is meant, a silence or one elsewhere none', () => {
  const both = found([hole(plain.from - 4800, plain.from + 10, 'silence'), hole(0, 480), hole(plain.from - 960, plain.from), hole(plain.from - 480, plain.from + 48)]); // prettier-ignore
  expect(both.fromIn?.from).toBe(plain.from - 960);
  expect(found([hole(plain.from - 480, plain.from + 480, 'silence')])).toEqual(plain);
});

describe('the placement at an edge', () => {
  const plusMinus = (...placed: (readonly [number, number, number])[]) =>
    found(
      [],
      placed.map(([from, to, half]) => ({ from: rigPos(from), to: rigPos(to), plusMinus: half })),
    ).fromPlusMinus;
  const own = () => plain.fromPlusMinus;
  it('is that of the stretch that holds it, else of the nearest one', () => {
    const with400 = Math.ceil(Math.hypot(own(), 400));
    const with900 = Math.ceil(Math.hypot(own(), 900));
    expect(plusMinus()).toBe(own());
    expect(plusMinus([0, plain.from - 200, 400], [plain.from + 100, 99_999, 900])).toBeGreaterThanOrEqual(with900 - 1);
    expect(plusMinus([0, plain.from - 100, 400], [plain.from + 200, 99_999, 900])).toBeLessThanOrEqual(with400);
    // Of two that are as near the first, as where two meet.
    expect(plusMinus([0, plain.from, 400], [plain.from, 99_999, 900])).toBeLessThanOrEqual(with400);
    expect(plusMinus([0, plain.from - 1, 400], [plain.from, 99_999, 900])).toBeGreaterThanOrEqual(with900 - 1);
  });
});

describe('segments joined', () => {
  const one = (from: number, more: Partial<Segment> = {}): Segment => ({
    ...{
      from: rigPos(from),
      to: rigPos(from + 10),
      fromPlusMinus: from,
      toPlusMinus: from + 1,
      strongFrom: rigPos(from + 2),
      softOnset: false,
      track: 'a0',
    },
    ...more,
  });
  it('have the first one’s onset and the second one’s end, their holes with them', () => {
    const span = (at: number) => ({ from: rigPos(at), to: rigPos(at + 1) });
    const a = one(100, { softOnset: true, fromIn: span(1), toIn: span(2) });
    const b = one(500, { fromIn: span(3), toIn: span(4) });
    expect(joinSegments(a, b)).toEqual({
      ...{ from: 100, to: 510, fromPlusMinus: 100, toPlusMinus: 501, strongFrom: 102, softOnset: true, track: 'a0' },
      ...{ fromIn: span(1), toIn: span(4) },
    });
    expect(Object.keys(joinSegments(one(100, { toIn: span(2) }), one(500, { fromIn: span(3) })))).not.toContain('fromIn');
    expect(Object.keys(joinSegments(one(100, { toIn: span(2) }), one(500, { fromIn: span(3) })))).not.toContain('toIn');
  });
});

it.each([
  [50, false],
  [85, true],
])(
  'an onset that rises by 60 dB in %i ms is soft: %s (18 dB of it lie between its edges, and 20 ms part hard from soft)',
  (fadeIn, soft) => {
    const list = [{ from: 1000, to: 3000, fadeIn }];
    const [segment] = findSpeech(
      { from: rigPos(0), samples: bursts(LENGTH, list), placed: [], holes: [] },
      'a0',
      perfect(LENGTH, list),
    ).segments;
    expect(segment?.softOnset).toBe(soft);
    const rise = (segment?.strongFrom ?? 0) - (segment?.from ?? 0);
    expect(rise > msToSamples(10)).toBe(true);
    expect(rise < msToSamples(30)).toBe(true);
  },
);
