import { describe, expect, it } from 'vitest';
import { readCases } from '../score/duplex-mpe-cases.js';
import { checkResolutionTimes, checkWaits } from './duplex-mpe.js';

const cases = readCases(new URL('../vectors/duplex-mpe-sample.json', import.meta.url));

describe('the schedule against the reference cases of selective participation (a sample; test/verify has all)', () => {
  it('waits for an answer exactly where there is one', () => {
    expect(checkWaits(cases.T)).toBe(cases.T.filter(({ presence }) => presence).length);
  });
  it('resolves 3 s after the question and goes on at the end of the observation', () => {
    checkResolutionTimes(cases.N4);
  });
});
