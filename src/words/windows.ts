/** Which of a session's windows ask for words, and what of the agent's audio each of them is about (selective-participation.md, The four scores, 2 and 3). */
import type { CompiledScene, CompiledTurn } from '../scenario/model.js';
import type { PlacedTurn, SessionScore, WindowScore } from '../score/model.js';
import { intersect, rigPos, shift, type RigPos, type Span } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { ANSWER_ENDS, ASR_MARGIN, LONGEST_ANSWER } from './constants.js';
import type { AnswerQuestion, IntrusionQuestion } from './model.js';

export interface WordWindow {
  /** Id of the window that it belongs to: "t3/response-presence", "t4/silence". */
  readonly window: string;
  readonly turn: string;
  /** Pieces of the agent's audio, in order, apart from each other. */
  readonly pieces: readonly Span[];
  /** The question, once the pieces are transcribed. */
  readonly question: Omit<AnswerQuestion, 'heard'> | Omit<IntrusionQuestion, 'heard'>;
  /** The 60 s cap ended it. */
  readonly truncated: boolean;
}

/** Turns in which the agent should be silent (selective-participation.md, The four scores, 3). */
export const SILENT_LABELS: ReadonlySet<CompiledTurn['label']> = new Set<CompiledTurn['label']>(['N1', 'N2', 'N3']);

/** None for a session that is not scored: nobody is asked about what counts for nobody. */
export function wordWindows(score: SessionScore, scene: CompiledScene): WordWindow[] {
  if (score.outcome !== 'scored') return [];
  return score.windows.flatMap((window): WordWindow[] => {
    const turn = scene.turns.find(({ id }) => id === window.turn);
    const place = score.turns.find((one) => one.turn === window.turn);
    if (turn === undefined || place === undefined) return [];
    if (isAnswer(window)) return answerWindow(score, scene, turn, place, window);
    if (isSilence(window, turn)) return silenceWindow(score, scene, turn, window);
    return [];
  });
}

/** An answer is judged where there surely was one. */
export const isAnswer = ({ measure, verdict }: WindowScore): boolean => measure === 'response-presence' && verdict === 'pass';

/** Silence is judged where something was heard. */
export const isSilence = ({ measure, verdict, details }: WindowScore, { label }: Pick<CompiledTurn, 'label'>): boolean =>
  measure === 'silence' &&
  SILENT_LABELS.has(label) &&
  (verdict === 'fail' || verdict === 'within-uncertainty') &&
  typeof details['voicedMs'] === 'number' &&
  details['voicedMs'] > 0;

function answerWindow(
  score: SessionScore,
  scene: CompiledScene,
  turn: CompiledTurn,
  { end }: PlacedTurn,
  { window }: WindowScore,
): WordWindow[] {
  if (scene.gold === undefined) return [];
  const next = nextTurn(score, scene, end);
  const found = answerSpan(score.speech.segments, end, window, next ?? score.span.to);
  if (found === undefined) return [];
  const { answer, mustMention, mustNotMention } = scene.gold;
  const question = {
    kind: 'answer',
    language: scene.language,
    request: turn.text,
    gold: { answer, mustMention, mustNotMention },
  } as const;
  return [{ window: `${turn.id}/response-presence`, turn: turn.id, pieces: [found.span], question, truncated: found.truncated }];
}

/** First sample of the turn that was played after a moment; what is said from there on is no answer any more. */
function nextTurn({ turns }: SessionScore, scene: CompiledScene, after: RigPos): RigPos | undefined {
  const starts = turns.flatMap(({ turn, start }) =>
    start >= after && scene.turns.find(({ id }) => id === turn)?.kind !== 'noise' ? [start] : [],
  );
  return starts.length === 0 ? undefined : rigPos(Math.min(...starts));
}

/**
 * From the onset (or the request's end, where the agent was speaking then) to the last speech before 2 s of silence, the 60 s cap, or the
 * next turn. Undefined without speech.
 *
 * @param until first sample of the next turn, or the end of the observation.
 */
export function answerSpan(
  segments: readonly Segment[],
  requestEnd: RigPos,
  { to }: Span,
  until: RigPos,
): { readonly span: Span; readonly truncated: boolean } | undefined {
  const first = segments.find((one) => one.to > requestEnd && one.from <= to);
  if (first === undefined) return undefined;
  const going = first.from <= requestEnd;
  const from = going ? requestEnd : first.from;
  const cap = shift(from, LONGEST_ANSWER);
  let end = first.to;
  for (const one of segments) {
    if (one.from <= end) continue;
    if (one.from - end >= ANSWER_ENDS) break;
    end = one.to;
  }
  const last = rigPos(Math.min(end, cap, Math.max(until, from)));
  return {
    span: {
      from: going ? requestEnd : shift(from, -Math.min(ASR_MARGIN, from - requestEnd)),
      to: rigPos(Math.min(last + ASR_MARGIN, Math.max(until, last))),
    },
    truncated: end > cap,
  };
}

function silenceWindow(score: SessionScore, scene: CompiledScene, turn: CompiledTurn, { id, window }: WindowScore): WordWindow[] {
  const pieces: Span[] = [];
  for (const { from, to } of score.speech.segments) {
    if (intersect({ from, to }, window) === undefined) continue;
    const piece = intersect({ from: shift(from, -ASR_MARGIN), to: shift(to, ASR_MARGIN) }, window);
    const last = pieces.at(-1);
    // Margins may meet: no sample is heard twice.
    if (piece !== undefined && last !== undefined && piece.from < last.to) pieces[pieces.length - 1] = { from: last.from, to: piece.to };
    else if (piece !== undefined) pieces.push(piece);
  }
  if (pieces.length === 0) return [];
  const question = { kind: 'intrusion', language: scene.language, assistant: scene.assistant ?? '', turn: turn.text } as const;
  return [{ window: id, turn: turn.id, pieces, question, truncated: false }];
}
