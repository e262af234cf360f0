/** How often a scene is judged by a measure, whatever the agent does: what `primary` is checked by, and what a run can see is counted by. */
import type { CompiledTurn, Greeting, PrimaryMeasure } from './model.js';

/** What of a scene decides it. */
export interface Judgeable {
  readonly greeting: Greeting;
  readonly turns: readonly Pick<CompiledTurn, 'label' | 'expect'>[];
}

/**
 * Turns of a scene whose session may give the measure a verdict, or a wait; 1 or 0 for the greeting. A turn counts once, however many of its
 * pauses are windows of their own.
 */
export function timesJudged({ turns, greeting }: Judgeable, measure: PrimaryMeasure): number {
  if (measure === 'greeting') return greeting.policy === 'ignored' ? 0 : 1;
  return turns.filter((turn) => JUDGES[measure](turn)).length;
}

type Turn = Judgeable['turns'][number];

const replies = ({ expect }: Turn): boolean => expect.kind === 'reply' || (expect.kind === 'yield' && expect.reply !== undefined);
const once = ({ expect }: Turn): boolean =>
  expect.kind === 'reply' ? expect.once : expect.kind === 'yield' && expect.reply?.once === true;

const JUDGES: Readonly<Record<Exclude<PrimaryMeasure, 'greeting'>, (turn: Turn) => boolean>> = {
  wait: replies,
  reply: replies,
  'false-cutoff': ({ expect }) => expect.kind === 'reply',
  'double-reply': once,
  silence: ({ expect }) => expect.kind === 'silence',
  yield: ({ expect }) => expect.kind === 'yield',
  continue: ({ expect }) => expect.kind === 'continue',
  'new-initiation': ({ label }) => label === 'T',
  'answer-window-yield': ({ label }) => label === 'N4R',
};
