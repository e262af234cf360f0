import { describe, expect, it } from 'vitest';
import { checkAnswers, checkMerging, checkResolutions, readCases } from './duplex-mpe-cases.js';

const cases = readCases(new URL('../vectors/duplex-mpe-sample.json', import.meta.url));

describe('reference cases of selective participation, a sample', () => {
  it('answers', () => {
    expect(checkAnswers(cases.T)).toEqual({ presence: 8, fresh: 4, boundary: 4 });
  });
  it('resolutions', () => {
    expect(checkResolutions(cases.N4).eligible).toBe(6);
  });
  it('segments', () => {
    checkMerging(cases.vad);
  });
});
