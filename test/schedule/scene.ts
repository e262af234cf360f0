/** Scenes for tests, in milliseconds: the schedule reads nothing of a clip but its length and its voiced edges. */
import type { CompiledTurn, Cue, Expectation, Hold, TurnLabel } from '../../src/scenario/model.js';
import type { SessionScene } from '../../src/session/session.js';
import { msToSamples } from '../../src/time/position.js';

export const ms = msToSamples;

export interface TurnSketch {
  readonly id: string;
  readonly label?: TurnLabel;
  readonly speaker?: string;
  /** Voiced length. */
  readonly voiced?: number;
  /** Unvoiced lead of the clip. */
  readonly lead?: number;
  readonly cue?: Cue;
  readonly hold?: Hold;
}

export const GAP: Hold = { kind: 'gap', length: ms(500) };
export const ANSWER: Hold = { kind: 'answer', onsetWithin: ms(5000), silence: ms(2000), cap: ms(60_000) };
export const FIXED: Hold = { kind: 'fixed', length: ms(3000) };
export const OBSERVE: Hold = { kind: 'observe', afterStart: ms(2000), afterEnd: ms(500) };
const HOLD_OF: Partial<Record<TurnLabel, Hold>> = { T: ANSWER, N4Q: FIXED, N4R: OBSERVE };
const NONE: Expectation = { kind: 'none' };

export function turn(sketch: TurnSketch): CompiledTurn {
  const lead = ms(sketch.lead ?? 0);
  const to = lead + ms(sketch.voiced ?? 1000);
  const label = sketch.label ?? 'user';
  return {
    id: sketch.id,
    label,
    speaker: sketch.speaker ?? 'ann',
    text: sketch.id,
    clip: {
      hash: `clip-${sketch.id}`,
      length: to,
      voiced: { from: lead, to },
      parts: [{ from: lead, to, text: sketch.id }],
      activeLevelDb: -26,
      sources: [],
    },
    cue: sketch.cue ?? { kind: 'next' },
    hold: sketch.hold ?? HOLD_OF[label] ?? GAP,
    expect: NONE,
    source: `test.yaml:${sketch.id}`,
  };
}

export function scene(turns: readonly TurnSketch[], more: Partial<SessionScene> = {}): SessionScene {
  return {
    turns: turns.map(turn),
    tail: ms(2000),
    layout: 'mixed',
    speakers: [
      { id: 'ann', name: 'Ann' },
      { id: 'bob', name: 'Bob' },
    ],
    greeting: { policy: 'ignored', within: 0 },
    limits: { lateFrame: ms(20), packetLossShare: 0.01, readyWithin: ms(15_000) },
    ...more,
  };
}
