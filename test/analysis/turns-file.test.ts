/** Turns that a person gives: every problem at once, each at its line and column. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTurns } from '../../src/analysis/turns-file.js';

const LENGTH = 20 * 48_000;
const read = (text: string) => readTurns(new TextEncoder().encode(text), 'turns.yaml', LENGTH);
const problems = (text: string): string[] => {
  const found = read(text);
  return 'problems' in found ? found.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
};

describe('readTurns', () => {
  it('reads turns with their places, kinds and pauses', () => {
    const found = read(`version: 1
turns:
  - { start: 0.5, end: 2.25, expect: respond, pauses: [[1, 1.5]], id: phone, text: Hello }
  - { start: 8, end: 9, expect: stop }
  - { start: 12, end: 12.2, expect: ignore }
  - { start: 14, end: 14.5, expect: ignore, noise: false }
`);
    expect('turns' in found && found.turns).toMatchObject([
      {
        id: 'phone',
        kind: 'respond',
        from: 24_000,
        to: 108_000,
        parts: [
          { from: 24_000, to: 48_000 },
          { from: 72_000, to: 108_000 },
        ],
        plusMinus: 240,
        noise: false,
        text: 'Hello',
        source: 'turns.yaml:3:5',
      },
      { id: 't2', kind: 'stop', parts: [{ from: 384_000, to: 432_000 }], noise: false },
      { id: 't3', kind: 'ignore', noise: true },
      { id: 't4', kind: 'ignore', noise: false },
    ]);
  });

  it('takes how sure the positions are', () => {
    const found = read('{ "version": 1, "plusMinusMs": 20, "turns": [{ "start": 1, "end": 2, "expect": "stop" }] }');
    expect('turns' in found && found.turns[0]?.plusMinus).toBe(960);
  });

  it('tells all problems at once, each where it is', () => {
    expect(
      problems(`version: 2
trun: 1
turns:
  - { start: 1, end: 0.5, expect: respond }
  - { start: 3000, end: 4000, expect: answer }
  - { start: 5, end: 6, expect: respond, id: "a b", noise: maybe }
  - hello
  - { end: 7, expect: stop }
  - { start: 8, end: 11, expect: respond, pauses: [[9, 8.5], [9], 3] }
`),
    ).toEqual([
      '2:1 unknown key "trun"',
      '1:10 version must be 1',
      '4:22 end must lie after start',
      '5:14 the recording ends at 20.000 s',
      '5:25 the recording ends at 20.000 s',
      '5:39 expect must be one of respond, stop, ignore',
      '6:46 id must be up to 60 letters, digits, ".", "_" or "-"',
      '6:60 noise must be true or false',
      '7:5 a turn must be a map',
      "8:5 start must be a time in seconds from the recording's start",
      '9:52 pauses must lie inside their turn, in order, with words on both sides',
      '9:62 a pause must be [start, end] in seconds',
      '9:67 a pause must be [start, end] in seconds',
    ]);
  });

  it.each([
    ['nothing', '', /./],
    ['a list', '- 1', /1:1 a list of turns is missing/],
    ['no turn', 'version: 1\nturns: []', /2:8 there is no turn in it/],
    ['the same id twice', 'version: 1\nturns: [{id: a, start: 1, end: 2, expect: stop}, {id: a, start: 3, end: 4, expect: stop}]', /twice/],
    [
      'turns that overlap',
      'version: 1\nturns: [{start: 1, end: 3, expect: stop}, {start: 2, end: 4, expect: stop}]',
      /begins before t1 has ended/,
    ],
    ['YAML that is none', 'version: 1\nturns: [', /./],
    [
      'too unsure positions',
      'version: 1\nplusMinusMs: 900\nturns: [{start: 1, end: 2, expect: stop}]',
      /2:14 plusMinusMs must be a number from 0 to 500/,
    ],
  ])('refuses %s', (_, text, message) => {
    expect(problems(text).join('\n')).toMatch(message);
  });

  it('lets noise lie inside a turn', () => {
    expect(problems('version: 1\nturns: [{start: 1, end: 3, expect: respond}, {start: 2, end: 2.2, expect: ignore}]')).toEqual([]);
  });

  it('meets any text with turns or problems that have a place', () => {
    const piece = fc.constantFrom(
      'version: 1',
      'turns:',
      '  - ',
      '{ start: 1, end: 2, expect: stop }',
      '[',
      ']',
      '\n',
      '&a',
      '*a',
      '<<: *a',
      '\u0000',
      'a: 1e999',
      ': ',
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          const found = read(text);
          if ('problems' in found) {
            expect(found.problems.length).toBeGreaterThan(0);
            for (const { line, column } of found.problems) expect(line >= 1 && column >= 1).toBe(true);
          } else expect(found.turns.length).toBeGreaterThan(0);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });
});
