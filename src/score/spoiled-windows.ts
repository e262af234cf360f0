/**
 * Which windows of each measure the sessions held that the rig spoiled, for worst-case bounds. A spoiled session's windows are listed,
 * without verdicts; of one whose evidence cannot be read at all nothing is, and the most that any session of its scene had stands in: the
 * session is named so often.
 */
import { refOf, type WindowRef } from './counted.js';
import type { Measure, SessionScore, WindowScore } from './model.js';

type Session = Pick<SessionScore, 'attempt' | 'scene' | 'agent' | 'outcome' | 'windows'>;

export interface SpoiledCount {
  readonly agent: string;
  readonly measure: Measure;
  readonly windows: readonly WindowRef[];
}

export class SpoiledWindows {
  readonly #perScene = new Map<string, Map<Measure, number>>();
  readonly #perAgent = new Map<string, Map<Measure, readonly WindowRef[]>>();
  readonly #unread: Pick<Session, 'attempt' | 'agent' | 'scene'>[] = [];

  add(session: Session): void {
    const { attempt, scene, agent, outcome, windows } = session;
    const found = listsOf(session);
    const most = mapOf(this.#perScene, scene);
    for (const [measure, { length }] of found) most.set(measure, Math.max(length, most.get(measure) ?? length));
    if (outcome !== 'rig_invalid') return;
    if (windows.length === 0) this.#unread.push({ attempt, agent, scene });
    else addTo(mapOf(this.#perAgent, agent), found);
  }

  counts(): readonly SpoiledCount[] {
    const all = new Map([...this.#perAgent].map(([agent, lists]) => [agent, new Map(lists)]));
    for (const { agent, scene, attempt } of this.#unread) {
      const unknown = [...(this.#perScene.get(scene) ?? [])].map(
        ([measure, n]) => [measure, Array.from({ length: n }, () => ({ attempt }))] as const,
      );
      addTo(mapOf(all, agent), new Map(unknown));
    }
    return [...all].flatMap(([agent, lists]) => [...lists].map(([measure, windows]) => ({ agent, measure, windows })));
  }
}

function listsOf({ attempt, windows }: Session): Map<Measure, readonly WindowRef[]> {
  const lists = new Map<Measure, WindowRef[]>();
  const listOf = ({ measure }: WindowScore): WindowRef[] => {
    const known = lists.get(measure) ?? [];
    lists.set(measure, known);
    return known;
  };
  for (const window of windows) listOf(window).push(refOf({ attempt }, window));
  return lists;
}

function addTo(sum: Map<Measure, readonly WindowRef[]>, more: ReadonlyMap<Measure, readonly WindowRef[]>): void {
  for (const [measure, refs] of more) sum.set(measure, [...(sum.get(measure) ?? []), ...refs]);
}

function mapOf<T>(maps: Map<string, Map<Measure, T>>, key: string): Map<Measure, T> {
  const found = maps.get(key) ?? new Map<Measure, T>();
  maps.set(key, found);
  return found;
}
