/** Runs of speech, cut and joined by level, on sounds made to measure. */
import { describe, expect, it } from 'vitest';
import { LevelTrack } from '../../src/vad/level.js';
import { speechRuns } from '../../src/vad/runs.js';
import { bursts, perfect, type Burst } from './support/synthetic.js';

const LENGTH = 4000;
/** Runs in ms, as the detector hears `heard` in a track that holds `list`. */
function runsOf(list: readonly Burst[], heard: readonly Burst[] = list, floorDb?: number) {
  return speechRuns(new LevelTrack(bursts(LENGTH, list, floorDb)), perfect(LENGTH, heard)).map(
    ({ from, to }) => [from / 48, to / 48] as const,
  );
}
const near = (found: readonly (readonly [number, number])[], expected: readonly (readonly [number, number])[]): void => {
  expect(found.length, JSON.stringify(found)).toBe(expected.length);
  found.forEach(([from, to], i) => {
    expect(Math.abs(from - (expected[i]?.[0] ?? 0)), JSON.stringify(found)).toBeLessThanOrEqual(2);
    expect(Math.abs(to - (expected[i]?.[1] ?? 0)), JSON.stringify(found)).toBeLessThanOrEqual(2);
  });
};

describe('two stretches of the detector', () => {
  /** Sound from 1.0 to 2.0 s and again after a silence; the detector drops out for 300 ms in between, its stretches ending inside the sound. */
  const parted = (silence: number) => {
    const second = 2000 + silence;
    const list = [{ from: 1000, to: 2000 }, { from: second, to: 3000 }]; // prettier-ignore
    const heard = [{ from: 1000, to: 1900 }, { from: second + 130, to: 3000 }]; // prettier-ignore
    return runsOf(list, heard);
  };
  it('are one run where a silence inside a word lies between them, and two from 120 ms on', () => {
    near(parted(90), [[1000, 3000]]);
    near(parted(115), [[1000, 3000]]);
    near(parted(125), [[1000, 2000], [2125, 3000]]); // prettier-ignore
  });
  it('stay two where one of them is too short for speech, on either side', () => {
    const short = (length: number) => {
      const second = 1100 + length;
      const list = [{ from: 1000, to: 1000 + length }, { from: second, to: 3000 }]; // prettier-ignore
      return runsOf(list, [{ from: 1000, to: 980 + length }, { from: second + 102, to: 3000 }]); // prettier-ignore
    };
    near(short(110), [[1000, 1110], [1210, 3000]]); // prettier-ignore
    near(short(140), [[1000, 3000]]);
    const last = (length: number) => {
      const list = [{ from: 1000, to: 2000 }, { from: 2090, to: 2090 + length }]; // prettier-ignore
      return runsOf(list, [{ from: 1000, to: 1900 }, { from: 2130, to: 2090 + length }]); // prettier-ignore
    };
    near(last(110), [[1000, 2000], [2090, 2200]]); // prettier-ignore
    near(last(140), [[1000, 2230]]);
  });
});

describe('the edges of a stretch', () => {
  it('are looked for up to 250 ms beside what the detector heard', () => {
    // Its frames are 32 ms long: 1024 and 2016 ms.
    const heard = [{ from: 1030, to: 2010 }];
    near(runsOf([{ from: 790, to: 2240 }], heard), [[790, 2240]]);
    near(runsOf([{ from: 1100, to: 1900 }], heard), [[1100, 1900]]);
  });
  it('are not those of a sound beside it, which begins more than a frame away', () => {
    const heard = [{ from: 1030, to: 2010 }];
    near(runsOf([{ from: 850, to: 900 }, { from: 1100, to: 2000 }], heard), [[1100, 2000]]); // prettier-ignore
    near(runsOf([{ from: 1100, to: 2000 }, { from: 2150, to: 2200 }], heard), [[1100, 2000]]); // prettier-ignore
  });
});

describe('in noise', () => {
  it('each edge is blurred by the background on its own side', () => {
    const track = (before: number, after: number) => {
      const list: Burst[] = [{ from: 0, to: 1700, db: before, speech: false }, { from: 1700, to: 2500 }, { from: 2500, to: LENGTH, db: after, speech: false }]; // prettier-ignore
      const [run] = speechRuns(new LevelTrack(bursts(LENGTH, list, -90)), perfect(LENGTH, list));
      return [run?.fromInNoise, run?.toInNoise];
    };
    expect(track(-90, -90)).toEqual([false, false]);
    expect(track(-52, -90)).toEqual([true, false]);
    expect(track(-90, -52)).toEqual([false, true]);
  });
});
