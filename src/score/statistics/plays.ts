/** What each session that was scored came to, kept small: the plays that two agents, or two arms, are compared by. */
import { refOf, type WindowRef } from '../counted.js';
import { isDiagnostic } from '../diagnostics.js';
import type { Measure } from '../model.js';
import type { SessionResult } from '../summarise.js';
import type { Place } from './cluster-of.js';
import { waitsIn, type WaitAt } from './waits.js';

/** Windows that were decided: met, or not. */
export interface Decided {
  readonly met: readonly WindowRef[];
  readonly missed: readonly WindowRef[];
}

/** The same as counts: windows that were met, of those decided. */
export interface Met {
  readonly met: number;
  readonly of: number;
}

export interface Play {
  readonly agent: string;
  readonly place: Place;
  /** Only of measures of which something was decided; without the diagnostics unless asked for. */
  readonly decided: ReadonlyMap<Measure, Decided>;
  readonly waits: readonly WaitAt[];
}

/** Undefined for a session that was not scored: the rig spoiled it, or the agent failed as a whole, which is a rate of its own. */
export function playOf(
  result: SessionResult,
  place: Place,
  { diagnostics = false }: { readonly diagnostics?: boolean } = {},
): Play | undefined {
  if (result.outcome !== 'scored') return undefined;
  const decided = new Map<Measure, { readonly met: WindowRef[]; readonly missed: WindowRef[] }>();
  for (const window of result.windows) {
    const { measure, verdict } = window;
    if ((isDiagnostic(measure) && !diagnostics) || (verdict !== 'pass' && verdict !== 'fail')) continue;
    const own = decided.get(measure) ?? { met: [], missed: [] };
    decided.set(measure, own);
    own[verdict === 'pass' ? 'met' : 'missed'].push(refOf(result, window));
  }
  return { agent: result.agent, place, decided, waits: waitsIn(result) };
}
