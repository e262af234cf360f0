/** The reference cases of the selective-participation scores, whole, with their totals. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkResolutionTimes, checkWaits } from '../schedule/duplex-mpe.js';
import { checkAnswers, checkMerging, checkResolutions, readCases } from '../score/duplex-mpe-cases.js';

const cases = readCases(join(process.env['TURNRIG_SHARED'] ?? '../shared', 'vectors/statistics/duplex_mpe.json'));

describe('reference cases of selective participation', () => {
  it('answers', () => {
    const { presence, fresh, boundary } = checkAnswers(cases.T);
    expect({ presence, fresh, boundary }).toEqual({
      presence: cases.totals?.['T_presence'],
      fresh: cases.totals?.['T_fresh'],
      boundary: cases.totals?.['T_boundary'],
    });
  });
  it('resolutions', () => {
    const { eligible, pass } = checkResolutions(cases.N4);
    expect({ eligible, pass }).toEqual({ eligible: cases.totals?.['N4_eligible'], pass: cases.totals?.['N4_pass'] });
  });
  it('the schedule waits where there is presence, resolves after 3 s, and goes on at the end of the observation', () => {
    expect(checkWaits(cases.T)).toBe(cases.totals?.['T_presence']);
    checkResolutionTimes(cases.N4);
  });
  it('segments', () => {
    checkMerging(cases.vad);
  });
});
