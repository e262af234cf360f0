import { describe, expect, it } from 'vitest';
import { decodeTrack } from '../../src/media/decode.js';
import { locateClip } from '../../src/media/locate.js';
import type { TimelineAudio } from '../../src/time/audio.js';
import { rigPos, shift, type RigPos } from '../../src/time/position.js';
import { opusVector } from './opus-vector.js';
import { random } from './sender.js';
import { clip, CLIP_AT, recorded, speechlike } from './speechlike.js';

function timeline(samples: Float32Array, from = 5_000): TimelineAudio {
  const start = rigPos(from);
  return { from: start, samples, placed: [{ from: start, to: shift(start, samples.length), plusMinus: 40 }], holes: [] };
}

describe('locateClip', () => {
  const heard = timeline(recorded(false));
  const at = rigPos(5_000 + CLIP_AT);

  it.each([-7_000, -333, -1, 0, 1, 5, 7_000])('finds the clip to the sample when it is expected %i samples off', (off) => {
    const found = locateClip(heard, clip(), shift(at, off))!;
    expect(found.at).toBe(at);
    expect(found.quality).toBeGreaterThan(0.99);
    expect(found.margin).toBeGreaterThan(0.2);
    expect(found.plusMinus).toBeGreaterThanOrEqual(40);
    expect(found.plusMinus).toBeLessThan(45);
  });

  it.each([0.01, 0.5, 4])('at any level: times %d', (gain) => {
    expect(locateClip(timeline(recorded(false).map((s) => s * gain)), clip(), at)?.at).toBe(at);
  });

  it('under another speaker as loud, and under one twice as loud', () => {
    expect(locateClip(timeline(recorded(true)), clip(), at)?.at).toBe(at);
    const loud = recorded(false);
    for (const [i, s] of speechlike(2.2, 33).entries()) loud[i] = (loud[i] ?? 0) + 2 * s;
    const found = locateClip(timeline(loud), clip(), at)!;
    expect(Math.abs(found.at - at)).toBeLessThanOrEqual(1);
    expect(found.quality).toBeLessThan(0.7);
  });

  it.each(['alone', 'mixed'])('in Opus audio: %s', async (name) => {
    const { lookAhead, packets } = opusVector(name);
    const track = { codec: 'opus', constantDelay: lookAhead, constantDelayPlusMinus: 0 } as const;
    const audio = await decodeTrack(packets, track);
    const truth = rigPos(48_000 + CLIP_AT);
    const found = locateClip(audio, clip(), shift(truth, 2_000))!;
    // The encoder's two layers differ in delay by a few samples; 0.1 ms is the codec's, not the search's.
    expect(Math.abs(found.at - truth)).toBeLessThanOrEqual(4);
    expect(found.quality).toBeGreaterThan(name === 'alone' ? 0.8 : 0.5);
  });

  it.each<[string, TimelineAudio, RigPos]>([
    ['silence', timeline(new Float32Array(100_000)), at],
    ['another clip', timeline(speechlike(2.2, 55)), at],
    ['a place outside of the recording', heard, rigPos(9_000_000)],
    ['a place too far off', heard, shift(at, 20_000)],
  ])('finds nothing in %s', (_name, audio, expected) => {
    expect(locateClip(audio, clip(), expected)).toBeUndefined();
  });

  it('finds no clip that is too short or silent', () => {
    expect(locateClip(heard, clip().subarray(0, 100), at)).toBeUndefined();
    expect(locateClip(heard, new Float32Array(50_000), at)).toBeUndefined();
  });

  it('says so when two places fit as well', () => {
    const twice = new Float32Array(60_000);
    const next = random(5);
    const short = Float32Array.from({ length: 4_000 }, () => next() - 0.5);
    twice.set(short, 20_000);
    twice.set(short, 25_000);
    const found = locateClip(timeline(twice, 0), short, rigPos(22_000))!;
    expect(found.margin).toBeLessThan(0.05);
    expect(found.plusMinus).toBeGreaterThan(4_900);
  });

  it('uses the loudest stretch of a long clip', () => {
    const long = new Float32Array(48_000 * 6);
    long.set(speechlike(2, 9), 48_000 * 3.5);
    expect(locateClip(timeline(long, 0), long, rigPos(900))?.at).toBe(0);
  });
});
