import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import type { SessionCommand } from './events.js';
import type { LiveSpeech } from './live-speech.js';
import type { RigPos } from '../time/position.js';

/** The part of a scene that the schedule reads. */
export type ScheduledScene = Pick<CompiledScene, 'turns' | 'tail'>;

export type TurnState =
  | { readonly phase: 'waiting' }
  /** The play command is out; `at` is where sample 0 of the clip is to leave. */
  | { readonly phase: 'committed'; readonly at: RigPos }
  | { readonly phase: 'playing'; readonly at: RigPos }
  | { readonly phase: 'ended'; readonly at: RigPos; readonly voicedEnd: RigPos }
  | { readonly phase: 'skipped'; readonly at: RigPos };

export interface ScheduleState {
  readonly scene: ScheduledScene;
  /** The scene's first moment: cues at a time count from here. */
  readonly origin: RigPos;
  /** One state a turn, in the scene's order. */
  readonly turns: readonly TurnState[];
  /** Where the answer hold of a turn was found to be over. A decision once taken stays (selective-participation.md scores the rest). */
  readonly released: readonly (RigPos | undefined)[];
  readonly speech: LiveSpeech;
  /** `lost`: the transport never reported a turn that was to play. */
  readonly outcome: 'running' | 'complete' | 'lost';
}

export interface ScheduleStep {
  readonly state: ScheduleState;
  readonly commands: readonly SessionCommand[];
}

/** A position that is known for sure, or expected from what was commanded. */
export interface Anchor {
  readonly at: RigPos;
  readonly firm: boolean;
}

/** A turn of the scene with what became of it. */
export interface TurnView {
  readonly index: number;
  readonly turn: CompiledTurn;
  readonly state: TurnState;
}

export function turnView(state: ScheduleState, index: number): TurnView | undefined {
  const turn = state.scene.turns[index];
  const turnState = state.turns[index];
  return turn && turnState ? { index, turn, state: turnState } : undefined;
}

export function turnById(state: ScheduleState, id: string): TurnView | undefined {
  return turnView(
    state,
    state.scene.turns.findIndex((turn) => turn.id === id),
  );
}

/** Where the turn's first voiced sample lies, or is expected to. Undefined when it has no place (waiting, skipped). */
export function voicedStart({ turn, state }: TurnView): Anchor | undefined {
  if (state.phase === 'waiting' || state.phase === 'skipped') return undefined;
  return { at: (state.at + turn.clip.voiced.from) as RigPos, firm: state.phase !== 'committed' };
}

/** Where the turn's voiced end lies, or is expected to. */
export function voicedEnd({ turn, state }: TurnView): Anchor | undefined {
  if (state.phase === 'waiting' || state.phase === 'skipped') return undefined;
  if (state.phase === 'ended') return { at: state.voicedEnd, firm: true };
  return { at: (state.at + turn.clip.voiced.to) as RigPos, firm: false };
}
