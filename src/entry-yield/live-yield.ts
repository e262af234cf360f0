/**
 * YIELD at each human onset during agent speech (entry-yield.md, "From a live run"). A stop is the end of the protocol's segment: a pause of up
 * to 800 ms after which the agent goes on is none.
 */
import { overlaps, together, type SceneView, type TurnView } from '../score/input.js';
import { hidesSpeech, speakingAt } from '../score/speech.js';
import { shift } from '../time/position.js';
import { HORIZON, liveScore, YIELD_AT_ONCE, type LiveExclusion, type LiveKind, type LiveOpportunity } from './live-model.js';

export interface YieldFound {
  readonly id: string;
  readonly found: Pick<LiveOpportunity, 'kind' | 'at' | 'horizon' | 'offset' | 'delay' | 'plusMinus' | 'score'> | LiveExclusion;
}

export function liveYield(scene: SceneView, view: TurnView): YieldFound[] {
  const { turn, place } = view;
  const id = `${turn.id}/onset`;
  const kind = kindOfOnset(view);
  const going = speakingAt(scene.speech.segments, place.start);
  // Without agent speech there is nothing to yield; where the scene wanted some, that is said.
  if (going === undefined || !overlaps(scene, view)) {
    const wanted = turn.expect.kind === 'yield' || turn.expect.kind === 'continue';
    return wanted || going !== undefined ? [{ id, found: 'no-overlap' }] : [];
  }
  if (kind === undefined) return [{ id, found: 'no-rule' }];
  const horizon = HORIZON.yield;
  const end = shift(place.start, horizon);
  if (hidesSpeech(scene.speech, { from: place.start, to: end })) return [{ id, found: 'lost-audio' }];
  if (going.to >= scene.to && scene.to < end) return [{ id, found: 'cut-short' }];
  const stop = going.to - place.start;
  const delay = stop <= horizon ? stop : undefined;
  const score = stop < YIELD_AT_ONCE ? 1 : liveScore(delay, horizon);
  const plusMinus = together(place.plusMinus, going.toPlusMinus);
  return [{ id, found: { kind, at: place.start, horizon, offset: place.end, delay, plusMinus, score } }];
}

function kindOfOnset({ turn }: TurnView): LiveKind | undefined {
  if (turn.kind === 'noise') return 'noise';
  switch (turn.label) {
    case 'N4R':
      return 'N4R';
    case 'N1':
    case 'N2':
    case 'N3':
      return 'side-talk';
    case 'T':
    case 'N4Q':
    case 'user':
      if (turn.expect.kind === 'yield') return 'barge-in';
      return turn.expect.kind === 'continue' ? 'backchannel' : undefined;
  }
}
