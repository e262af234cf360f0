import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, CsvReader, csvLine } from '../../src/tabular/csv.js';

function read(...pieces: string[]): [number, ...string[]][] {
  const rows: [number, ...string[]][] = [];
  const reader = new CsvReader((cells, line) => void rows.push([line, ...cells]));
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return rows;
}

describe('CSV', () => {
  it.each<[string, [number, ...string[]][]]>([
    [
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\r\n1,\r\n\r\n,2',
      [
        [1, 'a', 'b'],
        [2, '1', ''],
        [4, '', '2'],
      ],
    ],
    [
      '"a ""x"", b",2\n3',
      [
        [1, 'a "x", b', '2'],
        [2, '3'],
      ],
    ],
    [
      '"two\nlines",x\ny',
      [
        [1, 'two\nlines', 'x'],
        [3, 'y'],
      ],
    ],
    ['', []],
  ])('%j', (text, wanted) => {
    expect(read(text)).toEqual(wanted);
  });

  it.each<[string, readonly (readonly [number, number][])[]]>([
    [
      'a,bc,\n1,"2 3",4\n',
      [
        [
          [1, 1],
          [1, 3],
          [1, 6],
        ],
        [
          [2, 1],
          [2, 3],
          [2, 9],
        ],
      ],
    ],
    [
      'a,b\r\n\r\n1,2',
      [
        [
          [1, 1],
          [1, 3],
        ],
        [
          [3, 1],
          [3, 3],
        ],
      ],
    ],
    [
      '"two\nlines",x\ny,z\r',
      [
        [
          [1, 1],
          [2, 8],
        ],
        [
          [3, 1],
          [3, 3],
        ],
      ],
    ],
    [
      '"a\rb",x\r"c\r\nd",y',
      [
        [
          [1, 1],
          [2, 4],
        ],
        [
          [3, 1],
          [4, 4],
        ],
      ],
    ],
    [
      ',,',
      [
        [
          [1, 1],
          [1, 2],
          [1, 3],
        ],
      ],
    ],
  ])('%j: every cell has its line and column, however the text comes in', (text, wanted) => {
    for (const size of [1, 2, 3, text.length]) {
      const places: [number, number][][] = [];
      const reader = new CsvReader((cells, _line, place) => {
        places.push(cells.map((_, i) => [place(i).line, place(i).column]));
      });
      for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
      reader.end();
      expect(places).toEqual(wanted);
    }
  });

  it.each([
    ['a\n1,"b', 2, 3, 'a quoted cell does not end'],
    ['a\nb\n"c"d', 3, 4, 'text stands behind a quoted cell'],
  ])('%j is none', (text, line, column, message) => {
    expect(() => read(text)).toThrow(new CsvError(line, message, column));
  });

  it('a cell has an end', () => {
    expect(() => read(`"${'x'.repeat(1_000_001)}`)).toThrow('a cell is longer');
  });

  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '1') });

  it('what was written is read again, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), fc.nat(40), (rows, cut) => {
        // A row of one empty cell is an empty line, which is passed over.
        const told = rows.filter((row) => row.length > 1 || row[0] !== '');
        const text = told.map(csvLine).join('');
        const at = Math.min(cut, text.length);
        expect(read(text.slice(0, at), text.slice(at)).map(([, ...cells]) => cells)).toEqual(told);
      }),
    );
  });

  it('writes nothing for what is not there', () => {
    expect(csvLine([1, undefined, NaN, 0.1, true, 'a,"b'])).toBe('1,,,0.1,true,"a,""b"\n');
  });
});
