/** Which session is played when: randomised blocks over agents, arms and variants (statistics.md, "Two arms"). */
import { TurnrigError } from '../error.js';
import type { CompiledScene, PlannedSession } from './model.js';
import { mulberry32, seedOf, shuffled } from './random.js';

/** So many sessions a run has at most: weeks of a live room, and a manifest that still fits into memory. Chosen. */
const MOST_SESSIONS = 100_000;

export interface PlanOptions {
  /** Decides the order inside each block and each session's own seed. */
  readonly seed: number;
  /** Plays every scene so often, whatever the files say. */
  readonly repeats?: number;
}

/** What planning needs of a suite; a CompiledSuite is one. */
export interface PlannableSuite {
  readonly name: string;
  readonly scenes: readonly CompiledScene[];
}

/**
 * Plans a run. A block holds each of its scenes once against each agent, in an order of its own: the variants of one scene, the two
 * scenes of a pair, and all scenes that belong to arms stand in one block, so that what is compared is played close together.
 * The first repeat of everything comes before the second of anything.
 *
 * Ids and seeds of sessions depend on nothing but suite, scene, repeat, agent and the run's seed.
 *
 * @throws TurnrigError 'input' when two agents or two suites share a name, or there is none, or the run would be too long.
 */
export function planRun(suites: readonly PlannableSuite[], agents: readonly string[], options: PlanOptions): PlannedSession[] {
  distinct(
    'suite',
    suites.map(({ name }) => name),
  );
  distinct('agent', agents);
  if (options.repeats !== undefined && !(Number.isInteger(options.repeats) && options.repeats > 0))
    throw new TurnrigError('input', `repeats must be a whole number from 1, not ${options.repeats}`);
  const repeatsOf = (scene: CompiledScene): number => options.repeats ?? scene.repeats;
  const total = suites.flatMap(({ scenes }) => scenes.map(repeatsOf)).reduce((sum, n) => sum + n, 0) * agents.length;
  if (total > MOST_SESSIONS)
    throw new TurnrigError('input', `the run would have ${total} sessions, at most ${MOST_SESSIONS} are possible`, {
      hint: 'Choose scenes by --scene, or fewer repeats.',
    });
  const most = Math.max(0, ...suites.flatMap(({ scenes }) => scenes.map(repeatsOf)));
  const sessions: PlannedSession[] = [];
  let block = 0;
  for (let repeat = 1; repeat <= most; repeat++)
    for (const { name, scenes } of suites)
      for (const [group, members] of groups(scenes)) {
        const cells = members.filter((scene) => repeat <= repeatsOf(scene)).flatMap((scene) => agents.map((agent) => ({ scene, agent })));
        if (cells.length === 0) continue;
        const order = shuffled(cells, mulberry32(seedOf(options.seed, JSON.stringify([name, group, repeat]))));
        for (const { scene, agent } of order) {
          const id = `${name}/${scene.id}#${repeat}@${agent}`;
          sessions.push({ id, suite: name, scene: scene.id, agent, repeat, block, seed: seedOf(options.seed, id) });
        }
        block++;
      }
  return sessions;
}

/** Scenes that are compared with each other, in the order of the file. */
function groups(scenes: readonly CompiledScene[]): Map<string, CompiledScene[]> {
  const groups = new Map<string, CompiledScene[]>();
  for (const scene of scenes) {
    const key = scene.pair !== undefined ? `pair ${scene.pair.id}` : scene.arm !== undefined ? 'arms' : `scene ${scene.scene}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [scene]);
    else members.push(scene);
  }
  return groups;
}

function distinct(what: string, names: readonly string[]): void {
  if (names.length === 0) throw new TurnrigError('input', `there is no ${what} to plan for`);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined)
    throw new TurnrigError('input', `two ${what}s are named "${twice}"`, { hint: `Give each ${what} its own name.` });
}
