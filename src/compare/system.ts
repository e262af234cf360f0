/** One agent in one run, session by session: what it is compared by, and the windows behind its figures. */
import type { CompiledScene } from '../scenario/model.js';
import type { Measure } from '../score/model.js';
import { conditionOf } from '../score/selective/counts.js';
import type { SelectiveCondition } from '../score/selective/model.js';
import type { Place } from '../score/statistics/cluster-of.js';
import type { SidePlay } from '../score/statistics/compare.js';
import { playOf, type Met } from '../score/statistics/plays.js';
import type { SessionResult } from '../score/summarise.js';
import type { CellWindow } from './model.js';

/** Plays of one suite in one condition. */
export interface SuitePlays {
  readonly suite: string;
  readonly condition: SelectiveCondition;
  readonly plays: SidePlay[];
}

export class SystemPlays {
  readonly name: string;
  readonly windows: CellWindow[] = [];
  readonly #suites = new Map<string, SuitePlays>();

  constructor(name: string) {
    this.name = name;
  }

  /** Sessions that were not scored give nothing to compare; their windows are kept without verdicts. */
  add(result: SessionResult, place: Place, scene: CompiledScene): void {
    const condition = conditionOf(scene);
    const { attempt, session } = result;
    for (const { id, measure, verdict, reason, flags } of result.windows)
      this.windows.push({
        system: this.name,
        condition,
        measure,
        attempt,
        session,
        scene: scene.title || scene.id,
        id,
        verdict,
        reason,
        flags,
      });
    const play = playOf(result, place);
    if (play === undefined) return;
    const key = suiteKey(place.suite, condition);
    const suite = this.#suites.get(key) ?? { suite: place.suite, condition, plays: [] };
    this.#suites.set(key, suite);
    suite.plays.push({ scene: place.cluster, play: JSON.stringify([place.scene, place.repeat]), at: play });
  }

  /** In the order in which they were played first. */
  get suites(): readonly SuitePlays[] {
    return [...this.#suites.values()];
  }

  of(suite: string, condition: SelectiveCondition): readonly SidePlay[] {
    return this.#suites.get(suiteKey(suite, condition))?.plays ?? [];
  }
}

const suiteKey = (suite: string, condition: SelectiveCondition): string => JSON.stringify([suite, condition]);

/** Windows met, of those decided, by scene. */
export function metByScene(plays: readonly SidePlay[], measure: Measure): Map<string, Met> {
  const scenes = new Map<string, Met>();
  for (const { scene, at } of plays) {
    const found = at.decided.get(measure);
    if (found === undefined) continue;
    const before = scenes.get(scene) ?? { met: 0, of: 0 };
    const [met, missed] = [found.met.length, found.missed.length];
    scenes.set(scene, { met: before.met + met, of: before.of + met + missed });
  }
  return scenes;
}
