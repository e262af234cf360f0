/** Counts of what passed, by agent, measure and scene, and the rates that may be made of them. */
import type { RateCluster } from '../../stats/clusters.js';
import { rateOf } from '../../stats/rate.js';
import { IndependentCounts, wilson } from '../../stats/wilson.js';
import { count, refOf, type WindowRef, type WithWindows } from '../counted.js';
import { MEASURES, type Measure } from '../model.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from './cluster-of.js';
import type { FailureStatement, RateStatement, SceneStatement } from './model.js';
import { round6, roundedRate } from './rounding.js';

interface Cell {
  readonly agent: string;
  readonly measure: Measure;
  readonly place: Place;
  readonly hits: WindowRef[];
  readonly of: WindowRef[];
}

export class RateCounts {
  /** Windows by cluster. */
  readonly #windows = new Map<string, Cell>();
  /** Sessions by variant. */
  readonly #sessions = new Map<string, Cell>();
  readonly #failures = new Map<string, Omit<Cell, 'measure'>>();

  add(result: SessionResult, place: Place): void {
    const { agent, outcome, windows } = result;
    if (outcome === 'rig_invalid') return;
    const failures = entry(this.#failures, [agent, place.cluster], { agent, place, hits: [], of: [] });
    failures.of.push(refOf(result));
    if (outcome === 'agent_failure') {
      failures.hits.push(refOf(result));
      return;
    }
    const decided = windows.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    for (const window of decided) {
      const { measure, verdict } = window;
      const cell = entry(this.#windows, [agent, measure, place.cluster], { agent, measure, place, hits: [], of: [] });
      cell.of.push(refOf(result, window));
      if (verdict === 'pass') cell.hits.push(refOf(result, window));
    }
    for (const measure of new Set(decided.map((one) => one.measure))) {
      const cell = entry(this.#sessions, [agent, measure, place.suite, place.scene], { agent, measure, place, hits: [], of: [] });
      // A session stands by the window that decided it: the one that failed, or else the first.
      const own = decided.filter((one) => one.measure === measure);
      const failed = own.find(({ verdict }) => verdict === 'fail');
      cell.of.push(refOf(result, failed ?? own[0]));
      if (failed === undefined) cell.hits.push(refOf(result, own[0]));
    }
  }

  rates(agents: readonly string[]): WithWindows<RateStatement>[] {
    const all = [...this.#windows.values()];
    return agents.flatMap((agent) =>
      MEASURES.flatMap((measure): WithWindows<RateStatement>[] => {
        const own = all.filter((one) => one.agent === agent && one.measure === measure);
        return own.length === 0 ? [] : [{ agent, measure, ...rateWithWindows(own) }];
      }),
    );
  }

  failures(agents: readonly string[]): WithWindows<FailureStatement>[] {
    const all = [...this.#failures.values()];
    return agents.flatMap((agent): WithWindows<FailureStatement>[] => {
      const own = all.filter((one) => one.agent === agent);
      return own.length === 0 ? [] : [{ agent, ...rateWithWindows(own) }];
    });
  }

  /** In the order in which the scenes were played, measures in their own. */
  scenes(): WithWindows<SceneStatement>[] {
    return [...this.#sessions.values()].flatMap(({ agent, measure, place: { suite, scene }, hits, of }): WithWindows<SceneStatement>[] => {
      const interval = wilson(IndependentCounts.ofOneScene(scene, agent, hits.length, of.length));
      if (interval === undefined) return [];
      const counts = { held: count(hits), sessions: count(of) };
      return [{ agent, suite, scene, measure, ...counts, low: round6(interval.low), high: round6(interval.high) }];
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

/** The rate over clusters, with the windows that are its counts. */
function rateWithWindows(cells: readonly Omit<Cell, 'measure'>[]) {
  const clusters = cells.map(({ place, hits, of }): RateCluster => ({
    cluster: place.cluster,
    successes: hits.length,
    windows: of.length,
  }));
  return {
    ...roundedRate(rateOf(clusters)),
    successes: count(cells.flatMap(({ hits }) => hits)),
    windows: count(cells.flatMap(({ of }) => of)),
  };
}
