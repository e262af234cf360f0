import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareArms, type ArmSession } from '../../bench/arms/paired.js';

const session = (arm: string, repeat: number, waitMs: number | undefined, cutIn: boolean | undefined = false): ArmSession => ({
  agent: 'bot',
  suite: 'cases',
  arm,
  repeat,
  waitMs,
  cutIn,
});

describe('two arms', () => {
  test('the differences of the repeats are tested by flipping their signs', () => {
    // Every repeat 100 ms longer: of 2^6 sign patterns only all plus and all minus are as far out.
    const played = [1, 2, 3, 4, 5, 6].flatMap((n) => [session('plain', n, 500 + 10 * n), session('gap', n, 600 + 10 * n)]);
    const [wait, cut] = compareArms(played);
    expect(wait).toMatchObject({ arms: ['plain', 'gap'], what: 'wait, ms', repeats: 6, pairs: 6, meanDifference: 100, pValue: 2 / 64 });
    expect(cut).toMatchObject({ what: 'cut in, share', pairs: 6, meanDifference: 0, pValue: 1 });
  });

  test('a repeat without a wait in one arm is no pair of waits, and one that was played in one arm only is none at all', () => {
    const played = [
      session('plain', 1, 500),
      session('gap', 1, undefined, true),
      session('plain', 2, 500),
      session('gap', 2, 700),
      session('plain', 3, 500),
    ];
    expect(compareArms(played)).toMatchObject([
      { what: 'wait, ms', repeats: 2, pairs: 1, meanDifference: 200, pValue: 1 },
      { what: 'cut in, share', repeats: 2, pairs: 2, meanDifference: 0.5 },
    ]);
  });

  test('no value is no difference, not one of 0', () => {
    const [wait, cut] = compareArms(['plain', 'gap'].map((arm) => ({ ...session(arm, 1, undefined), cutIn: undefined })));
    expect(wait).toEqual({ agent: 'bot', suite: 'cases', arms: ['plain', 'gap'], what: 'wait, ms', repeats: 1, pairs: 0 });
    expect(cut).not.toHaveProperty('pValue');
  });

  test('agents and suites are kept apart; one arm is compared with nothing', () => {
    const played = [session('plain', 1, 500), session('gap', 1, 600)];
    const others = played.map((one) => ({ ...one, agent: 'other' }));
    expect(compareArms([...played, ...others]).map(({ agent }) => agent)).toEqual(['bot', 'bot', 'other', 'other']);
    expect(compareArms([session('plain', 1, 500), session('plain', 2, 500)])).toEqual([]);
  });

  test('exchanging the arms changes the sign and nothing else', () => {
    const wait = fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(wait, wait), { minLength: 1, maxLength: 12 }), (waits) => {
        const played = (a: string, b: string): ArmSession[] => waits.flatMap(([one, two], n) => [session(a, n, one), session(b, n, two)]);
        const [there] = compareArms(played('a', 'b'));
        const [back] = compareArms(waits.flatMap(([one, two], n) => [session('b', n, two), session('a', n, one)]));
        expect(back?.pValue).toBe(there?.pValue);
        expect(back?.pairs).toBe(there?.pairs);
        if (there?.meanDifference !== undefined) expect(back?.meanDifference).toBeCloseTo(-there.meanDifference, 9);
      }),
    );
  });
});
