/** One planted bug, from its scene to the smallest one and the check of it. */
import { TurnrigError } from '../../src/error.js';
import { isRandom } from '../../agent/reference/catalogue.js';
import { energyDetector } from '../../src/vad/energy.js';
import { Builder } from '../../src/shrink/document.js';
import { findFault } from '../../src/shrink/find.js';
import type { Fault, Material } from '../../src/shrink/model.js';
import type { Player } from '../../src/shrink/player.js';
import { Search, type SearchResult } from '../../src/shrink/search.js';
import { takeApart } from '../../src/shrink/take-apart.js';
import { MemoryPlayer } from '../../simulator/shrink/memory-player.js';
import { plantedBug, type PlantedBug } from './planted.js';
import { loadPlanted, plantedScene } from './scene.js';

export interface Tried {
  readonly bug: PlantedBug;
  readonly material: Material;
  readonly builder: Builder;
  readonly fault: Fault;
  readonly result: SearchResult;
  readonly sessions: number;
}

/** The rate that is asked of a bug that does not always show: well under its own. */
export const RATE = 0.5;

/** @param wrap puts something around the player: a journal, a count */
export async function tryBug(seed: number, wrap: (player: Player) => Player = (player) => player): Promise<Tried> {
  const bug = plantedBug(seed);
  const suite = await loadPlanted(plantedScene(bug));
  const scene = suite.scenes[0];
  if (scene === undefined) throw new TurnrigError('internal', 'there is no scene');
  const material = takeApart(scene, (hash) => suite.clips.get(hash) ?? new Float32Array(0));
  const builder = new Builder(material);
  let sessions = 0;
  const memory = new MemoryPlayer(material, builder, { behaviour: bug.behaviour, name: 'planted', seed, detector: energyDetector() });
  const counting: Player = {
    valid: (built) => memory.valid(built),
    session: (...args) => (sessions++, memory.session(...args)),
    faults: (...args) => (sessions++, memory.faults(...args)),
  };
  const player = wrap(counting);
  const certain = !isRandom(bug.behaviour);
  const { fault } = await findFault(material, builder, player, { kind: 'cutoff', turn: undefined, certain });
  if (fault === undefined) throw new TurnrigError('internal', `bug ${seed} does not show in its scene: ${bug.says}`);
  const result = await new Search(material, builder, fault, player, { rate: RATE, certain, resolutionMs: 10 }).run();
  return { bug, material, builder, fault, result, sessions };
}
