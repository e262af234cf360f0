/** The grid of `eot tune`: axes, combinations, and templates filled with them. */
import { describe, expect, it } from 'vitest';
import { axisOf, filled, gridOf, variableOf } from '../../../src/eot/live/grid.js';

describe('axes', () => {
  it('are names with values, numbers where they look like such', () => {
    expect(axisOf('min=200, 300,0.5')).toEqual({ name: 'min', values: [200, 300, 0.5] });
    expect(axisOf('mode=vad,007,1e3')).toEqual({ name: 'mode', values: ['vad', '007', '1e3'] });
  });
  it.each(['min', 'min=', 'min=1,,2', '=1', ''])('are refused: %j', (text) => {
    expect(() => axisOf(text)).toThrow(/NAME=VALUE,VALUE/);
  });
});

describe('a grid', () => {
  const templates = { agent: 'preset:vad-only,min-delay=$min,max-delay=$max', env: {} };
  const axes = ['min=200,300', 'max=1000,2000'].map(axisOf);

  it('has every combination, with an id that is a file name', () => {
    expect(gridOf(axes, templates).map(({ id }) => id)).toEqual([
      'min=200,max=1000',
      'min=200,max=2000',
      'min=300,max=1000',
      'min=300,max=2000',
    ]);
    const odd = gridOf([axisOf('x=a/b,a b,..')], { agent: 'auto', agentCmd: 'run $x', env: {} });
    expect(odd.map(({ id }) => id)).toEqual(['x=a_b', 'x=a_b~2', 'x=..']);
  });

  it('fills its agent', () => {
    expect(filled(templates, { values: { min: 200, max: 1000 } }).agent).toBe('preset:vad-only,min-delay=200,max-delay=1000');
  });

  it.each([
    ['nothing', [], templates, /nothing to vary/],
    ['a name twice', ['min=1', 'min=2'], templates, /--vary min is given twice/],
    ['a name that no template has', [...['min=1', 'max=2', 'other=1']], templates, /"other" is used nowhere/],
    ['a value twice', ['min=1,1', 'max=2'], templates, /value 1 stands there twice/],
    ['a name that is none', ['2=1'], templates, /cannot be a sweep's name/],
  ])('is refused: %s', (_, written, of, message) => {
    expect(() => gridOf(written.map(axisOf), of)).toThrow(message);
  });

  it('refuses an agent with a name that is not varied', () => {
    expect(() => filled(templates, { values: { min: 1 } })).toThrow(/\$max is not varied/);
  });

  it('fills the command and its variables; JSON keeps its types', () => {
    const found = filled(
      {
        agent: 'auto',
        agentCmd: 'node agent.js --min $min --home $HOME $$',
        env: { MIN: 'min $min', SETTINGS: '{"delay":"$min","list":["$min ms"]}' },
      },
      { values: { min: 200 } },
    );
    expect(found.agentCmd).toBe('node agent.js --min 200 --home $HOME $');
    expect(found.env['MIN']).toBe('min 200');
    expect(JSON.parse(found.env['SETTINGS']!)).toEqual({ delay: 200, list: ['200 ms'] });
  });

  it('reads variables of the command', () => {
    expect(variableOf('A_B=x=$y')).toEqual(['A_B', 'x=$y']);
    for (const text of ['A', '1A=2', '=2', 'A B=2']) expect(() => variableOf(text)).toThrow(/NAME=TEMPLATE/);
  });
});
