/** Whether a draft may become a pair: every rule that `turnrig validate` has, and what was asked for. */
import { checkDocument } from '../scenario/load.js';
import { formatPath } from '../scenario/problem.js';
import { wordsOf } from '../speech/words.js';
import type { DraftPair, PairRequest } from './model.js';
import { positionOf } from './position.js';
import { suiteOf, type SuiteOptions } from './suite.js';

/** A turn longer than this is a speech and no turn of a talk. Chosen; words, in Chinese characters. */
const LONGEST_TURN = 60;
const MOST_TURNS = 20;

/** What pairs have said already, so that no two share evidence and wording. */
export class Seen {
  readonly #evidence = new Set<string>();
  readonly #turns = new Set<string>();

  problems(draft: DraftPair): string[] {
    const problems: string[] = [];
    if (this.#evidence.has(evidenceOf(draft))) problems.push('the evidence is worded as in an earlier pair: use other facts');
    if (this.#turns.has(wholeOf(draft))) problems.push('the turns are those of an earlier pair: write other ones');
    return problems;
  }

  add(draft: DraftPair): void {
    this.#evidence.add(evidenceOf(draft));
    this.#turns.add(wholeOf(draft));
  }
}

const key = (texts: readonly string[]): string => texts.map((text) => wordsOf(text).join(' ')).join('\n');

/** The evidence and nothing else, as words. */
export const evidenceOf = ({ turns, gold }: DraftPair): string => key(gold.evidence.map((index) => turns[index]?.text ?? ''));
const wholeOf = ({ turns }: DraftPair): string => key(turns.map(({ text }) => text));

/** Everything that is wrong, each a sentence; places are those of the draft's own turns. */
export function problemsOf(request: PairRequest, draft: DraftPair, suite: SuiteOptions): string[] {
  const found = checkDocument(suiteOf([{ request, draft }], suite)).map(({ path, message, hint }) => {
    // The two scenes of the pair say most things twice.
    const where = formatPath(path.slice(2)).replace(/^turns\[(\d+)\]/, (_, at: string) => `turn ${Number(at) + 1}`);
    return `${where === '' ? '' : `${where}: `}${message}${hint === undefined || hint === '' ? '' : ` (${hint})`}`;
  });
  return [...new Set([...found, ...asked(request, draft)])];
}

function asked(request: PairRequest, { turns }: DraftPair): string[] {
  const problems: string[] = [];
  const at = turns.findIndex(({ label }) => label === 'T');
  if (at >= 0 && positionOf(at, turns.length) !== request.position)
    problems.push(`the T is turn ${at + 1} of ${turns.length}: it must stand in the ${THIRD[request.position]} third of the turns`);
  for (const label of ['N1', 'N2', 'N3', 'N4Q'] as const)
    if (!turns.some((turn) => turn.label === label)) problems.push(`there is no ${label}: each of N1, N2, N3 and N4Q must be there`);
  const silent = request.people.filter(({ name }) => !turns.some(({ speaker }) => speaker === name));
  for (const { name } of silent) problems.push(`${name} says nothing: all ${request.people.length} people speak`);
  if (turns.length > MOST_TURNS) problems.push(`there are ${turns.length} turns, at most ${MOST_TURNS} are wanted`);
  for (const [i, { text }] of turns.entries())
    if (wordsOf(text).length > LONGEST_TURN) problems.push(`turn ${i + 1} has more than ${LONGEST_TURN} words`);
  return problems;
}

const THIRD = { early: 'first', middle: 'second', late: 'last' } as const;
