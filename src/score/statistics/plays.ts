/** What each session that was scored came to, kept small: the plays that two agents, or two arms, are compared by. */
import { isDiagnostic } from '../diagnostics.js';
import type { Measure } from '../model.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from './cluster-of.js';
import { waitsIn } from './waits.js';
import type { Wait } from '../../stats/waits.js';

/** Windows that were met, of those decided. */
export interface Met {
  readonly met: number;
  readonly of: number;
}

export interface Play {
  readonly agent: string;
  readonly place: Place;
  /** Only of measures of which something was decided; without the diagnostics unless asked for. */
  readonly met: ReadonlyMap<Measure, Met>;
  readonly waits: readonly Wait[];
}

/** Undefined for a session that was not scored: the rig spoiled it, or the agent failed as a whole, which is a rate of its own. */
export function playOf(
  { agent, outcome, windows }: SessionResult,
  place: Place,
  { diagnostics = false }: { readonly diagnostics?: boolean } = {},
): Play | undefined {
  if (outcome !== 'scored') return undefined;
  const met = new Map<Measure, Met>();
  for (const { measure, verdict } of windows) {
    if ((isDiagnostic(measure) && !diagnostics) || (verdict !== 'pass' && verdict !== 'fail')) continue;
    const before = met.get(measure) ?? { met: 0, of: 0 };
    met.set(measure, { met: before.met + (verdict === 'pass' ? 1 : 0), of: before.of + 1 });
  }
  return { agent, place, met, waits: waitsIn(windows) };
}
