import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Hearing } from '../../agent/reference/hearing.js';
import { msToSamples } from '../../src/time/position.js';
import type { RigPos } from '../../src/time/position.js';

const pos = (at: number): RigPos => at as RigPos;
const ones = (length: number, value = 1): Float32Array => new Float32Array(length).fill(value);

describe('Hearing', () => {
  test('one track is handed on as it comes', () => {
    const hearing = new Hearing();
    expect(hearing.take(pos(0))).toBeUndefined();
    hearing.push('a', pos(100), ones(3));
    expect(hearing.take(pos(100))).toEqual({ at: 100, pcm: ones(3) });
    expect(hearing.take(pos(100))).toBeUndefined();
    hearing.push('a', pos(103), ones(2, 2));
    expect(hearing.take(pos(103))).toEqual({ at: 103, pcm: ones(2, 2) });
  });

  test('two tracks are waited for and summed', () => {
    const hearing = new Hearing();
    hearing.push('a', pos(0), ones(10));
    hearing.push('b', pos(0), ones(4, 2));
    expect(hearing.take(pos(10))).toEqual({ at: 0, pcm: ones(4, 3) });
    hearing.push('b', pos(4), ones(6, 2));
    expect(hearing.take(pos(10))).toEqual({ at: 4, pcm: ones(6, 3) });
  });

  test('a track that lags or is gone is not waited for', () => {
    const hearing = new Hearing();
    hearing.push('a', pos(0), ones(10));
    hearing.push('b', pos(0), ones(5));
    hearing.take(pos(10));
    hearing.push('a', pos(10), ones(msToSamples(300)));
    expect(hearing.take(pos(msToSamples(300)))?.pcm).toHaveLength(10 + msToSamples(300) - 5);
    hearing.push('b', pos(10 + msToSamples(300)), ones(5));
    hearing.push('a', pos(10 + msToSamples(300)), ones(8));
    expect(hearing.take(pos(msToSamples(300)))?.pcm).toEqual(ones(5, 2));
    hearing.gone('b');
    expect(hearing.take(pos(msToSamples(300)))?.pcm).toEqual(ones(3));
  });

  test('holes are silence', () => {
    const hearing = new Hearing();
    hearing.push('a', pos(0), ones(2));
    hearing.push('a', pos(4), ones(2));
    expect(hearing.take(pos(6))?.pcm).toEqual(Float32Array.of(1, 1, 0, 0, 1, 1));
  });

  test('neighbours that overlap by placement are heard once', () => {
    const hearing = new Hearing();
    hearing.push('a', pos(0), ones(5));
    hearing.push('a', pos(3), ones(5));
    expect(hearing.take(pos(8))?.pcm).toEqual(ones(8));
  });

  test('when nobody sends any more, time goes on in silence', () => {
    const hearing = new Hearing();
    hearing.push('a', pos(0), ones(5));
    hearing.take(pos(5));
    expect(hearing.take(pos(msToSamples(1_000)))).toEqual({ at: 5, pcm: new Float32Array(msToSamples(800) - 5) });
  });

  test('whatever comes, what is handed on has no holes and no overlap', () => {
    const packets = fc.array(
      fc.record({ track: fc.constantFrom('a', 'b'), step: fc.integer({ min: -50, max: 2_000 }), length: fc.integer({ min: 1, max: 960 }) }),
    );
    fc.assert(
      fc.property(packets, (sent) => {
        const hearing = new Hearing();
        let at = 0;
        let next: number | undefined;
        for (const { track, step, length } of sent) {
          at += step;
          hearing.push(track, pos(at), ones(length));
          const heard = hearing.take(pos(at + length));
          if (heard === undefined) continue;
          if (next !== undefined) expect(heard.at).toBe(next);
          next = heard.at + heard.pcm.length;
        }
      }),
    );
  });
});
