/**
 * The cluster that a session belongs to: its scene, all variants and repeats together (statistics.md: "The cluster is the scene"). The
 * variants of one scene share their speech, and what goes wrong in one goes wrong in the next.
 */
import type { CompiledScene, PlannedSession } from '../../scenario/model.js';

export interface Place {
  readonly suite: string;
  /** Id of the variant. */
  readonly scene: string;
  /** "quickstart/phone". */
  readonly cluster: string;
}

/** Places of all planned sessions by their ids. Without scenes each variant counts as a scene of its own. */
export function placesOf(run: {
  readonly plan: readonly PlannedSession[];
  readonly scenes?: readonly CompiledScene[];
}): ReadonlyMap<string, Place> {
  const scenes = new Map((run.scenes ?? []).map((one) => [`${one.suite}/${one.id}`, one.scene]));
  return new Map(
    run.plan.map(({ id, suite, scene }) => [id, { suite, scene, cluster: `${suite}/${scenes.get(`${suite}/${scene}`) ?? scene}` }]),
  );
}
