/** Whatever the agent does and whatever is expected: scores are sane, and the same again. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TURN_LABELS, type Expectation } from '../../src/scenario/model.js';
import { scoreSession } from '../../src/score/session.js';
import { msToSamples } from '../../src/time/position.js';
import { inputOf, reply, type SceneSpec } from './fixtures.js';

/** Times on a grid of 60 ms with a sample's worth of neighbours, so that borders are met exactly and missed by little. */
const time = (max: number) => fc.tuple(fc.nat(Math.floor(max / 60)), fc.constantFrom(0, 0, 1, -1)).map(([n, d]) => Math.max(0, n * 60 + d));
const limits = { within: msToSamples(2000), once: true, maxGap: msToSamples(900) };
const expectation = fc.constantFrom<Expectation>(
  reply(2000),
  { kind: 'reply', ...limits },
  { kind: 'silence' },
  { kind: 'yield', within: msToSamples(600), quiet: msToSamples(1500) },
  { kind: 'yield', within: msToSamples(600), quiet: msToSamples(1500), reply: limits },
  { kind: 'continue', maxGap: msToSamples(900) },
  { kind: 'continue', maxGap: msToSamples(900), quietAfter: msToSamples(1500) },
  { kind: 'may-answer' },
  { kind: 'none' },
);
const turnSpec = fc.record({
  length: fc.integer({ min: 120, max: 3000 }),
  gap: fc.integer({ min: 0, max: 4000 }),
  pause: fc.boolean(),
  expect: expectation,
  label: fc.constantFrom(...TURN_LABELS),
  noise: fc.constantFrom(false, false, false, true),
  plusMinusMs: fc.constantFrom(0, 5, 30),
});
const agentRuns = fc.array(fc.tuple(time(1500), time(3000), fc.constantFrom(0, 5, 40)), { maxLength: 12 }).map((pieces) => {
  let now = 0;
  const runs: [number, number, number][] = [];
  for (const [silence, length, plusMinus] of pieces) {
    const from = now + silence + 1;
    now = from + length + 1;
    runs.push([from, now, plusMinus]);
  }
  return runs;
});
const hole = fc.tuple(time(15_000), time(2000), fc.constantFrom('unknown', 'silence'));

const spec = fc
  .record({
    turns: fc.array(turnSpec, { minLength: 1, maxLength: 6 }),
    agent: agentRuns,
    holes: fc.array(hole, { maxLength: 2 }),
    tail: fc.nat(5000),
    greeting: fc.constantFrom('expected', 'ignored', 'forbidden'),
  })
  .map(({ turns, agent, tail, greeting }): SceneSpec => {
    let now = 1000;
    const placed = turns.map((one, i) => {
      const from = now + one.gap;
      now = from + one.length;
      const third = Math.floor(one.length / 3);
      return {
        id: `t${i}`,
        from,
        to: now,
        ...(one.pause ? { pauses: [[from + third, from + 2 * third] as const] } : {}),
        expect: one.expect,
        plusMinusMs: one.plusMinusMs,
        over: one.noise ? { kind: 'noise' as const } : { label: one.label },
      };
    });
    return { turns: placed, agent, endMs: now + tail, scene: { greeting: { policy: greeting, within: msToSamples(3000) } } };
  });

describe('the score of any session', () => {
  it('has no NaN, nothing negative, nothing of what did not happen, and one id a window', () => {
    fc.assert(
      fc.property(spec, (one) => {
        const input = inputOf(one);
        const score = scoreSession(input);
        expect(JSON.parse(JSON.stringify(score))).toEqual(JSON.parse(JSON.stringify(scoreSession(input))));
        expect(JSON.stringify(score)).not.toMatch(/NaN|Infinity|null|undefined/);
        expect(new Set(score.windows.map(({ id }) => id)).size).toBe(score.windows.length);
        for (const { id, value, verdict, reason, window, evidence, limitMs } of score.windows) {
          expect(reason, id).not.toBe('');
          expect(reason, id).not.toMatch(/(^| )-\d/);
          expect(window.to, id).toBeGreaterThanOrEqual(window.from);
          expect(evidence.to, id).toBeGreaterThanOrEqual(evidence.from);
          expect(evidence.from, id).toBeGreaterThanOrEqual(-msToSamples(1000));
          if (value.kind === 'measured') {
            expect(value.ms, id).toBeGreaterThanOrEqual(0);
            // The verdict never contradicts the value that stands beside it.
            if (limitMs !== undefined && verdict === 'pass') expect(value.ms, id).toBeLessThanOrEqual(limitMs);
          }
          if (value.kind === 'censored') expect(value.aboveMs, id).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 600, seed: 7 },
    );
    // On a machine that others keep busy.
  }, 120_000);
});
