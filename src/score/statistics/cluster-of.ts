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
  readonly repeat: number;
  /** Where the scene stands in an arm. */
  readonly inArm?: ArmPlace;
}

export interface ArmPlace {
  readonly arm: string;
  /**
   * What is played in both arms and compared with itself: the scenes of one pair; one scene of which some variants stand in one arm and some
   * in another; otherwise all scenes of the arms together.
   */
  readonly match: string;
}

/** Places of all planned sessions by their ids. Without scenes each variant counts as a scene of its own. */
export function placesOf(run: {
  readonly plan: readonly PlannedSession[];
  readonly scenes?: readonly CompiledScene[];
}): ReadonlyMap<string, Place> {
  const scenes = new Map((run.scenes ?? []).map((one) => [`${one.suite}/${one.id}`, one]));
  const matches = matchesOf(run.scenes ?? []);
  return new Map(
    run.plan.map(({ id, suite, scene, repeat }) => {
      const compiled = scenes.get(`${suite}/${scene}`);
      const place = { suite, scene, cluster: `${suite}/${compiled?.scene ?? scene}`, repeat };
      if (compiled?.arm === undefined) return [id, place];
      return [id, { ...place, inArm: { arm: compiled.arm, match: matches(compiled) } }];
    }),
  );
}

function matchesOf(scenes: readonly CompiledScene[]): (scene: CompiledScene) => string {
  const arms = new Map<string, Set<string>>();
  const name = ({ suite, scene }: CompiledScene): string => `${suite}/${scene}`;
  for (const one of scenes) if (one.arm !== undefined) arms.set(name(one), (arms.get(name(one)) ?? new Set()).add(one.arm));
  return (scene) => {
    if (scene.pair !== undefined) return `pair ${scene.pair.id}`;
    return (arms.get(name(scene))?.size ?? 0) > 1 ? `scene ${scene.scene}` : '';
  };
}
