/** Counts of what passed, by agent, measure and scene, and the rates that may be made of them. */
import type { RateCluster } from '../../stats/clusters.js';
import { rateOf } from '../../stats/rate.js';
import { IndependentCounts, wilson } from '../../stats/wilson.js';
import { MEASURES, type Measure } from '../model.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from './cluster-of.js';
import type { FailureStatement, RateStatement, SceneStatement } from './model.js';
import { round6, roundedRate } from './rounding.js';

interface Cell {
  readonly agent: string;
  readonly measure: Measure;
  readonly place: Place;
  hits: number;
  of: number;
}

export class RateCounts {
  /** Windows by cluster. */
  readonly #windows = new Map<string, Cell>();
  /** Sessions by variant. */
  readonly #sessions = new Map<string, Cell>();
  readonly #failures = new Map<string, Omit<Cell, 'measure'>>();

  add({ agent, outcome, windows }: SessionResult, place: Place): void {
    if (outcome === 'rig_invalid') return;
    const failures = entry(this.#failures, [agent, place.cluster], { agent, place, hits: 0, of: 0 });
    failures.of += 1;
    if (outcome === 'agent_failure') {
      failures.hits += 1;
      return;
    }
    const decided = windows.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    for (const { measure, verdict } of decided) {
      const cell = entry(this.#windows, [agent, measure, place.cluster], { agent, measure, place, hits: 0, of: 0 });
      cell.of += 1;
      if (verdict === 'pass') cell.hits += 1;
    }
    for (const measure of new Set(decided.map((one) => one.measure))) {
      const cell = entry(this.#sessions, [agent, measure, place.suite, place.scene], { agent, measure, place, hits: 0, of: 0 });
      cell.of += 1;
      if (decided.every((one) => one.measure !== measure || one.verdict === 'pass')) cell.hits += 1;
    }
  }

  /** Windows that passed, by cluster. */
  #clusters(agent: string, measure: Measure): RateCluster[] {
    return [...this.#windows.values()]
      .filter((one) => one.agent === agent && one.measure === measure)
      .map(({ place, hits, of }) => ({ cluster: place.cluster, successes: hits, windows: of }));
  }

  rates(agents: readonly string[]): RateStatement[] {
    return agents.flatMap((agent) =>
      MEASURES.flatMap((measure): RateStatement[] => {
        const clusters = this.#clusters(agent, measure);
        return clusters.length === 0 ? [] : [{ agent, measure, ...roundedRate(rateOf(clusters)) }];
      }),
    );
  }

  failures(agents: readonly string[]): FailureStatement[] {
    const all = [...this.#failures.values()];
    return agents.flatMap((agent): FailureStatement[] => {
      const own = all.filter((one) => one.agent === agent);
      const clusters = own.map(({ place, hits, of }) => ({ cluster: place.cluster, successes: hits, windows: of }));
      return clusters.length === 0 ? [] : [{ agent, ...roundedRate(rateOf(clusters)) }];
    });
  }

  /** In the order in which the scenes were played, measures in their own. */
  scenes(): SceneStatement[] {
    return [...this.#sessions.values()].flatMap(({ agent, measure, place: { suite, scene }, hits, of }): SceneStatement[] => {
      const interval = wilson(IndependentCounts.ofOneScene(scene, agent, hits, of));
      if (interval === undefined) return [];
      return [{ agent, suite, scene, measure, held: hits, sessions: of, low: round6(interval.low), high: round6(interval.high) }];
    });
  }
}

function entry<T>(map: Map<string, T>, key: readonly string[], fresh: T): T {
  const name = JSON.stringify(key);
  const known = map.get(name);
  if (known !== undefined) return known;
  map.set(name, fresh);
  return fresh;
}
