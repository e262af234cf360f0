/** Problems of tables as one error: what is wrong, file, line and column, one a line. */
import { TurnrigError } from '../error.js';
import { formatProblem, type Problem } from '../scenario/problem.js';

/** So many are told in full; more of them have one cause. */
const MOST_TOLD = 200;

/** @throws TurnrigError when there are any. */
export function refuse(problems: readonly Problem[], hint: string): void {
  if (problems.length === 0) return;
  const told = problems.slice(0, MOST_TOLD).map(formatProblem);
  if (problems.length > told.length) told.push(`and ${problems.length - told.length} more`);
  throw new TurnrigError(
    'input',
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the input:\n${told.join('\n')}`,
    {
      hint,
    },
  );
}
