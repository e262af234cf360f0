import { expect, test } from 'vitest';
import { observeEdges } from '../../src/calibration/observe.js';
import { observationRows } from '../../src/calibration/rows.js';
import { msToSamples, rigPos } from '../../src/time/position.js';

const ms = (value: number) => rigPos(msToSamples(value));

test('every true event has a row that says what it is of, and what its interval is made of', () => {
  const truths = [100, 900, 1500].map((at) => ({ at: ms(at), plusMinus: 0, untold: at === 1500 }));
  const parts = { placement: msToSamples(1), encoder: 0, edge: msToSamples(1.5) };
  const onsets = observeEdges(truths, [{ at: ms(101), plusMinus: msToSamples(2), parts }]);
  const none = { waits: [], onsets: [], offsets: [], stream: [] };
  const rows = observationRows([
    { condition: 'b', session: 0, ...none, offsets: onsets.slice(1) },
    { condition: 'a', session: 1, ...none, onsets },
    { condition: 'a', session: 0, ...none, waits: onsets.slice(2), stream: onsets.slice(2) },
  ]);
  expect(rows.endsWith('\n')).toBe(true);
  const read = rows
    .trimEnd()
    .split('\n')
    .map((row): unknown => JSON.parse(row));
  const [measured, missed, untold] = [
    { kind: 'measured', atMs: 100, errorMs: 1, plusMinusMs: 2, truthMs: 0, covered: true, parts: { placement: 1, encoder: 0, edge: 1.5 } },
    { kind: 'missed', atMs: 900 },
    { kind: 'untold', atMs: 1500 },
  ];
  expect(read).toEqual([
    { condition: 'a', session: 0, of: 'wait', ...untold },
    { condition: 'a', session: 0, of: 'stream-wait', ...untold },
    { condition: 'a', session: 1, of: 'onset', ...measured },
    { condition: 'a', session: 1, of: 'onset', ...missed },
    { condition: 'a', session: 1, of: 'onset', ...untold },
    { condition: 'b', session: 0, of: 'offset', ...missed },
    { condition: 'b', session: 0, of: 'offset', ...untold },
  ]);
});

test('of nothing there is no row', () => {
  expect(observationRows([])).toBe('');
});
