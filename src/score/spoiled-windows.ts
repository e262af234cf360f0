/**
 * How many windows of each measure the sessions held that the rig spoiled, for worst-case bounds. A spoiled session's windows are listed,
 * without verdicts; of one whose evidence cannot be read at all nothing is, and the most that any session of its scene had stands in.
 */
import type { Measure, SessionScore, WindowScore } from './model.js';

type Session = Pick<SessionScore, 'scene' | 'agent' | 'outcome' | 'windows'>;

export class SpoiledWindows {
  readonly #perScene = new Map<string, Map<Measure, number>>();
  readonly #perAgent = new Map<string, Map<Measure, number>>();
  readonly #unread: { readonly agent: string; readonly scene: string }[] = [];

  add({ scene, agent, outcome, windows }: Session): void {
    const counts = countsOf(windows);
    const most = mapOf(this.#perScene, scene);
    for (const [measure, n] of counts) most.set(measure, Math.max(n, most.get(measure) ?? n));
    if (outcome !== 'rig_invalid') return;
    if (windows.length === 0) this.#unread.push({ agent, scene });
    else addTo(mapOf(this.#perAgent, agent), counts);
  }

  counts(): readonly { readonly agent: string; readonly measure: Measure; readonly windows: number }[] {
    const all = new Map([...this.#perAgent].map(([agent, counts]) => [agent, new Map(counts)]));
    for (const { agent, scene } of this.#unread) addTo(mapOf(all, agent), this.#perScene.get(scene) ?? new Map<Measure, number>());
    return [...all].flatMap(([agent, counts]) => [...counts].map(([measure, windows]) => ({ agent, measure, windows })));
  }
}

function countsOf(windows: readonly WindowScore[]): Map<Measure, number> {
  const counts = new Map<Measure, number>();
  for (const { measure } of windows) counts.set(measure, (counts.get(measure) ?? 0) + 1);
  return counts;
}

function addTo(sum: Map<Measure, number>, counts: ReadonlyMap<Measure, number>): void {
  for (const [measure, n] of counts) sum.set(measure, (sum.get(measure) ?? 0) + n);
}

function mapOf(maps: Map<string, Map<Measure, number>>, key: string): Map<Measure, number> {
  const found = maps.get(key) ?? new Map<Measure, number>();
  maps.set(key, found);
  return found;
}
