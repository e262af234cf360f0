/** What `turnrig text-reference` prints: the scores as an agent's are printed, marked as what they are. */
import { selectiveLines } from '../../report/selective-console.js';
import { TEXT_REFERENCE_MARK, type TextReference } from '../../text-reference/index.js';

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

export function formatTextReference({ model, judge, decisions, selective, scenes }: TextReference): string {
  const named = { ...selective, scores: selective.scores.map((one) => ({ ...one, agent: 'text' })) };
  return [
    `${TEXT_REFERENCE_MARK}: ${model.name} reads who says what (${model.prompt}, ${model.sha256.slice(0, 12)}); judge ${judge.name} (${judge.version.slice(0, 12)})`,
    `${lines(decisions.asked)} of ${scenes.length} scenes: ${decisions.unusable} without a decision in the form asked for, ${decisions.failed} without an answer of the server`,
    ...selectiveLines(named),
  ].join('\n');
}

/** Why decisions are missing, one reason a line. */
export const referenceFailures = ({ failures, decisions }: TextReference): string[] => [
  ...failures.map((reason) => `not decided: ${reason}`),
  ...(decisions.unusable > 0 ? [`${lines(decisions.unusable)} unscored: the model gave no decision in the form asked for`] : []),
];
