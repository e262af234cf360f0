/** Sessions counted by the arm that their scene stands in (statistics.md, "Two arms"). */
import type { RunManifest } from '../recording/model.js';
import type { RunSummary, SessionScore, Tally } from './model.js';
import { addTallies, NO_WINDOWS } from './tally.js';

type Arm = NonNullable<RunSummary['arms']>[number];

export class ArmCounts {
  readonly #armOf = new Map<string, string>();
  readonly #arms = new Map<string, Arm>();

  constructor(run: Pick<RunManifest, 'plan'> & Partial<Pick<RunManifest, 'scenes'>>) {
    const arms = new Map(run.scenes?.map((one) => [`${one.suite}/${one.id}`, one.arm]));
    for (const { id, suite, scene } of run.plan) {
      const arm = arms.get(`${suite}/${scene}`);
      if (arm !== undefined) this.#armOf.set(id, arm);
    }
  }

  /** @param tally of the session's windows without the diagnostics. */
  add({ session, outcome }: Pick<SessionScore, 'session' | 'outcome'>, tally: Tally): void {
    const arm = this.#armOf.get(session);
    if (arm === undefined) return;
    const sum = this.#arms.get(arm) ?? { arm, done: 0, rigInvalid: 0, tally: NO_WINDOWS, spoiledWindows: 0 };
    const spoiled = outcome === 'rig_invalid';
    this.#arms.set(arm, {
      arm,
      done: sum.done + 1,
      rigInvalid: sum.rigInvalid + (spoiled ? 1 : 0),
      tally: outcome === 'scored' ? addTallies(sum.tally, tally) : sum.tally,
      spoiledWindows: sum.spoiledWindows + (spoiled ? tally.pass + tally.fail + tally.withinUncertainty + tally.unscored : 0),
    });
  }

  /** Undefined with fewer than two arms: there is nothing to compare. */
  done(): RunSummary['arms'] {
    return this.#arms.size < 2 ? undefined : [...this.#arms.values()];
  }
}
