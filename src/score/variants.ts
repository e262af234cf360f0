/**
 * Swept scenes by their swept value: at which gap the cutoffs jump (live case C02), at which offset a cough kills the turn (C09). Counts
 * of sessions, since windows of one session are not independent (statistics.md).
 */
import type { CompiledScene, PlannedSession } from '../scenario/model.js';
import { median } from '../stats/median.js';
import { count, refOf, type WindowRef, type WithWindows } from './counted.js';
import { MEASURES, type Measure, type SessionScore, type VariantMeasure, type VariantSummary } from './model.js';

interface Sum {
  readonly measure: Measure;
  /** A window a session: the first that failed, or else the first that was decided. */
  readonly failed: WindowRef[];
  readonly decided: WindowRef[];
  readonly values: { readonly ms: number; readonly at: WindowRef }[];
  readonly censored: WindowRef[];
}
interface Cell {
  readonly scene: CompiledScene;
  readonly agent: string;
  readonly sessions: WindowRef[];
  readonly measures: Map<Measure, Sum>;
}

export class Variants {
  readonly #scenes: readonly CompiledScene[];
  readonly #planned = new Map<string, PlannedSession>();
  readonly #cells = new Map<string, Cell>();

  constructor(run: { readonly plan: readonly PlannedSession[]; readonly scenes?: readonly CompiledScene[] }) {
    const all = run.scenes ?? [];
    this.#scenes = all;
    const swept = new Map(
      all
        .filter((scene) => all.some((other) => other.suite === scene.suite && other.scene === scene.scene && other.id !== scene.id))
        .map((scene) => [`${scene.suite}/${scene.id}`, scene]),
    );
    for (const session of run.plan) {
      const scene = swept.get(`${session.suite}/${session.scene}`);
      if (!scene) continue;
      this.#planned.set(session.id, session);
      const key = keyOf(session);
      if (!this.#cells.has(key)) this.#cells.set(key, { scene, agent: session.agent, sessions: [], measures: new Map() });
    }
  }

  add(result: Pick<SessionScore, 'attempt' | 'session' | 'outcome' | 'windows'>): void {
    const { session, outcome, windows } = result;
    const planned = this.#planned.get(session);
    const cell = planned && this.#cells.get(keyOf(planned));
    if (!cell || outcome !== 'scored') return;
    cell.sessions.push(refOf(result));
    for (const measure of new Set(windows.map((one) => one.measure))) {
      const own = windows.filter((one) => one.measure === measure && one.verdict !== 'unscored');
      const sum = cell.measures.get(measure) ?? { measure, failed: [], decided: [], values: [], censored: [] };
      cell.measures.set(measure, sum);
      const failed = own.find(({ verdict }) => verdict === 'fail');
      const decided = failed ?? own.find(({ verdict }) => verdict === 'pass');
      if (failed) sum.failed.push(refOf(result, failed));
      if (decided) sum.decided.push(refOf(result, decided));
      for (const window of own) {
        const { value } = window;
        if (value.kind === 'measured') sum.values.push({ ms: value.ms, at: refOf(result, window) });
        if (value.kind === 'censored') sum.censored.push(refOf(result, window));
      }
    }
  }

  /** In the order of the scenes, then of the swept values, then of the agents. */
  done(): readonly WithWindows<VariantSummary>[] {
    const agents = [...new Set([...this.#cells.values()].map(({ agent }) => agent))];
    const scenes = [...new Set([...this.#cells.values()].map(({ scene }) => nameOf(scene)))];
    const place = (cell: Cell): number => scenes.indexOf(nameOf(cell.scene));
    return [...this.#cells.values()]
      .sort(
        (a, b) =>
          place(a) - place(b) ||
          byValue(a.scene, b.scene) ||
          this.#scenes.indexOf(a.scene) - this.#scenes.indexOf(b.scene) ||
          agents.indexOf(a.agent) - agents.indexOf(b.agent),
      )
      .map(({ scene, agent, sessions, measures }) => ({
        agent,
        suite: scene.suite,
        scene: scene.scene,
        id: scene.id,
        values: scene.variant,
        sessions: count(sessions),
        measures: [...measures.values()].sort((a, b) => MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure)).map(measureOf),
      }));
  }
}

function measureOf({ measure, failed, decided, values, censored }: Sum): WithWindows<VariantMeasure> {
  const medianMs = median(values.map(({ ms }) => ms));
  const counts = { measure, failed: count(failed), decided: count(decided), censored: count(censored) };
  return { ...counts, ...(medianMs === undefined ? {} : { medianMs, n: count(values.map(({ at }) => at)) }) };
}

const nameOf = ({ suite, scene }: CompiledScene): string => `${suite}/${scene}`;
const keyOf = ({ suite, scene, agent }: PlannedSession): string => JSON.stringify([suite, scene, agent]);

/** Numbers by size; texts compare equal here, and come in the file's order. */
function byValue(a: CompiledScene, b: CompiledScene): number {
  for (const [name, value] of Object.entries(a.variant)) {
    const other = b.variant[name];
    if (typeof value === 'number' && typeof other === 'number' && value !== other) return value - other;
  }
  return 0;
}
