import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behaviourOf } from '../../agent/reference/catalogue.js';
import { longestSession } from '../../src/session/longest.js';
import { compiled, rig } from '../conductor/rig.js';

test('no agent makes a session longer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ label: fc.constantFrom('N2' as const, 'T' as const), voiced: fc.integer({ min: 300, max: 2_000 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom(
        behaviourOf('silent', {}),
        behaviourOf('always-on', {}),
        behaviourOf('answer-after', { delay: 700, speak: 20_000 }),
        behaviourOf('stuck', {}),
      ),
      async (turns, behaviour) => {
        const scene = compiled(turns.map((turn, i) => ({ ...turn, id: `t${i}` })));
        const { end } = await rig(scene, behaviour);
        expect(end.lastPos).toBeLessThanOrEqual(longestSession(scene));
        expect(end.detail).not.toMatch(/stood-still/);
      },
    ),
    { numRuns: 15 },
  );
});
