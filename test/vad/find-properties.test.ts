import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rigPos } from '../../src/time/position.js';
import { findSpeech } from '../../src/vad/find.js';
import type { AgentSpeech } from '../../src/vad/model.js';
import { edges, expectEdges, find } from './support/find.js';
import { bursts, perfect, type Burst } from './support/synthetic.js';

describe('findSpeech: properties', () => {
  const list = fc
    .array(fc.tuple(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 200, max: 1200 })), { minLength: 1, maxLength: 3 })
    .map((parts) => {
      let at = 300;
      return parts.map(([length, pause]): Burst => {
        const from = at;
        at += length + pause;
        return { from, to: from + length };
      });
    });
  const allEdges = (speech: AgentSpeech): number[] =>
    [...speech.runs, ...speech.segments].flatMap(({ from, to, strongFrom }) => [from, to, strongFrom]);

  it('a shift of the timeline shifts every edge by as much', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: -1_000_000, max: 1_000_000 }), (parts, by) => {
        const here = find({ list: parts, lengthMs: 7500 });
        const there = find({ list: parts, lengthMs: 7500, from: by });
        expect(allEdges(there)).toEqual(allEdges(here).map((edge) => edge + by));
      }),
      { seed: 11, numRuns: 6 },
    );
  });

  it('a shift of the audio by n samples shifts every edge by n, to a millisecond', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 3000 }), (parts, by) => {
        const samples = bursts(7000, parts);
        const moved = new Float32Array(samples.length + by);
        moved.set(samples, by);
        const at = (audio: Float32Array, ms: number): AgentSpeech =>
          findSpeech(
            { from: rigPos(0), samples: audio, placed: [], holes: [] },
            'a0',
            perfect(
              7100,
              parts.map(({ from, to }) => ({ from: from + ms, to: to + ms })),
            ),
          );
        const here = allEdges(at(samples, 0));
        const there = allEdges(at(moved, by / 48));
        expect(there.length).toBe(here.length);
        here.forEach((edge, i) => expect(Math.abs(there[i]! - edge - by)).toBeLessThanOrEqual(48));
      }),
      { seed: 12, numRuns: 10 },
    );
  });

  it('another loudness moves no edge by more than half a millisecond', () => {
    fc.assert(
      fc.property(list, fc.double({ min: -12, max: 12, noNaN: true }), (parts, db) => {
        const samples = bursts(7500, parts, -80);
        const scaled = samples.map((x) => x * 10 ** (db / 20));
        const probabilities = perfect(7500, parts);
        const at = (audio: Float32Array): number[] =>
          allEdges(findSpeech({ from: rigPos(0), samples: audio, placed: [], holes: [] }, 'a0', probabilities));
        const here = at(samples);
        const there = at(scaled);
        expect(there.length).toBe(here.length);
        here.forEach((edge, i) => expect(Math.abs(there[i]! - edge)).toBeLessThanOrEqual(24));
      }),
      { seed: 13, numRuns: 8 },
    );
  });

  it('two recordings one after the other, 3 s apart, give what each gives alone', () => {
    const whole = 250 * 32;
    fc.assert(
      fc.property(list, list, (a, b) => {
        const shifted = b.map(({ from, to }) => ({ from: from + whole, to: to + whole }));
        const both = find({ list: [...a, ...shifted], lengthMs: 2 * whole });
        const alone = [find({ list: a, lengthMs: whole }), find({ list: b, lengthMs: whole, from: whole * 48 })];
        for (const kind of ['runs', 'segments'] as const) {
          const expected = alone.flatMap((speech) => edges(speech[kind]));
          expectEdges(both[kind], expected, 1);
        }
      }),
      { seed: 14, numRuns: 6 },
    );
  });
});
