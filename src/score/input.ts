import type { SessionEnd } from '../recording/model.js';
import type { CompiledScene, CompiledTurn, PlannedSession } from '../scenario/model.js';
import type { SessionCommand, SessionEvent } from '../schedule/events.js';
import { rigPos, type RigPos, type Samples } from '../time/position.js';
import type { AgentSpeech } from '../vad/model.js';
import type { PlacedTurn, Verdict } from './model.js';
import { speakingAt } from './speech.js';

/** Everything that a session's scores are made of. Nothing in here comes from what the agent says of itself (design.md, rule 4). */
export interface ScoreInput {
  readonly attempt: string;
  readonly session: PlannedSession;
  readonly scene: CompiledScene;
  readonly events: readonly SessionEvent[];
  readonly commands: readonly SessionCommand[];
  /** Turns that were played, in the scene's order. */
  readonly turns: readonly PlacedTurn[];
  readonly speech: AgentSpeech;
  readonly end: SessionEnd;
}

/** A turn that was played, with its window. */
export interface TurnView {
  readonly turn: CompiledTurn;
  readonly place: PlacedTurn;
  /** First sample of the next turn that is no noise, or the end of the observation: where the turn's window ends. */
  readonly until: RigPos;
  /** The turn before it that was played and is no noise. */
  readonly previous: TurnView | undefined;
}

/** What one measure reads. */
export interface SceneView {
  readonly scene: CompiledScene;
  readonly turns: readonly TurnView[];
  readonly speech: AgentSpeech;
  /** First moment of the scene, after the gate. */
  readonly from: RigPos;
  /** Last sample that was observed. */
  readonly to: RigPos;
}

/** A finding on one limit: what it is, in one sentence. */
export interface Finding {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Joins the played turns with their scene and gives each its window. */
export function viewScene(input: ScoreInput): SceneView {
  const { scene, turns: placed, speech, end } = input;
  const to = rigPos(Math.min(markAt(input.commands, 'scene-end') ?? end.lastPos, end.lastPos));
  const turns = viewTurns(scene, placed, to);
  return { scene, turns, speech, from: markAt(input.commands, 'scene-start') ?? turns[0]?.place.start ?? to, to };
}

/** The turns that were played, in the order of their placement, each with its window. @param to end of the observation. */
export function viewTurns(scene: CompiledScene, placed: readonly PlacedTurn[], to: RigPos): TurnView[] {
  const pairs = placed.flatMap((place) => {
    const turn = scene.turns.find(({ id }) => id === place.turn);
    return turn ? [{ turn, place }] : [];
  });
  pairs.sort((a, b) => a.place.start - b.place.start);
  const turns: TurnView[] = [];
  for (const [i, pair] of pairs.entries()) {
    const next = pairs.slice(i + 1).find((other) => other.turn.kind !== 'noise');
    const previous = turns.findLast((other) => other.turn.kind !== 'noise');
    turns.push({ ...pair, until: next?.place.start ?? to, previous });
  }
  return turns;
}

/** Position of the first mark of that name, of that turn where one is named. */
export function markAt(commands: readonly SessionCommand[], mark: string, turn?: string): RigPos | undefined {
  for (const c of commands) if (c.type === 'mark' && c.mark === mark && (turn === undefined || c.turn === turn)) return c.at;
  return undefined;
}

/** Independent half-widths together: root of the sum of their squares, whole samples. */
export function together(...halfWidths: readonly Samples[]): Samples {
  return Math.ceil(Math.hypot(...halfWidths));
}

/** Whether the turn surely cut into the agent's speech: speaking at its first voiced sample, and still beyond the uncertainty of both. */
export function overlaps(scene: SceneView, view: TurnView): boolean {
  const { start, plusMinus } = view.place;
  const going = speakingAt(scene.speech.segments, start);
  return going !== undefined && going.to - start > together(plusMinus, going.toPlusMinus);
}
