import { describe, expect, it } from 'vitest';
import { plain } from '../../src/cli/console.js';
import { formatDuration, Progress, progressLine, remaining } from '../../src/cli/progress.js';
import { nodeIsNewEnough } from '../../src/cli/doctor.js';

describe('progress', () => {
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [60, '1 m 00 s'],
    [125, '2 m 05 s'],
    [3_720, '1 h 02 m'],
  ])('%d seconds read %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('says how long is left once something is done', () => {
    expect(remaining(0, 10)).toBeUndefined();
    expect(remaining(0.25, 10)).toBe(30);
    expect(progressLine('playing', 1, 4, 30, 'phone', 80)).toBe('playing 1/4, about 30 s left · phone');
    expect(progressLine('playing', 0, 4, undefined, '', 80)).toBe('playing 0/4');
    expect(progressLine('analyzing', 4, 1000, undefined, 'listening to 60 s of audio', 80, true)).toBe(
      'analyzing 0% · listening to 60 s of audio',
    );
    expect(progressLine('analyzing', 420, 1000, 9, '', 80, true)).toBe('analyzing 42%, about 9 s left');
  });

  it('counts down between events, from what was expected and then from what was done', () => {
    let now = 0;
    const progress = new Progress({ out: () => undefined, err: () => undefined, live: false, width: 80 }, 'playing', 4, () => now, 50);
    const at = (seconds: number, done: number) => {
      now = seconds;
      return progress.left(done);
    };
    expect([at(0, 0), at(10, 0), at(20, 1), at(30, 1), at(90, 1), at(100, 2)]).toEqual([50, 40, 60, 50, 0, 100]);
  });

  it('is never wider than the terminal', () => {
    expect(progressLine('playing', 1, 4, 10, 'x'.repeat(200), 40)).toHaveLength(40);
  });
});

it.each([
  ['v20.18.3', false],
  ['v20.19.0', true],
  ['v22.0.0', true],
  ['v18.20.0', false],
  ['v24.1.0', true],
])('Node %s is new enough: %s', (version, expected) => expect(nodeIsNewEnough(version)).toBe(expected));

it('takes control characters out of foreign text', () => {
  expect(plain('a\u001b[31mred\u0007\nb\u009b')).toBe('a\ufffd[31mred\ufffd\nb\ufffd');
  expect(plain('a\u202ecba\u2066')).toBe('a\ufffdcba\ufffd');
});
