/** `shrink.json`: what was found, how sure it is, and everything that was tried (docs/shrink.md). */
import type { AgentDescription } from '../recording/model.js';
import { IndependentCounts, wilson } from '../stats/wilson.js';
import { everything, sizeOf } from './candidate.js';
import { MOST_SPOILED } from './decide.js';
import type { Answer, Fault, Material, Size, Step } from './model.js';
import type { Stopped } from './player.js';
import type { SearchResult } from './search.js';

export const SHRINK_FORMAT = 'turnrig-shrink';
export const SHRINK_VERSION = 1;

export type ShrinkOutcome =
  /** Nothing more goes, and it was confirmed. */
  | 'minimal'
  /** The budget was spent, or the user stopped it: what is left reproduces, and may not be the smallest. */
  | 'stopped'
  /** No session of the input showed the fault. */
  | 'not-shown'
  /** The input shows it, but not at the rate. */
  | 'below-rate'
  /** The rig spoiled too many sessions: nothing can be said. */
  | 'spoiled';

export interface ShrinkDocument {
  readonly format: typeof SHRINK_FORMAT;
  readonly version: typeof SHRINK_VERSION;
  readonly outcome: ShrinkOutcome;
  readonly why: string;
  readonly input: { readonly file: string; readonly sha256: string; readonly scene: string };
  readonly agent: AgentDescription;
  readonly fault: { readonly kind: string; readonly turn: string; readonly pause: number | null } | null;
  readonly rate: number;
  readonly resolutionMs: number;
  readonly seed: number;
  /** The agent has no chance in it: one session a candidate decides. */
  readonly certain: boolean;
  readonly sessions: number;
  /** Of these, what the rig spoiled: they count for nobody. */
  readonly spoiled: number;
  readonly before: Size;
  readonly after: Size | null;
  readonly baseline: Answer | null;
  /**
   * Fresh sessions of the result, with Wilson's interval of this scene on this agent; none of one without chance. Of a search that was stopped
   * before them: the sessions that chose it, without an interval, because they chose.
   */
  readonly result: (Answer & { readonly low?: number; readonly high?: number }) | null;
  readonly stopped: string | null;
  readonly notMonotone: readonly string[];
  readonly steps: readonly Step[];
}

export interface ShrinkFacts {
  readonly input: ShrinkDocument['input'];
  readonly agent: AgentDescription;
  readonly rate: number;
  readonly resolutionMs: number;
  readonly seed: number;
  readonly certain: boolean;
  readonly sessions: number;
  readonly spoiled: number;
}

/** @param result undefined: the fault was not found; `spoiled` sessions say whether the rig was why, `stopped` whether it was looked for to the end. */
export function shrinkDocument(
  facts: ShrinkFacts,
  material: Material,
  fault: Fault | undefined,
  result: SearchResult | undefined,
  spoiled: number,
  stopped: Stopped['why'] | undefined,
): ShrinkDocument {
  const whole = fault ?? { kind: 'cutoff', turn: 0, anchor: undefined };
  const best = result?.best;
  const outcome = outcomeOf(fault, result, spoiled, stopped);
  return {
    format: SHRINK_FORMAT,
    version: SHRINK_VERSION,
    outcome,
    why: outcome === 'stopped' && best === undefined ? 'It was stopped before it was known whether the input reproduces.' : WHY[outcome],
    ...facts,
    fault:
      fault === undefined
        ? null
        : { kind: fault.kind, turn: material.turns[fault.turn]?.turn.id ?? '', pause: fault.anchor?.after ?? null },
    before: sizeOf(material, whole, everything(material)),
    after: best === undefined ? null : sizeOf(material, whole, best.candidate),
    baseline: result?.baseline ?? null,
    result:
      best === undefined ? null : result?.confirmed === undefined ? best.answer : withInterval(result.confirmed, material.scene.id, facts),
    stopped: stopped ?? null,
    notMonotone: result?.notMonotone ?? [],
    steps: result?.steps ?? [],
  };
}

function outcomeOf(
  fault: Fault | undefined,
  result: SearchResult | undefined,
  spoiled: number,
  stopped: Stopped['why'] | undefined,
): ShrinkOutcome {
  if (result?.minimal === true) return 'minimal';
  if (stopped !== undefined) return 'stopped';
  if (fault === undefined) return spoiled >= MOST_SPOILED ? 'spoiled' : 'not-shown';
  return (result?.baseline?.spoiled ?? 0) >= MOST_SPOILED ? 'spoiled' : 'below-rate';
}

const WHY: Readonly<Record<ShrinkOutcome, string>> = {
  minimal: 'Nothing more can go: no turn, no word, no pause or wait at this resolution.',
  stopped: 'It was stopped before its end: what is left reproduces, and something more might go.',
  'not-shown': 'No session of the input shows the fault.',
  'below-rate': 'The input shows the fault, but not at the rate that was asked for: ask for a lower one with --rate.',
  spoiled: 'The rig spoiled too many sessions, which count for nobody: leave the machine to itself and go on with --resume.',
};

function withInterval(answer: Answer, scene: string, { agent, certain }: ShrinkFacts): ShrinkDocument['result'] {
  if (certain || answer.sessions === 0) return answer;
  const interval = wilson(IndependentCounts.ofOneScene(scene, agent.name, answer.reproduced, answer.sessions));
  return interval === undefined ? answer : { ...answer, low: round(interval.low), high: round(interval.high) };
}

const round = (share: number): number => Number(share.toFixed(6));
