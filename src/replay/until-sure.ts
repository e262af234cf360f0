/** Stopping early: one sequential test an agent over the repeats in their order, whose looks are logged (statistics.md). */
import { SequentialTest, type Decision, type Look } from '../stats/sequential.js';
import type { ReplayPlan } from './plan.js';
import type { SessionOutcome } from './outcome.js';

export class UntilSure {
  readonly #tests: ReadonlyMap<string, SequentialTest>;
  #seen = 0;

  constructor(
    private readonly plan: NonNullable<ReplayPlan['sequential']>,
    agents: readonly string[],
  ) {
    this.#tests = new Map(agents.map((agent) => [agent, new SequentialTest({ ...plan, unit: 'play' })]));
  }

  /** Repeats that were looked at. */
  get repeats(): number {
    return this.#seen;
  }

  /**
   * The next look, with the sessions of one more repeat. What went wrong is an agent's onset in a judged turn, or its failure; what the rig
   * spoiled and what could not be told is no observation.
   */
  look(sessions: readonly SessionOutcome[]): void {
    this.#seen++;
    for (const [agent, test] of this.#tests) {
      if (test.looks.at(-1)?.state === 'stop') continue;
      const values = sessions.flatMap((one) => {
        if (one.agent !== agent || one.state === 'unclear' || one.state === 'rig-invalid') return [];
        return one.state === 'held' ? 0 : 1;
      });
      if (values.length > 0) test.look(values);
    }
  }

  get over(): boolean {
    return this.#seen >= this.plan.maximum || [...this.#tests.values()].every((test) => test.looks.at(-1)?.state === 'stop');
  }

  /** By agent; undecided where nothing was looked at. */
  decisions(): Map<string, Decision> {
    return new Map([...this.#tests].map(([agent, test]) => [agent, test.looks.at(-1)?.decision ?? 'undecided']));
  }

  looks(): readonly { readonly agent: string; readonly looks: readonly Look[] }[] {
    return [...this.#tests].map(([agent, test]) => ({ agent, looks: test.looks }));
  }
}
