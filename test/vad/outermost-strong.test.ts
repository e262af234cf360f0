/**
 * Where a run is strong for the first and for the last time: its outermost loud frame, and from there outward what is strong and near. The
 * sounds are level tracks that are painted, so that one frame can decide.
 */
import { describe, expect, it } from 'vitest';
import { LevelTrack } from '../../src/vad/level.js';
import { speechRuns, type Run } from '../../src/vad/runs.js';
import { perfect } from './support/synthetic.js';
import { tones } from './support/tone.js';

const LENGTH = 6000;
const VOICE = -10;
const STRONG = VOICE - 22;
const WEAK = -45;
/** What the detector hears, ms: frames of 32. */
const [FROM, TO] = [64 * 32, 95 * 32];
/** Words that tell how loud the voice is. */
const OTHER = { from: 3680, to: 4320 };

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function runsOf(sound: readonly Stretch[], paint: (frames: Float32Array) => void, heardTo = TO): Run[] {
  const level = new LevelTrack(tones(LENGTH * 48, sound.map(({ from, to }) => ({ from: from * 48, to: to * 48, db: VOICE })))); // prettier-ignore
  paint(level.frames);
  return speechRuns(level, perfect(LENGTH, [{ from: FROM, to: heardTo }, OTHER]));
}

function firstRun(...asked: Parameters<typeof runsOf>): Run {
  const [run] = runsOf(...asked);
  if (run === undefined) throw new Error('nothing found');
  return run;
}

describe('a run begins and ends with its outermost loud frame', () => {
  const words = [{ from: FROM, to: TO }, OTHER];
  const strong = (() => {
    const level = new LevelTrack(tones(LENGTH * 48, [{ from: FROM * 48, to: TO * 48, db: VOICE }]));
    const isStrong = (db: number): boolean => db > STRONG;
    return { first: level.frames.findIndex(isStrong), last: level.frames.findLastIndex(isStrong) };
  })();

  it.each([0, 1, 2, 3])('were it behind %i weak ones, after 150 that are weak as well: an onset', (shift) => {
    const run = firstRun(words, (frames) => {
      frames.fill(WEAK, strong.first - 150, FROM - 8);
      frames[strong.first - 150 + shift] = VOICE;
    });
    expect(run.strongFrom).toBe((strong.first - 150 + shift) * 48);
  });

  it.each([0, 1, 2, 3])('were it before %i weak ones, after 150 that are weak as well: an end', (shift) => {
    const run = firstRun(words, (frames) => {
      frames.fill(WEAK, TO + 8, strong.last + 151);
      frames[strong.last + 150 - shift] = VOICE;
    });
    expect(run.to).toBe((strong.last + 150) * 48);
  });

  /** Speech without a loud frame for more than 500 ms would be somebody else's (own-voice.ts). */
  const SHORT = FROM + 480;

  it('were that its last one: what is strong at its beginning is too far from it', () => {
    const paint = (frames: Float32Array): void => {
      frames.fill(STRONG + 4, FROM, FROM + 5);
      frames.fill(WEAK, FROM + 5, SHORT - 1);
      frames[SHORT - 1] = VOICE;
    };
    expect(firstRun([OTHER], paint, SHORT).strongFrom).toBe((SHORT - 1) * 48);
  });

  it('were that its first one: what is strong at its end is too far from it', () => {
    const paint = (frames: Float32Array): void => {
      frames[FROM] = VOICE;
      frames.fill(WEAK, FROM + 1, SHORT + 95);
      frames.fill(STRONG + 4, SHORT + 95, SHORT + 100);
    };
    expect(firstRun([OTHER], paint, SHORT).to).toBeLessThan((FROM + 10) * 48);
  });
});

describe('just as high as a level is not over it:', () => {
  /** Voices of exactly one level in the track, so that the levels under them are numbers without rounding; `paint` lies before the first. */
  const before = (paint: (frames: Float32Array) => void): Run =>
    firstRun([{ from: FROM, to: TO }, OTHER], (frames) => {
      paint(frames);
      for (const { from, to } of [{ from: FROM, to: TO }, OTHER]) frames.fill(VOICE, from - 10, to + 10);
    });
  /** The loudest twentieth of all frames is the voice, and 15 dB under it a frame is loud. */
  const LOUD = VOICE - 15;

  it('a loud frame', () => {
    const strongFrom = (db: number): number =>
      before((frames) => {
        frames.fill(WEAK, FROM - 150, FROM - 10);
        frames[FROM - 150] = db;
      }).strongFrom;
    expect(strongFrom(LOUD)).toBeGreaterThan((FROM - 20) * 48);
    expect(strongFrom(LOUD + 1)).toBe((FROM - 150) * 48);
  });

  it('a strong frame', () => {
    const strongFrom = (db: number): number =>
      before((frames) => {
        frames.fill(WEAK, FROM - 50, FROM - 10);
        frames[FROM - 50] = db;
      }).strongFrom;
    expect(strongFrom(STRONG)).toBeGreaterThan((FROM - 20) * 48);
    expect(strongFrom(STRONG + 1)).toBe((FROM - 50) * 48);
  });

  it('a sound between the words, which is a run of its own when it is strong somewhere', () => {
    const voices = [{ from: FROM, to: FROM + 300 }, { from: FROM + 700, to: TO }, OTHER]; // prettier-ignore
    const runs = (db: number): number =>
      runsOf(voices, (frames) => {
        frames.fill(db, FROM + 480, FROM + 520);
        for (const { from, to } of voices) frames.fill(VOICE, from - 10, to + 10);
      }).length;
    expect([runs(STRONG), runs(STRONG + 1)]).toEqual([3, 4]);
  });
});
