/** Collects what may be said of a run, session by session. */
import type { RunManifest } from '../../recording/model.js';
import { LEVEL } from '../../stats/interval.js';
import type { SessionResult } from '../summarise.js';
import { placesOf, type Place } from './cluster-of.js';
import { comparisons } from './comparisons.js';
import { STATISTICS_VERSION, type RunStatistics } from './model.js';
import { RateCounts } from './rates.js';
import { WaitCounts } from './waits.js';

export class StatisticsCounts {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #agents: readonly string[];
  readonly #suites: readonly string[];
  readonly #rates = new RateCounts();
  readonly #waits = new WaitCounts();

  constructor(run: Pick<RunManifest, 'plan'> & Partial<Pick<RunManifest, 'scenes'>>) {
    this.#places = placesOf(run);
    this.#agents = [...new Set(run.plan.map(({ agent }) => agent))];
    this.#suites = [...new Set(run.plan.map(({ suite }) => suite))];
  }

  /** A session that is not in the plan has no place, and counts nowhere. */
  add(result: SessionResult): void {
    const place = this.#places.get(result.session);
    if (place === undefined) return;
    this.#rates.add(result, place);
    this.#waits.add(result, place);
  }

  done(): RunStatistics {
    const compared = comparisons(this.#agents, this.#suites, this.#rates, this.#waits, LEVEL);
    return {
      version: STATISTICS_VERSION,
      level: LEVEL,
      rates: this.#rates.rates(this.#agents),
      failures: this.#rates.failures(this.#agents),
      scenes: this.#rates.scenes(),
      waits: this.#waits.done(this.#agents),
      ...(this.#agents.length < 2 ? {} : { comparisons: compared }),
    };
  }
}
