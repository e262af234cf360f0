/**
 * What a participant is told of its scene beforehand: whose turn comes next, how long it is, and whether it is asked. An agent that is told
 * so is no test of understanding: it is a known truth to hold the scores against (issue: Reference participants).
 */
import type { CompiledScene, TurnLabel } from '../../src/scenario/model.js';
import { says } from '../../src/speech/words.js';
import type { Samples } from '../../src/time/position.js';

export interface ScriptTurn {
  /** `user` for the duty and for noises: nobody's labelled turn. */
  readonly label: TurnLabel;
  /** Whether the assistant's name is said in it. */
  readonly named: boolean;
  /** From its first voiced sample to its last. */
  readonly length: Samples;
}
export type Script = readonly ScriptTurn[];

export function scriptOf({ turns, assistant = '' }: Pick<CompiledScene, 'turns' | 'assistant'>): Script {
  return turns.map(({ label, kind, text, clip }) => ({
    label: kind === 'noise' ? 'user' : label,
    named: says(text, assistant),
    length: clip.voiced.to - clip.voiced.from,
  }));
}
