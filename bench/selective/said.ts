/**
 * What participants say, by rule: their transcripts are injected where a recogniser would give them, and the embedded judge reads them. The
 * truth says for itself what each of them is (truth.ts).
 */
import type { CompiledScene } from '../../src/scenario/model.js';
import type { SessionScore } from '../../src/score/model.js';
import { applyWords, heuristicJudge, opinionOf, wordWindows, type WindowWords } from '../../src/words/index.js';

/** What is said where the agent should be silent: every second turn an acknowledgement, the others an intrusion. */
export const ACKNOWLEDGEMENT = 'Okay.';
export const INTRUSION = 'You could ask somebody at the front desk about that.';
/** An answer that is none, in every fourth pair. */
export const WRONG = 'I did not catch what you were talking about.';

/** Whether a turn's answer is right: not in every fourth pair. "place-0007" is the seventh. */
export const rightIn = (pair: string): boolean => Number(pair.slice(pair.lastIndexOf('-') + 1)) % 4 !== 0;
/** Whether what is said in the n-th turn of a scene, the duty being 0, is an acknowledgement. */
export const acknowledgesIn = (turn: number): boolean => turn % 2 === 0;

/** The score with what was said in its windows judged. */
export async function judged(score: SessionScore, scene: CompiledScene): Promise<SessionScore> {
  const judge = heuristicJudge();
  const words = new Map<string, WindowWords>();
  for (const { window, turn, question } of wordWindows(score, scene)) {
    const heard = saidIn(scene, turn, question.kind);
    words.set(window, { heard, opinion: await opinionOf(judge, { ...question, heard }) });
  }
  return applyWords(score, scene, words, judge);
}

function saidIn(scene: CompiledScene, turn: string, kind: 'answer' | 'intrusion'): string {
  if (kind === 'answer') return rightIn(scene.pair?.id ?? '') ? (scene.gold?.answer ?? '') : WRONG;
  return acknowledgesIn(scene.turns.findIndex(({ id }) => id === turn)) ? ACKNOWLEDGEMENT : INTRUSION;
}
