import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeIn, TrackMapping, type Epoch } from '../../src/time/mapping.js';
import { rigPos, trackTime } from '../../src/time/position.js';

function epoch(index: number, from: number, to: number, offset: number, slope = 0): Epoch {
  return {
    index,
    cause: index === 0 ? 'start' : 'step-up',
    ssrc: 1,
    from: trackTime(from),
    to: trackTime(to),
    packets: 10,
    confirmed: true,
    line: { x0: from, at0: offset, slope },
    precision: [
      { from: trackTime(from), plusMinus: 10 + index },
      { from: trackTime((from + to) / 2), plusMinus: 20 + index },
    ],
  };
}

describe('TrackMapping', () => {
  const mapping = new TrackMapping([epoch(0, 0, 1000, 500), epoch(1, 1000, 2000, 900), epoch(2, 10_000, 11_000, -8_500)]);

  it.each([
    [0, 500, 10],
    [999, 1499, 20],
    [1000, 1900, 11],
    [1999, 2899, 21],
    [10_000, 1500, 12],
  ])('places track time %i at %i', (time, at, plusMinus) => {
    expect(mapping.toRig(trackTime(time))).toEqual({ at, plusMinus });
  });

  it.each([-1, 2000, 9_999, 11_000])('knows nothing of track time %i', (time) => {
    expect(mapping.toRig(trackTime(time))).toBeUndefined();
  });

  it.each([
    [500, 0, 0],
    [1499, 999, 0],
    [1500, 10_000, 2],
    [1900, 1000, 1],
  ])('finds what was heard at %i', (at, time, index) => {
    expect(mapping.toTrack(rigPos(at))).toMatchObject({ time, epoch: { index } });
  });

  it('knows of nothing heard in a hole, and prefers what was heard first', () => {
    expect(mapping.toTrack(rigPos(499))).toBeUndefined();
    expect(mapping.toTrack(rigPos(2900))).toBeUndefined();
    expect(mapping.toTrack(rigPos(2000))?.epoch.index).toBe(1);
  });

  it('leads there and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: -200, max: 200 }),
        (time, offset, ppm) => {
          const drifting = new TrackMapping([epoch(0, 0, 1_000_000, offset, ppm * 1e-6)]);
          const there = drifting.toRig(trackTime(time))!;
          expect(Math.abs(drifting.toTrack(there.at)!.time - time)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('places a little outside of an epoch by its line', () => {
    expect(placeIn(epoch(0, 0, 1000, 500), trackTime(1100))).toEqual({ at: 1600, plusMinus: 20 });
    expect(placeIn(epoch(0, 0, 1000, 500), trackTime(-100))).toEqual({ at: 400, plusMinus: 10 });
  });

  it('refuses epochs that overlap or are empty', () => {
    expect(() => new TrackMapping([])).toThrow(RangeError);
    expect(() => new TrackMapping([epoch(0, 0, 0, 0)])).toThrow(RangeError);
    expect(() => new TrackMapping([epoch(0, 0, 10, 0), epoch(1, 9, 20, 0)])).toThrow(RangeError);
  });
});
