/** Words: what an agent said, judged (docs/words.md). */
export { applyWords, type WindowWords } from './apply.js';
export { chatJudge } from './chat-judge.js';
export type { CheckFailures } from './check/failures.js';
export { checkFigures, type CheckFigures, type CheckParts, type CheckRate, type JudgedItem } from './check/figures.js';
export { CHECK_FORMAT, checkedOf, parseChecked, type CheckDocument, type Checked } from './check/document.js';
export { parseLabelledSet, questionOf, SET_FORMAT, type LabelledItem, type LabelledSet } from './check/items.js';
export { wordErrors } from './check/word-errors.js';
export { guardedAsr, guardedJudge } from './guarded.js';
export { HEURISTIC_VERSION, heuristicJudge } from './heuristic/judge.js';
export type { AnswerQuestion, IntrusionQuestion, Judge, Opinion, Question } from './model.js';
export { failureOf, NOT_KEPT, opinionOf, saysNothing, type Outputs } from './opinion.js';
export { OUTPUT_VERSION, outputName, readOutput, transcriptKey, writeOutput, type OutputKey } from './outputs.js';
export { JUDGE_PROMPT_SHA256, JUDGE_PROMPT_VERSION, judgeMessages } from './prompt.js';
export { WordsCounts, type WordsMeasure, type WordsSummary, type WordsUsed } from './summary.js';
export { parseShape } from './check/parse.js';
export { hasKeyTwice, strictTexts } from './strict.js';
export { oneLine, parseVerdict } from './verdict.js';
export { wordWindows, type WordWindow } from './windows.js';
