/** Collects what may be said of a run, session by session. */
import type { RunManifest } from '../../recording/model.js';
import type { PrimaryMeasure } from '../../scenario/model.js';
import { LEVEL } from '../../stats/interval.js';
import type { WithWindows } from '../counted.js';
import type { SessionResult } from '../summarise.js';
import { placesOf, type Place } from './cluster-of.js';
import { comparisons } from './comparisons.js';
import { playOf, type Play } from './plays.js';
import { STATISTICS_VERSION, type RunStatistics } from './model.js';
import { RateCounts } from './rates.js';
import { WaitCounts } from './waits.js';
import { agentsOf } from '../agents-of.js';

export class StatisticsCounts {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #agents: readonly string[];
  readonly #suites: readonly string[];
  readonly #primaries: ReadonlyMap<string, PrimaryMeasure>;
  readonly #rates = new RateCounts();
  readonly #waits = new WaitCounts();
  readonly #plays: Play[] = [];

  constructor(run: Pick<RunManifest, 'plan'> & Partial<Pick<RunManifest, 'agents' | 'scenes' | 'suites'>>) {
    this.#places = placesOf(run);
    this.#agents = agentsOf(run);
    this.#suites = [...new Set(run.plan.map(({ suite }) => suite))];
    this.#primaries = new Map((run.suites ?? []).flatMap(({ name, primary }) => (primary === undefined ? [] : [[name, primary]])));
  }

  /** A session that is not in the plan has no place, and counts nowhere. */
  add(result: SessionResult): void {
    const place = this.#places.get(result.session);
    if (place === undefined) return;
    this.#rates.add(result, place);
    this.#waits.add(result, place);
    const play = playOf(result, place);
    if (play !== undefined) this.#plays.push(play);
  }

  done(): WithWindows<RunStatistics> {
    const primary = this.#suites.flatMap((suite) => {
      const measure = this.#primaries.get(suite);
      return measure === undefined ? [] : [{ suite, measure }];
    });
    const compared = comparisons({ agents: this.#agents, suites: this.#suites, primaries: this.#primaries, plays: this.#plays });
    return {
      version: STATISTICS_VERSION,
      level: LEVEL,
      ...(primary.length === 0 ? {} : { primary }),
      rates: this.#rates.rates(this.#agents),
      failures: this.#rates.failures(this.#agents),
      scenes: this.#rates.scenes(),
      waits: this.#waits.done(this.#agents),
      ...(this.#agents.length < 2 ? {} : { comparisons: compared.agents }),
      ...(compared.arms.length === 0 ? {} : { armComparisons: compared.arms }),
    };
  }
}
