import { describe, expect, it } from 'vitest';
import { decide, MOST_SPOILED, SEARCH_ERROR } from '../../src/shrink/decide.js';
import type { Shown } from '../../src/shrink/fault.js';
import { mulberry32 } from '../../src/stats/random.js';

const plan = { rate: 0.8, error: SEARCH_ERROR, certain: false };
const always = (shown: Shown) => () => Promise.resolve(shown);

describe('decide', () => {
  it('takes one session of an agent without chance', async () => {
    expect(await decide({ ...plan, certain: true }, always('yes'))).toEqual({ verdict: 'yes', reproduced: 1, sessions: 1, spoiled: 0 });
    expect(await decide({ ...plan, certain: true }, always('no'))).toEqual({ verdict: 'no', reproduced: 0, sessions: 1, spoiled: 0 });
  });

  it('takes as many as the sequential test needs of one with chance', async () => {
    // ln 20 / ln 2 = 4.3, and ln 20 / ln 3 = 2.7
    expect(await decide(plan, always('yes'))).toMatchObject({ verdict: 'yes', sessions: 5 });
    expect(await decide(plan, always('no'))).toMatchObject({ verdict: 'no', sessions: 3 });
    expect(await decide({ ...plan, least: 20 }, always('yes'))).toMatchObject({ verdict: 'yes', sessions: 20 });
  });

  it('counts spoiled sessions for nobody, and gives up where the rig spoils all', async () => {
    let n = 0;
    const mixed = await decide({ ...plan, certain: true }, () => Promise.resolve(n++ < 3 ? 'spoiled' : 'yes'));
    expect(mixed).toEqual({ verdict: 'yes', reproduced: 1, sessions: 1, spoiled: 3 });
    expect(await decide(plan, always('spoiled'))).toEqual({ verdict: 'undecided', reproduced: 0, sessions: 0, spoiled: MOST_SPOILED });
  });

  it.each([
    [0.8, 'no'],
    [0.4, 'yes'],
  ] as const)('errs of a rate of %d less often than it says', async (truth, wrong) => {
    const next = mulberry32(5);
    let errors = 0;
    for (let run = 0; run < 1000; run++) {
      const { verdict } = await decide(plan, () => Promise.resolve(next() < truth ? 'yes' : 'no'));
      if (verdict === wrong) errors += 1;
    }
    // 5% of 1000, with four standard deviations of the count.
    expect(errors).toBeLessThan(50 + 28);
  });
});
