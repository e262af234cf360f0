/** A long channel looked at in parts: what is found is what a look at the whole finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParts, LONGEST_WHOLE, partsOf } from '../../src/analysis/chunks.js';
import { rigPos } from '../../src/time/position.js';
import { FRAME_48K } from '../../src/vad/detector.js';
import { findSpeech } from '../../src/vad/find.js';
import { bursts, perfect, random, type Burst } from '../vad/support/synthetic.js';

const SECOND = 48_000;

describe('partsOf', () => {
  it('covers a channel once, in parts of about a minute with context, cut at frames', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 * SECOND }), fc.integer({ min: 0, max: 1e6 }), (length, seed) => {
        const next = random(seed);
        const frames = Math.ceil(length / FRAME_48K);
        const probabilities = Uint16Array.from({ length: frames }, () => (next() < 0.7 ? 900 : 0));
        const parts = partsOf(length, probabilities);
        if (length <= LONGEST_WHOLE) expect(parts).toHaveLength(1);
        let at = 0;
        for (const { from, to, audioFrom, audioTo } of parts) {
          expect(from).toBe(at);
          expect(to).toBeGreaterThan(from);
          expect(audioFrom % FRAME_48K).toBe(0);
          expect(audioFrom <= from && audioTo >= to && audioTo <= length).toBe(true);
          expect(audioTo - audioFrom).toBeLessThanOrEqual(LONGEST_WHOLE + 10 * SECOND);
          at = to;
        }
        expect(at).toBe(length);
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});

describe('joinParts', () => {
  it('finds in parts what the whole has, also where speech lies across a cut', () => {
    const lengthMs = 215_000;
    const next = random(12);
    const list: Burst[] = [];
    // Speech of up to 15 s with pauses of 150 to 900 ms, so that some cuts have no good place.
    for (let at = 500; at < lengthMs - 16_000;) {
      const to = at + 200 + next() * (next() < 0.2 ? 15_000 : 2500);
      list.push({ from: Math.round(at), to: Math.round(to), db: -20 - 6 * next() });
      at = to + 150 + 750 * next();
    }
    // One stretch without a pause that is longer than the search for a cut.
    list.splice(0, list.length, ...list.filter(({ from, to }) => to < 95_000 || from > 150_000), { from: 96_000, to: 149_000 });
    list.sort((a, b) => a.from - b.from);
    const samples = bursts(lengthMs, list, -70);
    const probabilities = perfect(lengthMs, list);
    const whole = findSpeech({ from: rigPos(0), samples, placed: [], holes: [] }, 'x', probabilities);
    const parts = partsOf(samples.length, probabilities);
    expect(parts.length).toBeGreaterThan(2);
    const joined = joinParts(
      parts.map((part) => {
        const audio = { from: rigPos(part.audioFrom), samples: samples.slice(part.audioFrom, part.audioTo), placed: [], holes: [] };
        const frames = probabilities.subarray(part.audioFrom / FRAME_48K, Math.ceil(part.audioTo / FRAME_48K));
        return { part, speech: findSpeech(audio, 'x', frames) };
      }),
    );
    for (const kind of ['runs', 'segments'] as const) {
      expect(joined[kind].length).toBe(whole[kind].length);
      joined[kind].forEach((one, i) => {
        expect(Math.abs(one.from - (whole[kind][i]?.from ?? 0))).toBeLessThan(2 * 48);
        expect(Math.abs(one.to - (whole[kind][i]?.to ?? 0))).toBeLessThan(2 * 48);
      });
    }
  }, 120_000);
});
