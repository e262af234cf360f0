/** Rules of `across`: what is expected over many sessions names a turn of the scene that is asked for such a value. */
import { suggest } from './nearest.js';
import type { Finding, Path } from './problem.js';
import { SPREAD_HIGH, SPREAD_LOW } from './protocol-constants.js';
import type { RuledTurn } from './ruled-turn.js';
import { list, mapping } from './short-forms.js';

export function acrossRules(across: unknown, path: Path, turns: readonly RuledTurn[]): Finding[] {
  return list(across).flatMap((value, i): Finding[] => {
    const one = mapping(value);
    if (one === undefined) return [];
    return [...namesATurn(one, [...path, i], turns), ...spreads(mapping(one['spread']), [...path, i, 'spread'])];
  });
}

function namesATurn(one: Record<string, unknown>, path: Path, turns: readonly RuledTurn[]): Finding[] {
  const { turn: id, measure = 'reply' } = one;
  if (typeof id !== 'string') return [];
  const ruled = turns.find((turn) => turn.id === id);
  const at: Path = [...path, 'turn'];
  if (ruled === undefined) {
    const ids = turns.map((turn) => turn.id);
    return [{ path: at, value: id, message: `unknown turn "${id}"`, hint: suggest(id, ids) }];
  }
  if (measure !== 'reply' && measure !== 'yield') return [];
  const expect = mapping(ruled.turn['expect']);
  const byLabel = expect === undefined && !ruled.noise && (ruled.label === 'user' || ruled.label === 'T');
  if (expect?.[measure] !== undefined || (measure === 'reply' && byLabel)) return [];
  return [
    { path: at, value: id, message: `the turn "${id}" expects no ${measure}`, hint: `Give it "expect: ${measure}", or name another turn.` },
  ];
}

function spreads(spread: Record<string, unknown> | undefined, path: Path): Finding[] {
  const { low = SPREAD_LOW, high = SPREAD_HIGH } = spread ?? {};
  if (typeof low !== 'number' || typeof high !== 'number' || low < high) return [];
  const key = spread?.['low'] === undefined ? 'high' : 'low';
  return [
    {
      path: [...path, key],
      value: spread?.[key],
      message: `the spread reaches from ${low} down to ${high}`,
      hint: 'low is the smaller one.',
    },
  ];
}
