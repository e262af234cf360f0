import { describe, expect, it } from 'vitest';
import { detectSpeech } from '../../src/vad/detect.js';
import { FRAME_16K, FRAME_48K, isDigitalSilence, type SpeechDetector } from '../../src/vad/detector.js';
import { energyDetector } from '../../src/vad/energy.js';
import { speechFrames } from '../../src/vad/hysteresis.js';
import { timeline } from './support/recordings.js';
import { bursts } from './support/synthetic.js';

/** Answers with the frame's share of non-zero samples, at once or later, and counts. */
class Counting implements SpeechDetector {
  readonly name = 'counting';
  readonly modelHash = 'none';
  readonly frame = FRAME_16K;
  resets = 0;
  readonly frames: Float32Array[] = [];
  constructor(private readonly later = false) {}
  reset(): void {
    this.resets++;
  }
  speechProbability(frame: Float32Array): number | Promise<number> {
    this.frames.push(frame.slice());
    const p = isDigitalSilence(frame) ? 0 : 0.12345;
    return this.later ? Promise.resolve(p) : p;
  }
}

describe('detectSpeech', () => {
  it('covers the audio with whole frames, the last one filled up with zeros', async () => {
    for (const [samples, frames] of [
      [0, 0],
      [1, 1],
      [FRAME_48K, 1],
      [FRAME_48K + 1, 2],
      [10 * FRAME_48K, 10],
    ] as const) {
      const detector = new Counting();
      expect((await detectSpeech(timeline(new Float32Array(samples)), detector)).length).toBe(frames);
      expect(detector.frames.every((frame) => frame.length === FRAME_16K)).toBe(true);
    }
  });

  it('begins a new stream, stores thousandths, and is the same for detectors that answer later', async () => {
    const audio = timeline(bursts(2000, [{ from: 500, to: 1500 }]));
    const [now, later] = [new Counting(), new Counting(true)];
    const probabilities = await detectSpeech(audio, now);
    expect(now.resets).toBe(1);
    expect(new Set(probabilities)).toEqual(new Set([0, 123]));
    expect(await detectSpeech(audio, later)).toEqual(probabilities);
  });
});

describe('speechFrames', () => {
  it.each([
    [[0, 490, 500, 400, 350, 349, 0], [[2, 5]]],
    [[500], [[0, 1]]],
    [
      [600, 300, 400, 499, 500],
      [
        [0, 1],
        [4, 5],
      ],
    ],
    [[499, 499], []],
    [[], []],
  ])('%j gives %j', (probabilities, expected) => {
    expect(speechFrames(probabilities).map(({ from, to }) => [from, to])).toEqual(expected);
  });
});

describe('energyDetector', () => {
  const heard = async (samples: Float32Array): Promise<[number, number][]> =>
    speechFrames(await detectSpeech(timeline(samples), energyDetector())).map(({ from, to }) => [from * 32, to * 32]);

  it('hears bursts over silence and over steady noise, and nothing in noise alone once it knows it', async () => {
    const list = [{ from: 3000, to: 4000 }];
    const silent = await heard(bursts(6000, list));
    expect(silent.length).toBe(1);
    expect(Math.abs(silent[0]![0] - 3000)).toBeLessThanOrEqual(32);
    expect(Math.abs(silent[0]![1] - 4000)).toBeLessThanOrEqual(32);
    const noisy = (await heard(bursts(6000, list, -50))).filter(([from]) => from > 1100);
    expect(noisy).toEqual(silent);
    expect((await heard(bursts(6000, [], -50))).filter(([, to]) => to > 1100)).toEqual([]);
  });

  it('does not get used to speech, however long, nor to a loud steady tone', async () => {
    const long = await heard(bursts(62_000, [{ from: 1000, to: 61_000 }]));
    expect(long.length).toBe(1);
    expect(long[0]![1]).toBeGreaterThan(60_900);
    const tone = Float32Array.from({ length: 48_000 * 20 }, (_, i) => 0.1 * Math.sin((2 * Math.PI * 440 * i) / 48_000));
    expect((await heard(tone))[0]![1]).toBeGreaterThan(19_900);
  });

  it('is causal and starts anew on reset', () => {
    const detector = energyDetector();
    const loud = Float32Array.from({ length: FRAME_16K }, (_, i) => 0.1 * Math.sin(i));
    const first = detector.speechProbability(loud);
    for (let i = 0; i < 50; i++) detector.speechProbability(loud);
    expect(detector.speechProbability(loud)).toBeLessThan(first);
    detector.reset();
    expect(detector.speechProbability(loud)).toBe(first);
  });
});
