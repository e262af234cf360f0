import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatProblem, type Problem } from '../../src/scenario/problem.js';
import { readJsonl, type JsonRow } from '../../src/tabular/jsonl.js';

function read(text: string | Uint8Array): { rows: JsonRow[]; problems: string[]; told: () => string[] } {
  const problems: Problem[] = [];
  const rows = readJsonl(typeof text === 'string' ? Buffer.from(text) : text, 'f.jsonl', (problem) => void problems.push(problem));
  return { rows, problems: problems.map(formatProblem), told: () => problems.map(formatProblem) };
}

describe('JSON Lines', () => {
  it('passes over empty lines, and counts them', () => {
    const { rows, problems } = read('\ufeff{"a":1}\r\n\n{"a":2}');
    expect(problems).toEqual([]);
    expect(rows.map(({ line, fields }) => [line, fields['a']])).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it.each([
    ['{"a":1}\n{"a":NaN}\n', 'f.jsonl:2:6: this is not valid JSON\n    JSON has no NaN: leave such values out, or write null.'],
    ['{"a":-Infinity}', 'f.jsonl:1:6: this is not valid JSON\n    JSON has no -Infinity: leave such values out, or write null.'],
    ['{"a":1', 'f.jsonl:1:7: this is not valid JSON\n    One JSON object a line is wanted.'],
    ['[1]', 'f.jsonl:1:1: a line must be an object, not [1]\n    Write out an array, one object a line.'],
    ['', 'f.jsonl:1:1: the file is empty\n    One JSON object a line is wanted.'],
  ])('%s', (text, wanted) => {
    expect(read(text).problems).toEqual([wanted]);
  });

  it('names the line that is not UTF-8', () => {
    expect(read(Uint8Array.from([0x7b, 0x7d, 0x0a, 0xff, 0x0a])).problems).toEqual(['f.jsonl:2:1: the line is not UTF-8 text']);
  });

  it('names column and value of a field that is wrong, and the nearest of one that is missing', () => {
    const { rows, told } = read('{"audio":"a.wav","time":"late","big":1e999,"brake_time":1}');
    const row = rows[0]!;
    expect(row.number('time')).toBeUndefined();
    expect(row.number('big')).toBeUndefined();
    expect(row.number('break_time')).toBeUndefined();
    expect(row.boolean('audio')).toBeUndefined();
    expect(row.string('audio')).toBe('a.wav');
    expect(told()).toEqual([
      'f.jsonl:1:25: time must be a number, not "late"',
      'f.jsonl:1:38: big must be a number, not Infinity',
      'f.jsonl:1:1: break_time is missing: it must be a number\n    The line has no such field. Did you mean "brake_time"?',
      'f.jsonl:1:10: audio must be true or false, not "a.wav"',
    ]);
  });

  it('takes no field from a prototype', () => {
    const { rows, told } = read('{"a":1}');
    expect(rows[0]?.string('constructor')).toBeUndefined();
    expect(rows[0]?.has('toString')).toBe(false);
    expect(told()).toHaveLength(1);
  });

  it('never throws, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { rows, problems } = read(bytes);
        expect(rows.length + problems.length).toBeGreaterThanOrEqual(bytes.some((byte) => byte > 0x20) ? 1 : 0);
      }),
    );
  });
});
