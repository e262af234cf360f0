/** Explicit against implicit, per agent: the presence of a response over the pairs (selective-participation.md, Statistics). */
import type { CompiledScene } from '../../scenario/model.js';
import { LEVEL } from '../../stats/interval.js';
import { pairsMissing } from '../../stats/power.js';
import type { WithWindows } from '../counted.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from '../statistics/cluster-of.js';
import { compareRow, type SidePlay } from '../statistics/compare.js';
import { playOf } from '../statistics/plays.js';
import type { PairComparison } from './model.js';

interface Sides {
  readonly agent: string;
  readonly suite: string;
  readonly explicit: SidePlay[];
  readonly implicit: SidePlay[];
}

/** The pair is what is paired, and its repeats are its plays. */
export class PairCounts {
  readonly #sides = new Map<string, Sides>();

  add(result: SessionResult, place: Place, { pair, suite }: CompiledScene): void {
    if (pair?.condition !== 'explicit' && pair?.condition !== 'implicit') return;
    const play = playOf(result, place, { diagnostics: true });
    if (play === undefined) return;
    const key = JSON.stringify([result.agent, suite]);
    const sides = this.#sides.get(key) ?? { agent: result.agent, suite, explicit: [], implicit: [] };
    this.#sides.set(key, sides);
    sides[pair.condition].push({ scene: pair.id, play: JSON.stringify([pair.id, place.repeat]), at: play });
  }

  done(agents: readonly string[]): WithWindows<PairComparison>[] {
    return agents.flatMap((agent) =>
      [...this.#sides.values()]
        .filter((one) => one.agent === agent)
        .flatMap(({ suite, explicit, implicit }): WithWindows<PairComparison>[] => {
          const row = compareRow(explicit, implicit, 'response-presence', 'windows');
          if (row === undefined) return [];
          const { differences, ...found } = row;
          const more = found.pValue <= 1 - LEVEL ? undefined : pairsMissing(differences);
          return [{ agent, suite, a: 'explicit', b: 'implicit', ...found, ...(more === undefined ? {} : { more }) }];
        }),
    );
  }
}
