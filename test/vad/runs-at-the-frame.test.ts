/**
 * The rules of a run at the frame and at the sample. The sounds are tones, so that levels are what they are said to be; where a rule reads the
 * level track alone, its frames are painted over.
 */
import { describe, expect, it } from 'vitest';
import { rigPos } from '../../src/time/position.js';
import { findSpeech, placementAt } from '../../src/vad/find.js';
import { LevelTrack } from '../../src/vad/level.js';
import { speechRuns, type Run } from '../../src/vad/runs.js';
import { perfect } from './support/synthetic.js';
import { tones } from './support/tone.js';

const LENGTH = 6000;
const VOICE = -10;
/** 40 dB under the voice an edge ends, 22 dB under it the voice is strong. */
const [INNER, STRONG] = [VOICE - 40, VOICE - 22];
const WEAK = -45;
/** Frames of the detector are 32 ms. */
const [FROM, TO] = [64 * 32, 95 * 32];

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly db?: number;
}
interface Made {
  /** What sounds, ms. */
  readonly sound?: readonly Stretch[];
  /** What the detector hears, ms. */
  readonly heard?: readonly Stretch[];
  readonly length?: number;
  readonly paint?: (frames: Float32Array) => void;
}
const trackOf = ({ sound = [{ from: FROM, to: TO }], length = LENGTH }: Made): LevelTrack =>
  new LevelTrack(tones(length * 48, sound.map(({ from, to, db = VOICE }) => ({ from: Math.round(from * 48), to: Math.round(to * 48), db })))); // prettier-ignore
function runsOf(made: Made): Run[] {
  const { heard = [{ from: FROM, to: TO }], length = LENGTH, paint } = made;
  const level = trackOf(made);
  paint?.(level.frames);
  return speechRuns(level, perfect(length, heard));
}
const quarters = (from: number, to: number): number[] => Array.from({ length: (to - from) * 4 + 1 }, (_, i) => from + i / 4);
const near = (found: number | undefined, ms: number): boolean => Math.abs((found ?? NaN) / 48 - ms) <= 1.5;

describe('the background of a stretch', () => {
  // Its median is the value of rank floor((n - 1) / 2): so many frames may be silent before it is.
  it.each([
    ['reaches from 1,200 ms before it to 250 ms before it', FROM, undefined, FROM - 1200, FROM - 250],
    ['begins with the track', 32 * 32, undefined, 0, 32 * 32 - 250],
    ['begins 250 ms after the one before', FROM, { from: 32 * 32, to: 44 * 32 }, 44 * 32 + 250, FROM - 250],
  ])('before it %s', (_, from, previous, first, last) => {
    const voices = [...(previous === undefined ? [] : [previous]), { from, to: TO }];
    const inNoise = (silent: number): boolean | undefined =>
      runsOf({ sound: voices, heard: voices, paint: (frames) => frames.fill(WEAK, first + silent, last) }).at(-1)?.fromInNoise;
    const most = Math.floor((last - first - 1) / 2);
    expect([inNoise(most), inNoise(most + 1)]).toEqual([true, false]);
  });
  it.each([
    ['reaches from 250 ms behind it to 1,200 ms behind it', LENGTH, undefined, TO + 250, TO + 1200],
    ['ends with the track, whose frames are one more than its milliseconds', 4000, undefined, TO + 250, 4001],
    ['ends 250 ms before the next one', LENGTH, { from: 3680, to: 4000 }, TO + 250, 3680 - 250],
  ])('behind it %s', (_, length, next, first, last) => {
    const voices = [{ from: FROM, to: TO }, ...(next === undefined ? [] : [next])];
    const inNoise = (silent: number): boolean | undefined =>
      runsOf({ sound: voices, heard: voices, length, paint: (frames) => frames.fill(WEAK, first, last - silent) })[0]?.toInNoise;
    const most = Math.floor((last - first - 1) / 2);
    expect([inNoise(most), inNoise(most + 1)]).toEqual([true, false]);
  });
  it('on one side hides what is weak on that side, and inside of the stretch; not on the other', () => {
    const weak = (from: number, to: number): Stretch => ({ from, to, db: WEAK });
    const words = [
      { from: FROM, to: 2400 },
      { from: 2560, to: TO },
    ];
    const edges = (noise: 'before' | 'behind'): number[] =>
      runsOf({
        sound: [weak(FROM - 40, FROM), weak(2400, 2440), weak(2520, 2560), weak(TO, TO + 40), ...words],
        paint: (frames) => (noise === 'before' ? frames.fill(WEAK, FROM - 1200, FROM - 250) : frames.fill(WEAK, TO + 250, TO + 1200)),
      }).flatMap(({ from, to }) => [from, to]);
    const are = (found: readonly number[], ms: readonly number[]): void => {
      expect(found.map((at) => Math.round(at / 48))).toHaveLength(ms.length);
      found.forEach((at, i) => expect(near(at, ms[i] ?? NaN), `${at / 48} against ${ms[i]}`).toBe(true));
    };
    are(edges('before'), [FROM, 2400, 2560, TO + 40]);
    are(edges('behind'), [FROM - 40, 2400, 2560, TO]);
    // A silence inside that is filled with as much as the background holds is one.
    const filled = runsOf({ sound: [weak(2400, 2560), ...words], paint: (frames) => frames.fill(WEAK, FROM - 1200, FROM - 250) });
    expect(filled.map(({ from, to }) => [near(from, FROM), near(from, 2560), near(to, 2400), near(to, TO)])).toEqual([
      [true, false, true, false],
      [false, true, false, true],
    ]);
  });
});

describe('the search for an edge', () => {
  it('goes 250 ms out, and as far again while the sound is strong', () => {
    const [run] = runsOf({ sound: [{ from: FROM - 528, to: TO + 530 }] });
    // The fine level is read 7.5 ms to either side of the outermost frame.
    expect([run?.from, run?.to]).toEqual([(FROM - 500 - 7.5) * 48, (TO + 500 + 7.5) * 48]);
  });
  it('goes 250 ms out and no further where it is weak', () => {
    const [run] = runsOf({ sound: [{ from: FROM - 548, to: FROM, db: WEAK }, { from: FROM, to: TO }] }); // prettier-ignore
    expect(run?.weakFrom).toBe((FROM - 250 - 7.5) * 48);
    expect(near(run?.from, FROM)).toBe(true);
  });
  it('goes on from there only where the sound is over the strong level, not where it is just as high', () => {
    const weakFrom = (db: number): number | undefined =>
      runsOf({
        sound: [{ from: FROM - 548, to: FROM, db: WEAK }, { from: FROM, to: TO }], // prettier-ignore
        paint: (frames) => {
          // All of the voice at one level, so that 22 dB under it is a number without rounding.
          frames.fill(VOICE, FROM - 10, TO + 10);
          frames.fill(db, FROM - 400, FROM - 10);
        },
      })[0]?.weakFrom;
    expect(weakFrom(STRONG)).toBe((FROM - 250 - 7.5) * 48);
    expect(weakFrom(STRONG + 1)).toBeLessThanOrEqual((FROM - 400) * 48);
  });
  it('ends halfway to the beginning of the track where nothing was said before', () => {
    const [run] = runsOf({ heard: [{ from: 320, to: TO }], sound: [{ from: 100, to: TO }] });
    expect(run?.from).toBe((160 - 7.5) * 48);
  });
  it('ends halfway to a neighbour', () => {
    const heard = [{ from: 1024, to: 1408 }, { from: FROM, to: TO }]; // prettier-ignore
    const halfway = (1408 + FROM) / 2;
    const [left] = runsOf({ heard, sound: [{ from: 1024, to: halfway + 20 }, { from: FROM, to: TO }] }); // prettier-ignore
    expect(left?.to).toBe((halfway + 7.5) * 48);
    const [, right] = runsOf({ heard, sound: [{ from: 1024, to: 1408 }, { from: halfway - 20, to: TO }] }); // prettier-ignore
    expect(right?.from).toBe((halfway - 7.5) * 48);
  });
});

describe('a sound beside the stretch', () => {
  const painted = (from: number, to: number, sound: Stretch): (number | undefined)[] => {
    const [run] = runsOf({ sound: [sound], paint: (frames) => frames.fill(VOICE, from, to) });
    return [run?.from, run?.to].map((at) => (at ?? NaN) / 48);
  };
  it('is heard with it from a frame of the detector before its beginning on', () => {
    expect(painted(1976, FROM - 31, { from: 2100, to: TO })[0]).toBe(1976);
    expect(near(painted(1976, FROM - 32, { from: 2100, to: TO })[0]! * 48, 2100)).toBe(true);
  });
  it('is heard with it as long as it begins before its end', () => {
    expect(painted(TO - 1, TO + 39, { from: FROM, to: 2980 })[1]).toBe(TO + 38);
    expect(near(painted(TO, TO + 40, { from: FROM, to: 2980 })[1]! * 48, 2980)).toBe(true);
  });
  it('is one run with it over 105 frames: 120 ms less what window and smoothing reach over both ends', () => {
    const sound = [{ from: FROM, to: 2900 }];
    const last = trackOf({ sound }).frames.findLastIndex((db) => db > INNER);
    const runs = (gap: number): number => runsOf({ sound, paint: (frames) => frames.fill(VOICE, last + 1 + gap, last + 41 + gap) }).length;
    expect([runs(105), runs(106)]).toEqual([1, 2]);
  });
});

describe('the strong edge', () => {
  it('lies at the outermost strong frame that is at most 60 frames from the next one', () => {
    const first = trackOf({}).frames.findIndex((db) => db > STRONG);
    const strongFrom = (apart: number): number | undefined =>
      runsOf({
        paint: (frames) => {
          frames.fill(WEAK, first - apart, FROM - 8);
          frames[first - apart] = STRONG + 4;
        },
      })[0]?.strongFrom;
    expect(strongFrom(60)).toBe((first - 60) * 48);
    expect(near(strongFrom(61), FROM)).toBe(true);
  });
  it('of an end likewise: a long weak tail behind it is measured from there', () => {
    const last = trackOf({}).frames.findLastIndex((db) => db > STRONG);
    const end = (apart: number): number | undefined =>
      runsOf({
        paint: (frames) => {
          frames.fill(WEAK, TO + 8, last + apart + 101);
          frames[last + apart] = STRONG + 4;
        },
      })[0]?.to;
    expect(end(60)).toBe((last + 160) * 48);
    expect(near(end(61), TO)).toBe(true);
  });
  it('of an end: a weak tail of more than 130 frames is the words’ while the detector hears it, and a frame of its own behind', () => {
    const sound = [{ from: FROM, to: 2890 }];
    const end = (to: number): number | undefined => runsOf({ sound, paint: (frames) => frames.fill(WEAK, 2890, to + 1) })[0]?.to;
    expect(end(TO + 32)).toBe((TO + 32) * 48);
    expect(near(end(TO + 33), 2890)).toBe(true);
  });
});

describe('drop-outs of the detector', () => {
  it('up to 200 ms part nothing: what comes after them is measured against the louder part', () => {
    // 12 dB weaker words with an end that is 36 dB under the first ones, and 48 dB under their own.
    const end = (gap: number): boolean => {
      const second = 2400 + gap;
      const sound = [{ from: FROM, to: 2400 }, { from: second, to: second + 320, db: VOICE - 12 }, { from: second + 320, to: second + 360, db: VOICE - 46 }]; // prettier-ignore
      return near(runsOf({ sound, heard: [{ from: FROM, to: 2400 }, { from: second, to: second + 320 }] }).at(-1)?.to, second + 360); // prettier-ignore
    };
    expect([end(192), end(224)]).toEqual([false, true]);
  });
  it('in which the sound goes on part no run, however short its first piece', () => {
    const heard = [{ from: FROM, to: FROM + 64 }, { from: FROM + 288, to: TO }]; // prettier-ignore
    // The pieces meet in the middle of the drop-out, at FROM + 176: the first one is 121 ms long, and then 116 ms, which is no speech of its own.
    for (const from of [FROM + 64, FROM + 68]) {
      const runs = runsOf({ heard, sound: [{ from, to: TO }] });
      expect(runs).toHaveLength(1);
      expect([near(runs[0]?.from, from), near(runs[0]?.to, TO)]).toEqual([true, true]);
    }
  });
  it('in which a silence lies part two runs from 120 ms on, at the sample', () => {
    const gaps = quarters(117, 123).flatMap((gap) => {
      const heard = [{ from: FROM, to: 2400 }, { from: 2720, to: 3520 }]; // prettier-ignore
      const [first, second] = runsOf({ heard, sound: [{ from: FROM, to: 2500 }, { from: 2500 + gap, to: 3520 }] }); // prettier-ignore
      return first === undefined || second === undefined ? [] : [second.from - first.to];
    });
    expect(Math.min(...gaps)).toBe(120 * 48);
    expect(gaps.length).toBeLessThan(quarters(117, 123).length - 3);
  });
  it('join a run with the one before it, whatever came earlier', () => {
    const first = { from: 512, to: 1024 };
    const heard = [first, { from: FROM, to: 2400 }, { from: 2720, to: 3520 }];
    const runs = runsOf({ heard, sound: [first, { from: FROM, to: 2500 }, { from: 2600, to: 3520 }] });
    expect(runs).toHaveLength(2);
    expect([near(runs[0]?.to, 1024), near(runs[1]?.from, FROM), near(runs[1]?.to, 3520)]).toEqual([true, true, true]);
  });
  it('join two runs that both last 120 ms, at the sample', () => {
    const lengths = quarters(117, 123).flatMap((length) => {
      const heard = [{ from: FROM, to: FROM + 96 }, { from: FROM + 320, to: TO }]; // prettier-ignore
      const runs = runsOf({ heard, sound: [{ from: FROM, to: FROM + length }, { from: FROM + length + 90, to: TO }] }); // prettier-ignore
      return runs.length === 2 && runs[0] !== undefined ? [runs[0].to - runs[0].from] : [];
    });
    expect(Math.max(...lengths)).toBe(120 * 48 - 12);
  });
});

describe('what is found', () => {
  const find = (sound: readonly Stretch[], heard: readonly Stretch[], length = LENGTH) =>
    findSpeech(
      { from: rigPos(0), samples: tones(length * 48, sound.map(({ from, to, db = VOICE }) => ({ from: from * 48, to: to * 48, db }))), placed: [], holes: [] }, // prettier-ignore
      'a0',
      perfect(length, heard),
    );
  it('is a run from 120 ms on, at the sample', () => {
    const [runs, blips] = [[], []] as [number[], number[]];
    for (let length = 117; length <= 123; length += 0.25) {
      const stretch = [{ from: FROM, to: FROM + length }];
      const speech = find(stretch, [{ from: FROM, to: FROM + 128 }]);
      for (const { from, to } of speech.runs) runs.push(to - from);
      for (const { from, to } of speech.blips) blips.push(to - from);
    }
    expect(Math.min(...runs)).toBe(120 * 48);
    expect(Math.max(...blips)).toBe(120 * 48 - 12);
  });
  it('too short is in the order of time, whether the detector heard it or not', () => {
    const blip = (at: number): Stretch => ({ from: at, to: at + 64 });
    const words = { from: 4000, to: 5024 };
    for (const heard of [1024, 2048]) {
      const { blips } = find([blip(1024), blip(2048), words], [blip(heard), words]);
      expect(blips.map(({ from }) => Math.round(from / 48 / 10) * 10)).toEqual([1020, 2050]);
    }
  });
  it('sounds up to the last sample of the track and no further', () => {
    const { sounds } = find([{ from: 1024, to: 2005 }], [{ from: 1024, to: 2016 }], 2005);
    expect(sounds.at(-1)?.to).toBe(2005 * 48);
  });
  it('needs no placement where none was made', () => expect(placementAt([], rigPos(5))).toBe(0));
  it('is soft where more than 20 ms lie between its weak and its strong edge, at the sample, and its interval reaches no further than these', () => {
    const rises = quarters(16, 24).map((weak) => {
      const [segment] = find([{ from: FROM - weak, to: FROM, db: WEAK }, { from: FROM, to: TO }], [{ from: FROM, to: TO }]).segments; // prettier-ignore
      if (segment === undefined) throw new Error('nothing found');
      const rise = segment.strongFrom - segment.from;
      expect(segment.softOnset, `${rise}`).toBe(rise > 20 * 48);
      if (segment.softOnset) {
        expect(segment.fromPlusMinus).toBeGreaterThanOrEqual(rise);
        expect(segment.fromPlusMinus).toBeLessThanOrEqual(rise + 48);
      }
      return rise;
    });
    // To a value of the fine level.
    expect(rises).toEqual(expect.arrayContaining([19.75, 20, 20.25].map((ms) => ms * 48)));
  });
});
