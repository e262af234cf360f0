/**
 * Opinions on a session's words as windows of its score: `answer-accuracy` of each answered T, and `silence` of N1, N2 and N3 by what was said
 * instead of by its length alone (selective-participation.md, The four scores, 2 and 3).
 */
import type { CompiledScene } from '../scenario/model.js';
import type { SessionScore, WindowScore } from '../score/model.js';
import { windowScore } from '../score/values.js';
import { SHOWN_TRANSCRIPT } from './constants.js';
import type { Judge, Opinion } from './model.js';
import { oneLine } from './verdict.js';
import { isSilence, wordWindows } from './windows.js';

export interface WindowWords {
  /** What was heard; undefined where it could not be. */
  readonly heard: string | undefined;
  readonly opinion: Opinion;
}

/** @param words of the windows of `wordWindows`, by their ids; those that are missing are unscored. */
export function applyWords(
  score: SessionScore,
  scene: CompiledScene,
  words: ReadonlyMap<string, WindowWords>,
  judge: Pick<Judge, 'kind'>,
): SessionScore {
  if (score.outcome !== 'scored') return score;
  const asked = new Map(wordWindows(score, scene).map((one) => [one.window, one]));
  const windows = score.windows.flatMap((window): WindowScore[] => {
    const turn = scene.turns.find(({ id }) => id === window.turn);
    if (turn === undefined) return [window];
    if (window.measure === 'response-presence' && scene.gold !== undefined) {
      const one = asked.get(window.id);
      return [
        window,
        answerScore(window, one === undefined ? undefined : (words.get(window.id) ?? MISSING), judge, one?.truncated === true),
      ];
    }
    if (isSilence(window, turn) && asked.has(window.id)) return [silenceScore(window, words.get(window.id) ?? MISSING, judge)];
    return [window];
  });
  return { ...score, windows };
}

const MISSING: WindowWords = { heard: undefined, opinion: { kind: 'failed', reason: 'its words were not looked at' } };

function answerScore(presence: WindowScore, words: WindowWords | undefined, judge: Pick<Judge, 'kind'>, truncated: boolean): WindowScore {
  const { turn, window, evidence } = presence;
  const base = { id: `${turn}/answer-accuracy`, turn, measure: 'answer-accuracy', window, evidence } as const;
  if (words === undefined)
    return windowScore({
      ...base,
      verdict: 'unscored',
      reason: presence.verdict === 'fail' ? 'no answer to judge' : `not judged: ${presence.reason}`,
      flags: ['not-eligible'],
    });
  const { opinion } = words;
  const flags = [...flagsOf(opinion, judge), ...(truncated ? ['truncated'] : [])];
  const details = detailsOf(words);
  if (opinion.kind === 'failed')
    return windowScore({ ...base, verdict: 'unscored', reason: `not judged: ${opinion.reason}`, flags, details });
  return windowScore({
    ...base,
    verdict: opinion.passes ? 'pass' : 'fail',
    reason: `${opinion.passes ? 'right' : 'wrong'}: ${opinion.reason}`,
    flags,
    details,
  });
}

function silenceScore(byDuration: WindowScore, words: WindowWords, judge: Pick<Judge, 'kind'>): WindowScore {
  const { opinion } = words;
  const flags = [...byDuration.flags, ...flagsOf(opinion, judge)];
  const details = { ...byDuration.details, byDuration: byDuration.verdict, ...detailsOf(words) };
  if (opinion.kind === 'failed')
    return {
      ...byDuration,
      verdict: 'unscored',
      counted: false,
      reason: `${byDuration.reason}; not judged: ${opinion.reason}`,
      flags,
      details,
    };
  // What passes wherever the edges lie passes; what fails does so only where the speech surely lay in the window.
  const verdict = opinion.passes ? 'pass' : byDuration.verdict;
  const kind = opinion.passes ? 'an acknowledgement' : 'an intrusion';
  return { ...byDuration, verdict, reason: `${byDuration.reason}; ${kind}: ${opinion.reason}`, flags, details };
}

function flagsOf(opinion: Opinion, { kind }: Pick<Judge, 'kind'>): string[] {
  switch (opinion.kind) {
    case 'empty':
      return ['empty-transcript'];
    case 'unusable':
      return ['unusable-verdict'];
    case 'failed':
      return ['not-judged'];
    case 'verdict':
      return kind === 'heuristic' ? ['heuristic'] : [];
  }
}

function detailsOf({ heard }: WindowWords): Readonly<Record<string, string>> {
  return heard === undefined ? {} : { heard: oneLine(heard, SHOWN_TRANSCRIPT) };
}
