/** Adds up a run's sessions of selective participation, one after another; of each only the names of its windows are kept. */
import type { CompiledScene, PlannedSession } from '../../scenario/model.js';
import { agentsOf } from '../agents-of.js';
import type { WithWindows } from '../counted.js';
import { placesOf, type Place } from '../statistics/cluster-of.js';
import type { SessionResult, SummaryRun } from '../summarise.js';
import { Cell } from './cell.js';
import { SELECTIVE_CONDITIONS, SELECTIVE_VERSION, type SelectiveCondition, type SelectiveSummary } from './model.js';
import { PairCounts } from './pairs.js';
import { selectiveWindows } from './windows.js';

export class SelectiveCounts {
  readonly #scenes: ReadonlyMap<string, CompiledScene>;
  readonly #planned: ReadonlyMap<string, PlannedSession>;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #agents: readonly string[];
  readonly #cells = new Map<string, Cell>();
  readonly #pairs = new PairCounts();

  constructor(run: SummaryRun) {
    this.#scenes = new Map((run.scenes ?? []).map((scene) => [`${scene.suite}/${scene.id}`, scene]));
    this.#planned = new Map(run.plan.map((session) => [session.id, session]));
    this.#places = placesOf(run);
    this.#agents = agentsOf(run);
  }

  /** Sessions that were not scored, and such of other protocols, are left out. */
  add(result: SessionResult): void {
    if (result.outcome !== 'scored') return;
    const [planned, place] = [this.#planned.get(result.session), this.#places.get(result.session)];
    const scene = planned && this.#scenes.get(`${planned.suite}/${planned.scene}`);
    const windows = selectiveWindows(result);
    if (scene === undefined || place === undefined || windows === undefined) return;
    const condition = conditionOf(scene);
    const key = JSON.stringify([result.agent, condition]);
    const cell = this.#cells.get(key) ?? new Cell(result.agent, condition);
    this.#cells.set(key, cell);
    cell.add(result, place.cluster, requestTurn(scene), windows);
    this.#pairs.add(result, place, scene);
  }

  /** With the windows behind each number (counted.ts). Undefined where nothing of the protocol was played. */
  done(): WithWindows<SelectiveSummary> | undefined {
    if (this.#cells.size === 0) return undefined;
    const scores = this.#agents.flatMap((agent) =>
      SELECTIVE_CONDITIONS.flatMap((condition) => this.#cells.get(JSON.stringify([agent, condition]))?.done() ?? []),
    );
    const pairs = this.#pairs.done(this.#agents);
    return { version: SELECTIVE_VERSION, scores, ...(pairs.length === 0 ? {} : { pairs }) };
  }
}

export function conditionOf({ pair }: CompiledScene): SelectiveCondition {
  return pair?.condition === 'explicit' || pair?.condition === 'implicit' ? pair.condition : 'unpaired';
}

/** Which of its labelled turns the request is, from 1; the preamble is none of them. Undefined without a request. */
export function requestTurn({ turns }: CompiledScene): number | undefined {
  const at = turns.filter(({ label, kind }) => label !== 'user' && kind !== 'noise').findIndex(({ label }) => label === 'T');
  return at < 0 ? undefined : at + 1;
}
