import { describe, expect, it } from 'vitest';
import { EpochDetector, spread, type EpochStart } from '../../src/media/epochs.js';
import { rigPos, trackTime } from '../../src/time/position.js';

/** Feeds 20 ms packets, each late by so many ms. */
function detect(late: readonly number[], detector = new EpochDetector()): EpochStart[] {
  let last = -Infinity;
  const starts = late.flatMap((ms, i) => {
    last = Math.max(last, (i + 1) * 960 + ms * 48);
    return detector.push({ time: trackTime(i * 960), duration: 960, arrival: rigPos(last) });
  });
  return [...starts, ...detector.finish()];
}
const brief = (starts: readonly EpochStart[]): string[] => starts.map((s) => `${s.cause}@${s.anchor}${s.confirmed ? '' : '?'}`);
const flat = (count: number, ms: number): number[] => Array<number>(count).fill(ms);

describe('EpochDetector', () => {
  it.each<[string, number[], string[]]>([
    ['nothing happens', flat(30, 0), ['start@0']],
    ['14 ms up is none', [...flat(10, 0), ...flat(10, 14)], ['start@0']],
    ['16 ms up for good', [...flat(10, 0), ...flat(10, 16)], ['start@0', 'step-up@10']],
    ['up for four packets only', [...flat(10, 0), ...flat(4, 40), ...flat(10, 0)], ['start@0']],
    ['up for four packets, then the end', [...flat(10, 0), ...flat(4, 40)], ['start@0', 'step-up@10?']],
    ['up twice', [...flat(10, 0), ...flat(3, 60), ...flat(10, 120)], ['start@0', 'step-up@10', 'step-up@13']],
    ['down within jitter', [...flat(10, 1.9), ...flat(10, 0)], ['start@0']],
    ['down beyond it', [...flat(10, 7), ...flat(10, 0)], ['start@0', 'step-down@10']],
    [
      'down beyond the least jitter but not beyond its own',
      [...Array.from({ length: 20 }, (_, i) => 10 + (i % 7)), ...flat(10, 5)],
      ['start@0'],
    ],
    ['down from a level that was only the first packets’ jitter', [9, 9, 9, ...flat(10, 0)], ['start@0']],
    [
      'a stall of 200 ms and its burst',
      [...flat(10, 0), ...Array.from({ length: 11 }, (_, i) => 200 - 20 * i), ...flat(5, 0)],
      ['start@0'],
    ],
  ])('%s', (_name, late, expected) => {
    expect(brief(detect(late))).toEqual(expected);
  });

  it('tells the height of steps, downward as far as the first packet shows: audio without a gap falls by its length at most', () => {
    expect(detect([...flat(10, 0), ...flat(10, 60), ...flat(10, 20)]).map((s) => Math.round(s.step / 48))).toEqual([0, 60, -20]);
  });

  it('sees RTP time jump even behind a level that hardly was one', () => {
    const detector = new EpochDetector();
    const starts = [0, 1, 2].flatMap((i) => detector.push({ time: trackTime(i * 960), duration: 960, arrival: rigPos((i + 1) * 960) }));
    starts.push(...detector.push({ time: trackTime(200_000), duration: 960, arrival: rigPos(4 * 960) }));
    expect(brief(starts)).toEqual(['start@0', 'step-down@3']);
  });

  it('begins an epoch at every boundary, and settles what was pending', () => {
    const detector = new EpochDetector();
    for (let i = 0; i < 10; i++)
      detector.push({ time: trackTime(i * 960), duration: 960, arrival: rigPos((i + 1) * 960 + (i > 7 ? 4800 : 0)) });
    expect(detector.pending).toBe(2);
    const starts = detector.push({ time: trackTime(2 ** 33), duration: 960, arrival: rigPos(20_000) }, 'ssrc');
    expect(brief(starts)).toEqual(['step-up@8?', 'ssrc@10']);
    expect(detector.anchors).toBe(11);
  });

  it('keeps the level over a long hole, and forgets it after ten seconds of packets', () => {
    const slow = Array.from({ length: 6_000 }, (_, i) => (i * 960 * 200e-6) / 48);
    expect(brief(detect(slow))).toEqual(['start@0']);
  });
});

it('spread is the range of few and nearly so of many', () => {
  expect(spread([])).toBe(0);
  expect(spread([5, 1, 3])).toBe(4);
  expect(spread(Array.from({ length: 101 }, (_, i) => (i === 100 ? 1e6 : i)))).toBe(95);
});
