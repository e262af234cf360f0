/** Sessions counted by the arm that their scene stands in (statistics.md, "Two arms"). */
import type { RunManifest } from '../recording/model.js';
import { count, refOf, type WindowRef, type WithWindows } from './counted.js';
import { isDiagnostic } from './diagnostics.js';
import type { RunSummary, SessionScore } from './model.js';
import { VerdictLists } from './tally.js';

type Arm = NonNullable<RunSummary['arms']>[number];

interface Sum {
  readonly arm: string;
  readonly done: WindowRef[];
  readonly rigInvalid: WindowRef[];
  readonly verdicts: VerdictLists;
  readonly spoiled: WindowRef[];
}

export class ArmCounts {
  readonly #armOf = new Map<string, string>();
  readonly #arms = new Map<string, Sum>();

  constructor(run: Pick<RunManifest, 'plan'> & Partial<Pick<RunManifest, 'scenes'>>) {
    const arms = new Map(run.scenes?.map((one) => [`${one.suite}/${one.id}`, one.arm]));
    for (const { id, suite, scene } of run.plan) {
      const arm = arms.get(`${suite}/${scene}`);
      if (arm !== undefined) this.#armOf.set(id, arm);
    }
  }

  /** Windows without the diagnostics. */
  add(result: Pick<SessionScore, 'attempt' | 'session' | 'outcome' | 'windows'>): void {
    const arm = this.#armOf.get(result.session);
    if (arm === undefined) return;
    const sum = this.#arms.get(arm) ?? { arm, done: [], rigInvalid: [], verdicts: new VerdictLists(), spoiled: [] };
    this.#arms.set(arm, sum);
    sum.done.push(refOf(result));
    const spoiled = result.outcome === 'rig_invalid';
    if (spoiled) sum.rigInvalid.push(refOf(result));
    for (const window of result.windows.filter(({ measure }) => !isDiagnostic(measure))) {
      if (result.outcome === 'scored') sum.verdicts.add(window, refOf(result, window));
      if (spoiled) sum.spoiled.push(refOf(result, window));
    }
  }

  /** Undefined with fewer than two arms: there is nothing to compare. */
  done(): readonly WithWindows<Arm>[] | undefined {
    if (this.#arms.size < 2) return undefined;
    return [...this.#arms.values()].map(({ arm, done, rigInvalid, verdicts, spoiled }) => ({
      arm,
      done: count(done),
      rigInvalid: count(rigInvalid),
      tally: verdicts.tally(),
      spoiledWindows: count(spoiled),
    }));
  }
}
