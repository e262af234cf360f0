/** The judge that needs no network: rules over words. Its verdicts are marked `heuristic` wherever they are shown. */
import type { Judge } from '../model.js';
import { VERDICTS } from '../model.js';
import { judgeAnswer } from './answer.js';
import { judgeIntrusion } from './intrusion.js';

/** Goes up with every change of its rules: outputs of another version are not taken for its own. */
export const HEURISTIC_VERSION = 'rules-1';

export function heuristicJudge(): Judge {
  return {
    name: 'heuristic',
    kind: 'heuristic',
    version: HEURISTIC_VERSION,
    ask(question) {
      const { passes, reason } = question.kind === 'answer' ? judgeAnswer(question) : judgeIntrusion(question);
      const [passing, failing] = VERDICTS[question.kind];
      return Promise.resolve(JSON.stringify({ verdict: passes ? passing : failing, reason }));
    },
  };
}
