import { describe, expect, it } from 'vitest';
import { describeMismatch, match } from '../../src/sid/match.js';
import { readPredictions, readTruth, splitOfFile } from '../../src/sid/read.js';
import { formatProblem } from '../../src/scenario/problem.js';
import { jsonl } from './vectors.js';

const clip = (audio: string): Parameters<typeof match>[0][number] => ({
  audio,
  split: 'en',
  totalNonbreak: true,
  duration: 1,
  breakTime: -1,
});
const said = (audio: string): Parameters<typeof match>[1][number] => ({ audio, totalNonbreak: true, breakTime: -1 });

describe('predictions to their clips', () => {
  it('in the order of the truth', () => {
    const found = match([clip('b'), clip('a')], [said('a'), said('b')]);
    expect('pairs' in found && found.pairs.map(({ clip: one, prediction }) => [one.audio, prediction.audio])).toEqual([
      ['b', 'b'],
      ['a', 'a'],
    ]);
  });

  it('names every name that is missing, doubled or unknown', () => {
    const found = match(['a', 'b', 'c', 'c', 'd'].map(clip), ['a', 'a', 'a', 'x', 'y', 'd'].map(said));
    expect('mismatch' in found && found.mismatch).toEqual({
      missing: ['b', 'c'],
      doubledTruth: ['c'],
      doubledPredictions: ['a'],
      unknown: ['x', 'y'],
    });
    expect('mismatch' in found && describeMismatch(found.mismatch)).toBe(
      [
        '2 clips without a prediction:\n    b\n    c',
        '2 clips predicted, but not in the truth:\n    x\n    y',
        '1 clip predicted more than once:\n    a',
        '1 clip more than once in the truth:\n    c',
      ].join('\n'),
    );
  });
});

describe('files', () => {
  const truth = (row: object): { clips: object[]; problems: string[] } => {
    const problems: string[] = [];
    const clips = readTruth(jsonl([row]), 't.jsonl', 'en', (problem) => void problems.push(formatProblem(problem)));
    return { clips, problems };
  };
  const good = { audio: 'a', total_nonbreak: false, duration: 2, break_time: 1, text_with_break: '<break> a' };

  it('splits by the line, the data set, the file', () => {
    const none = { ...good, total_nonbreak: true };
    expect(truth(good).clips).toMatchObject([{ split: 'en', breakTime: 1 }]);
    expect(truth({ ...good, split: 'de' }).clips).toMatchObject([{ split: 'de' }]);
    expect(truth({ ...none, break_time: 2, text_with_break: null }).clips).toMatchObject([{ split: 'silence_noise', breakTime: 2 }]);
    expect(truth({ ...none, break_time: null, text_with_break: null }).clips).toMatchObject([{ split: 'en', breakTime: -1 }]);
    expect(['x/en_test_lines.jsonl', 'silence_noise_test.jsonl', 'C:\\d\\mine.jsonl', '_test.jsonl'].map(splitOfFile)).toEqual([
      'en',
      'silence_noise',
      'mine',
      'all',
    ]);
  });

  it.each([
    [{ ...good, audio: 3 }, 't.jsonl:1:10: audio must be a text, not 3'],
    [{ ...good, total_nonbreak: 'no' }, 't.jsonl:1:31: total_nonbreak must be true or false, not "no"'],
    [{ ...good, duration: -1 }, 't.jsonl:1:48: duration must not be negative, not -1'],
    [{ ...good, break_time: -1 }, 't.jsonl:1:63: break_time must not be negative where total_nonbreak is false, not -1'],
    [{ ...good, break_time: 2.06 }, 't.jsonl:1:63: break_time must lie inside the clip (2 s), not 2.06'],
    [{ ...good, split: 5 }, 't.jsonl:1:103: split must be a text, not 5'],
  ])('%j', (row, wanted) => {
    expect(truth(row).problems[0]).toBe(wanted);
  });

  it('a prediction without a break needs no time', () => {
    const problems: string[] = [];
    const rows = [
      { audio: 'a', total_nonbreak: true },
      { audio: 'b', total_nonbreak: false },
    ];
    const found = readPredictions(jsonl(rows), 'p.jsonl', (problem) => void problems.push(formatProblem(problem)));
    expect(found).toEqual([{ audio: 'a', totalNonbreak: true, breakTime: -1 }]);
    expect(problems).toEqual(['p.jsonl:2:1: break_time is missing: it must be a number']);
  });
});
