import { describe, expect, it } from 'vitest';
import { groupCpuSeconds, parseStat } from '../../agent/command/cpu.js';

const rest = 'S 10 42 42 0 -1 4194560 100 200 0 0 7 5 3 1 20 0 11 0 123456 1000000 500 18446744073709551615';

describe('parseStat', () => {
  it.each([
    ['1234 (node) ' + rest, { group: 42, ticks: 16 }],
    ['1234 (a (b) c) d) ' + rest, { group: 42, ticks: 16 }],
    ['', undefined],
    ['1234 (node) S 10', undefined],
  ])('%s', (text, stat) => {
    expect(parseStat(text)).toEqual(stat);
  });
});

describe('groupCpuSeconds', () => {
  it('knows nothing of a group that does not exist', () => {
    expect(groupCpuSeconds(2 ** 30)).toBeUndefined();
  });
});
