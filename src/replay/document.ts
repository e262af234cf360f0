/** A replay as data: RUN/replay/replay.json and what --json prints (docs/replay.md). */
import type { Look } from '../stats/sequential.js';
import type { ReplayPlan } from './plan.js';
import type { ReplayResult } from './result.js';
import type { ReplayVerdict } from './verdict.js';

export const REPLAY_DOCUMENT_VERSION = 1;

export interface ReplayFindings {
  /** Id of the run. */
  readonly run: string;
  readonly plan: ReplayPlan;
  readonly result: ReplayResult;
  readonly verdict: ReplayVerdict;
  readonly sequential: readonly { readonly agent: string; readonly looks: readonly Look[] }[];
  /** File of a cutoff's sound, beside the document, by "attempt/window". */
  readonly clips: ReadonlyMap<string, string>;
}

export function replayDocument({ run, plan, result, verdict, sequential, clips }: ReplayFindings): object {
  const { recording, labels, history, messages, windowMs, turns: planned, notes } = plan;
  return {
    version: REPLAY_DOCUMENT_VERSION,
    run,
    verdict,
    call: { recording, ...(labels === undefined ? {} : { labels }), history, messages, windowMs, turns: planned, notes },
    level: result.level,
    agents: result.agents.map(({ sessions, ...agent }) => ({
      ...agent,
      sessions: sessions.map(({ turns, ...session }) => ({
        ...session,
        turns: turns.map(({ cuts, ...turn }) => ({
          ...turn,
          cuts: cuts.map((cut) => ({ ...cut, clip: clips.get(`${session.attempt}/${cut.window}`) ?? null })),
        })),
      })),
    })),
    pair: result.pair,
    sequential: plan.sequential === undefined ? null : { ...plan.sequential, agents: sequential },
  };
}
