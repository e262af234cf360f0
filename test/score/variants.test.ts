import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/report/numbers.js';
import { curveMeasure, isBrief, share, sweepTables, variantBrief, variantWords } from '../../src/report/variants.js';
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
  it('come in the order of the plan’s scenes, then of the numbers, then of the agents of the plan', () => {
    const variant = (of: string, values: Record<string, string | number>) =>
      scene({ suite: 's', scene: of, id: `${of}${Object.values(values).join('-')}`, variant: values });
    const many = [
      variant('z', { gap: 30, who: 'x' }),
      variant('z', { gap: 4, who: 'x' }),
      variant('z', { gap: 4, who: 'a' }),
      variant('z', { gap: 4, who: 'm' }),
      variant('c', { who: 'x', n: 2 }),
      variant('c', { who: 'y', n: 1 }),
      variant('d', { who: 5, n: 2 }),
      variant('d', { who: 'x', n: 1 }),
      scene({ suite: 'other', scene: 'z', id: 'z', variant: {} }),
    ];
    const cells = ['b', 'a'].flatMap((agent) =>
      [...many].reverse().map((one) => planned({ id: `${agent}${one.suite}${one.id}`, suite: one.suite, scene: one.id, agent })),
    );
    // The plan names b first, and then a before the rest of b.
    const [first, rest] = [cells.slice(0, 2), cells.slice(2)];
    const plan = [...first, ...rest.filter(({ agent }) => agent === 'a'), ...rest.filter(({ agent }) => agent === 'b')];
    const found = summarise({ id: 'r', plan, scenes: many }, []).variants;
    expect(found?.map(({ id, agent }) => `${id} ${agent}`)).toEqual([
      ...['dx-1 b', 'dx-1 a', 'd5-2 b', 'd5-2 a'],
      ...['cy-1 b', 'cy-1 a', 'cx-2 b', 'cx-2 a'],
      ...['z4-x b', 'z4-x a', 'z4-a b', 'z4-a a', 'z4-m b', 'z4-m a', 'z30-x b', 'z30-x a'],
    ]);
    expect(found?.[8]).toEqual({ agent: 'b', suite: 's', scene: 'z', id: 'z4-x', values: { gap: 4, who: 'x' }, sessions: 0, measures: [] });
  });
  it('count sessions by what was decided in them', () => {
    const two = ['1', '2'].map((id) => scene({ suite: 's', scene: 'c', id, variant: { n: Number(id) } }));
    const add = (...all: WindowScore[][]) =>
      summarise(
        { id: 'r', plan: all.map((_, i) => planned({ id: `${i}`, suite: 's', scene: '1' })), scenes: two },
        all.map((windows, i): SessionResult => ({
          attempt: `${i}-a1`,
          session: `${i}`,
          scene: '1',
          agent: 'a',
          outcome: 'scored',
          reason: '',
          windows,
        })),
      ).variants?.[0]?.measures;
    const late = { kind: 'censored', aboveMs: 1 } as const;
    expect(add([window('silence', 'within-uncertainty')], [window('silence', 'pass')], [window('silence', 'unscored')])).toEqual([
      { measure: 'silence', failed: 0, decided: 1, censored: 0 },
    ]);
    expect(
      add(
        [window('reply', 'pass', ms(10)), window('reply', 'fail', late), window('reply', 'unscored', late)],
        [window('reply', 'pass', ms(30))],
      ),
    ).toEqual([{ measure: 'reply', failed: 1, decided: 2, censored: 1, medianMs: 20, n: 2 }]);
  });
  it('are absent where nothing is swept', () => {
    expect(summarise({ id: 'r', plan: [planned({ scene: 'plain', suite: 's' })], scenes }, []).variants).toBeUndefined();
    expect(summarise({ id: 'r', plan }, []).variants).toBeUndefined();
  });
  it('make a table and a curve', () => {
    const [table, ...more] = sweepTables(summary);
    expect(more).toEqual([]);
    expect(table).toMatchObject({ scene: 's/c', names: 'gap', agents: ['a', 'b'] });
    expect(table?.rows.map(({ value, cells }) => [value, ...cells.map((cell) => textOf(variantWords(cell)))])).toEqual([
      ['400', 'no reply in time 1 of 2, cut 0 of 2, wait 700 ms (n=1)', 'none scored'],
      ['600', 'no reply in time 0 of 1, cut 1 of 2, wait 900 ms (n=1)', 'none scored'],
      ['1000', 'none scored', 'none scored'],
    ]);
    expect(curveMeasure(table!)).toBe('false-cutoff');
    expect(table!.rows.map(({ cells }) => share(cells[0], 'false-cutoff'))).toEqual([0, 0.5, undefined]);
  });
  it('that were played once a value need a row and no table: failures first', () => {
    const once = (id: string, agent: string, windows: WindowScore[], outcome: SessionResult['outcome'] = 'scored'): SessionResult => ({
      ...{ attempt: `${id}${agent}-a1`, session: `${id}${agent}`, scene: id, agent, outcome, reason: '' },
      windows,
    });
    const results = [
      once('c[gap=400]', 'a', [window('yield', 'fail'), window('reply', 'pass', ms(700))]),
      once('c[gap=600]', 'a', [window('yield', 'pass'), window('probe', 'fail')]),
      once('c[gap=1000]', 'a', [window('yield', 'pass')]),
      once('c[gap=400]', 'b', [window('yield', 'fail'), window('false-cutoff', 'fail')]),
      once('c[gap=600]', 'b', [], 'rig_invalid'),
      once('c[gap=1000]', 'b', [window('yield', 'unscored')]),
    ];
    const own = results.map(({ session, scene: id, agent }) => planned({ id: session, suite: 's', scene: id, agent }));
    const [table] = sweepTables(summarise({ id: 'r', plan: own, scenes }, results));
    expect(isBrief(table!)).toBe(true);
    expect(variantBrief(table!, 'a')).toBe('not yielded at 400; met at 600, 1000');
    expect(variantBrief(table!, 'b')).toBe('cut, not yielded at 400; nothing decided at 1000; none scored at 600');
    expect(variantBrief(table!, 'c')).toBe('-');
    expect(isBrief(sweepTables(summary)[0]!)).toBe(false);
  });
});
