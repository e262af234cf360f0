/**
 * A test that may be looked at after every play (statistics.md: stopping early needs a sequential method with its looks logged; "stop
 * when the interval excludes the limit" errs 29% of the time at a nominal 5%). Is a rate below a limit, or above it?
 *
 * One observation is what is independent of the rest: one play of one scene on one agent (0 or 1); the share of a whole block in which
 * every scene of a suite was played once, for a statement about that suite; or a fresh scene's share, for one about scenes like these.
 * Reruns of a failed gate are looks of the same test: add them to it, do not begin anew.
 */
import { confidenceSequence, evidenceOf } from './confidence-sequence.js';
import { LEVEL, type Interval } from './interval.js';

export interface SequentialPlan {
  /** The rate in question, between 0 and 1. */
  readonly limit: number;
  /** One minus the chance of a wrong decision, however many looks: 0.95 unless said otherwise. */
  readonly level?: number;
  /** Observations after which it gives up undecided. */
  readonly maximum: number;
  /** What one observation is. */
  readonly unit: 'play' | 'block' | 'scene';
}

export type Decision = 'below' | 'above' | 'undecided';

/** One look, as logged. Looks can be replayed: `resumeSequential(plan, looks)`. */
export interface Look {
  readonly look: number;
  /** What was new in it. */
  readonly values: readonly number[];
  /** All so far. */
  readonly n: number;
  readonly mean: number;
  readonly state: 'continue' | 'stop';
  readonly decision: Decision;
  /** Holds at every look at once. */
  readonly interval: Interval;
}

export class SequentialTest {
  readonly plan: SequentialPlan;
  readonly #values: number[] = [];
  readonly #looks: Look[] = [];

  /** @throws RangeError on a plan that no data could decide. */
  constructor(plan: SequentialPlan) {
    const level = plan.level ?? LEVEL;
    if (!(plan.limit > 0 && plan.limit < 1)) throw new RangeError(`a limit lies between 0 and 1, not at ${plan.limit}`);
    if (!(level > 0 && level < 1)) throw new RangeError(`a level lies between 0 and 1, not at ${level}`);
    if (!(Number.isInteger(plan.maximum) && plan.maximum > 0)) throw new RangeError(`a maximum is a count, not ${plan.maximum}`);
    this.plan = plan;
  }

  get looks(): readonly Look[] {
    return this.#looks;
  }

  /**
   * Adds what came since the last look, and decides. A decision stays: once stopped, a look is refused.
   * @throws RangeError on a value outside [0, 1], or after the end.
   */
  look(values: readonly number[]): Look {
    const last = this.#looks.at(-1);
    if (last?.state === 'stop') throw new RangeError('the test has ended; more looks cannot change its decision');
    const wrong = values.find((value) => !(value >= 0 && value <= 1));
    if (wrong !== undefined) throw new RangeError(`an observation lies in [0, 1], not at ${wrong}`);
    this.#values.push(...values);
    const { limit, maximum } = this.plan;
    const level = this.plan.level ?? LEVEL;
    const n = this.#values.length;
    const mean = n === 0 ? 0 : this.#values.reduce((sum, value) => sum + value, 0) / n;
    const excluded = evidenceOf(this.#values)(limit) >= -Math.log(1 - level);
    const decision: Decision = !excluded ? 'undecided' : mean < limit ? 'below' : 'above';
    const look: Look = {
      look: this.#looks.length + 1,
      values: [...values],
      n,
      mean,
      state: excluded || n >= maximum ? 'stop' : 'continue',
      decision,
      interval: confidenceSequence(this.#values, level),
    };
    this.#looks.push(look);
    return look;
  }
}

/** Goes on from a log: the same looks give the same test. */
export function resumeSequential(plan: SequentialPlan, looks: readonly Pick<Look, 'values'>[]): SequentialTest {
  const test = new SequentialTest(plan);
  for (const { values } of looks) test.look(values);
  return test;
}
