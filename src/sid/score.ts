/** All figures of SID-bench, over all clips and per split. Pure: the same pairs give the same score. */
import { apt } from './apt.js';
import { fir } from './fir.js';
import { irl } from './irl.js';
import { judge } from './judge.js';
import { CASES, type Case, type Definition, type Judged, type Pair, type Scope, type SidScore } from './model.js';

export function scoreSid(pairs: readonly Pair[], definition: Definition): SidScore {
  const items = pairs.map((pair) => judge(pair, definition));
  const splits = new Map<string, Judged[]>();
  for (const one of items) {
    const known = splits.get(one.clip.split);
    if (known === undefined) splits.set(one.clip.split, [one]);
    else known.push(one);
  }
  return {
    definition,
    all: scopeOf(items, definition),
    splits: [...splits].map(([split, own]) => ({ split, ...scopeOf(own, definition) })),
    items,
  };
}

function scopeOf(items: readonly Judged[], definition: Definition): Scope {
  const withoutBreak = items.filter(({ clip }) => clip.totalNonbreak).length;
  const count = (wanted: Case): number => items.filter((one) => one.case === wanted).length;
  return {
    clips: items.length,
    withBreak: items.length - withoutBreak,
    withoutBreak,
    cases: Object.fromEntries(CASES.map((one) => [one, count(one)])) as Record<Case, number>,
    fir: fir(items, definition),
    irl: irl(items, definition),
    apt: apt(items),
  };
}
