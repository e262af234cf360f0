/**
 * Turns on the timeline: human edges are the clip's labelled edges plus the measured placement, never a VAD's (measurement.md, Edges).
 */
import type { CompiledTurn } from '../scenario/model.js';
import { msToSamples, shift, type RigPos, type Samples, type Span } from '../time/position.js';
import type { PlacedTurn } from './model.js';

/**
 * Half-width where the recorder did not find the clip and only the rig's own schedule says where it lies: the player's clock is 4 to
 * 11 ms off the track's (facts.md, The demo's contrast), and a frame may leave up to 20 ms late before the session is spoiled.
 */
export const SCHEDULED_PLUS_MINUS: Samples = msToSamples(30);

/** @param at where sample 0 of the turn's clip lies. */
export function placeTurn(turn: CompiledTurn, at: RigPos, plusMinus: Samples, by: PlacedTurn['by']): PlacedTurn {
  const { voiced, parts } = turn.clip;
  const onTimeline = ({ from, to }: { readonly from: Samples; readonly to: Samples }): Span => ({
    from: shift(at, from),
    to: shift(at, to),
  });
  const spoken = parts.map(onTimeline);
  return {
    turn: turn.id,
    speaker: turn.speaker,
    start: shift(at, voiced.from),
    end: shift(at, voiced.to),
    plusMinus,
    pauses: spoken.slice(1).flatMap((part, i) => {
      const from = spoken[i]?.to;
      return from !== undefined && from < part.from ? [{ from, to: part.from }] : [];
    }),
    parts: spoken,
    by,
  };
}
