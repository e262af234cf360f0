/** Which fault of the input is to be reproduced: the one that most of its sessions show. */
import type { Builder } from './document.js';
import { everything } from './candidate.js';
import type { Fault, FaultKind, Material } from './model.js';
import type { Player } from './player.js';
import { MOST_SPOILED } from './decide.js';

/** Sessions of the whole input of an agent with chance: of a fault that shows in half of them, one in a thousand sets of ten has none (chosen). */
const FIND_SESSIONS = 10;

export interface Found {
  readonly fault: Fault | undefined;
  readonly sessions: number;
  /** Sessions that showed it. */
  readonly shown: number;
  readonly spoiled: number;
}

/**
 * @param turn only of this turn (index in the material)
 * @param certain one session tells all
 */
export async function findFault(
  material: Material,
  builder: Builder,
  player: Player,
  want: { readonly kind: FaultKind; readonly turn: number | undefined; readonly certain: boolean },
): Promise<Found> {
  const { kind, turn, certain } = want;
  const built = builder.build(everything(material), { kind, turn: turn ?? 0, anchor: undefined });
  const seen = new Map<string, { readonly fault: Fault; count: number }>();
  let [sessions, spoiled] = [0, 0];
  for (let n = 0; sessions < (certain ? 1 : FIND_SESSIONS) && spoiled < MOST_SPOILED; n++) {
    const faults = await player.faults(built, kind, n);
    if (faults === 'spoiled') {
      spoiled += 1;
      continue;
    }
    sessions += 1;
    const once = new Set<string>();
    for (const fault of faults) {
      const key = JSON.stringify(fault);
      if ((turn !== undefined && fault.turn !== turn) || once.has(key)) continue;
      once.add(key);
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { fault, count: 1 });
      else known.count += 1;
    }
  }
  // The most frequent; among equals the earliest, whose reproduction needs least.
  const [most] = [...seen.values()].sort((a, b) => b.count - a.count || order(a.fault) - order(b.fault));
  return { fault: most?.fault, sessions, shown: most?.count ?? 0, spoiled };
}

const PAUSES_A_TURN = 10_000;
const order = ({ turn, anchor }: Fault): number => turn * PAUSES_A_TURN + (anchor?.after ?? 0);
