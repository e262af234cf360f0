import { describe, expect, it } from 'vitest';
import { curveMeasure, share, sweepTables, variantWords } from '../../src/report/variants.js';
import type { Measure, Value, Verdict, WindowScore } from '../../src/score/model.js';
import { summarise, type SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene } from '../recording/fixtures.js';
import { span } from './fixtures.js';

let n = 0;
const window = (measure: Measure, verdict: Verdict, value: Value = { kind: 'none' }): WindowScore =>
  windowScore({ id: `w${n++}`, turn: 't', measure, window: span(0, 1), verdict, reason: '', value });
const ms = (value: number): Value => ({ kind: 'measured', ms: value, plusMinusMs: 1 });

/** Gaps in the wrong order on purpose; agent b is played but never scored. */
const GAPS = [1000, 400, 600];
const scenes = [
  ...GAPS.map((gap) => scene({ id: `c[gap=${gap}]`, scene: 'c', suite: 's', variant: { gap } })),
  scene({ id: 'plain', scene: 'plain', suite: 's' }),
];
const sessions: [string, string, SessionResult['outcome'], WindowScore[]][] = [
  ['c[gap=400]', 'a', 'scored', [window('false-cutoff', 'pass'), window('false-cutoff', 'pass'), window('reply', 'pass', ms(700))]],
  ['c[gap=400]', 'a', 'scored', [window('false-cutoff', 'pass'), window('reply', 'fail', { kind: 'censored', aboveMs: 4000 })]],
  ['c[gap=600]', 'a', 'scored', [window('false-cutoff', 'fail'), window('false-cutoff', 'fail'), window('reply', 'unscored', ms(1))]],
  ['c[gap=600]', 'a', 'scored', [window('false-cutoff', 'pass'), window('reply', 'pass', ms(900))]],
  ['c[gap=1000]', 'a', 'rig_invalid', [window('false-cutoff', 'fail')]],
  ['c[gap=400]', 'b', 'agent_failure', []],
  ['plain', 'a', 'scored', [window('reply', 'fail')]],
];
const plan = sessions.map(([id, agent], i) => planned({ id: `x${i}`, suite: 's', scene: id, agent }));
const summary = summarise(
  { id: 'r', plan, scenes },
  sessions.map(([id, agent, outcome, windows], i): SessionResult => ({
    attempt: `x${i}-a1`,
    session: `x${i}`,
    scene: id,
    agent,
    outcome,
    reason: '',
    windows,
  })),
);

describe('swept scenes', () => {
  it('are counted by session, a row a value, numbers by size', () => {
    expect(summary.variants?.map(({ id, agent, sessions: count }) => [id, agent, count])).toEqual([
      ['c[gap=400]', 'a', 2],
      ['c[gap=400]', 'b', 0],
      ['c[gap=600]', 'a', 2],
      ['c[gap=1000]', 'a', 0],
    ]);
    expect(summary.variants?.[2]?.measures).toEqual([
      { measure: 'reply', failed: 0, decided: 1, censored: 0, medianMs: 900, n: 1 },
      { measure: 'false-cutoff', failed: 1, decided: 2, censored: 0 },
    ]);
    expect(summary.variants?.[0]?.measures[0]).toMatchObject({ failed: 1, decided: 2, censored: 1, medianMs: 700, n: 1 });
  });
  it('are absent where nothing is swept', () => {
    expect(summarise({ id: 'r', plan: [planned({ scene: 'plain', suite: 's' })], scenes }, []).variants).toBeUndefined();
    expect(summarise({ id: 'r', plan }, []).variants).toBeUndefined();
  });
  it('make a table and a curve', () => {
    const [table, ...more] = sweepTables(summary);
    expect(more).toEqual([]);
    expect(table).toMatchObject({ scene: 's/c', names: 'gap', agents: ['a', 'b'] });
    expect(table?.rows.map(({ value, cells }) => [value, ...cells.map(variantWords)])).toEqual([
      ['400', 'no reply in time 1 of 2, cut 0 of 2, wait 700 ms (n=1)', 'none scored'],
      ['600', 'no reply in time 0 of 1, cut 1 of 2, wait 900 ms (n=1)', 'none scored'],
      ['1000', 'none scored', 'none scored'],
    ]);
    expect(curveMeasure(table!)).toBe('false-cutoff');
    expect(table!.rows.map(({ cells }) => share(cells[0], 'false-cutoff'))).toEqual([0, 0.5, undefined]);
  });
});
