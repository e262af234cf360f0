/**
 * continue: after a backchannel or a noise the agent goes on, with no gap above the limit (live case C10). Speech that stops within
 * STOPPED_BY of it and does not come back was stopped by it; speech that ends later has just ended.
 * Whether it went on or started again from the top cannot be known without the words: a restart shows here as a gap only.
 *
 * With `quietAfter`, nothing more may begin in so long after the speech has ended (live case C11). With a reply's `maxGap` the same
 * rule looks for holes inside the reply (live case C19).
 */
import { shift, type RigPos, type Samples, type Span } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { STOPPED_BY } from './constants.js';
import { overlaps, together, type SceneView, type TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { replyLimits, replyOf, text } from './reply.js';
import { hidesSpeech } from './speech.js';
import { evidenceAround, keeps, lengthFrom, ms, unscored, valueOf, windowScore } from './values.js';
import { CUT_SHORT, NO_OVERLAP, observedQuiet } from './yield.js';

export function scoreContinue(scene: SceneView, view: TurnView): WindowScore[] {
  const { turn, place, until } = view;
  const { expect } = turn;
  if (expect.kind !== 'continue') return holesInReply(scene, view);
  const window = { from: place.start, to: until };
  const base = { id: `${turn.id}/continue`, turn: turn.id, measure: 'continue', window, limitMs: ms(expect.maxGap) } as const;
  if (!overlaps(scene, view)) {
    return [windowScore({ ...base, ...unscored(NO_OVERLAP), flags: ['no-overlap'] })];
  }
  const runs = scene.speech.runs.filter((run) => run.to > place.start && run.from < until);
  const reaction = shift(place.start, expect.reaction ?? STOPPED_BY);
  const gap = gapsOf(runs, until).find((one) => one.from < reaction && tooLong(one, expect.maxGap));
  const scores = [
    judgeGap(scene, base, gap ?? longest(gapsOf(runs, until).filter((one) => one.from < reaction && one.next)), expect.maxGap, view),
  ];
  if (expect.quietAfter !== undefined) scores.push(quietAfter(scene, view, runs, expect.maxGap, expect.quietAfter));
  return scores;
}

/** A stretch without speech after a run. `next` is the run that ends it; without one the agent did not come back. */
interface Gap extends Span {
  readonly last: Segment;
  readonly next: Segment | undefined;
}

function gapsOf(runs: readonly Segment[], until: RigPos): Gap[] {
  return runs.flatMap((last, i) => {
    const next = runs[i + 1];
    const to = next?.from ?? until;
    return to > last.to ? [{ from: last.to, to, last, next }] : [];
  });
}

const longest = (gaps: readonly Gap[]): Gap | undefined =>
  gaps.reduce<Gap | undefined>((best, gap) => (best && best.to - best.from >= gap.to - gap.from ? best : gap), undefined);

function lengthOf(gap: Gap): { at: Samples; low: Samples; high: Samples } {
  const plusMinus = gap.next ? together(gap.last.toPlusMinus, gap.next.fromPlusMinus) : gap.last.toPlusMinus;
  return lengthFrom(gap.from, gap.to, plusMinus);
}

/** Surely or perhaps: whether it is, judgeGap says. One that has no end in the window is. */
function tooLong(gap: Gap, limit: Samples): boolean {
  return !gap.next || keeps(lengthOf(gap), limit) !== 'pass';
}

type Base = Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window' | 'limitMs'>;

function judgeGap(scene: SceneView, base: Base, gap: Gap | undefined, limit: Samples, view: TurnView): WindowScore {
  const { start } = view.place;
  if (!gap) return windowScore({ ...base, verdict: 'pass', reason: 'went on without a gap' });
  const evidence = evidenceAround(start, gap.from);
  const details = { stopMs: ms(gap.from - start), ...(gap.next ? { resumedMs: ms(gap.next.from - start) } : {}) };
  if (hidesSpeech(scene.speech, gap))
    return windowScore({ ...base, ...unscored("part of the agent's audio was lost in the gap"), details, evidence });
  if (gap.next) {
    const verdict = keeps(lengthOf(gap), limit);
    const reason = `a gap of ${text(gap.to - gap.from)}${verdict === 'pass' ? ', then went on' : `, the limit is ${text(limit)}`}`;
    return windowScore({ ...base, verdict, reason, value: valueOf(lengthOf(gap), false), details, evidence });
  }
  const value = { kind: 'censored', aboveMs: ms(gap.to - gap.from) } as const;
  if (lengthOf(gap).low <= limit) {
    return windowScore({ ...base, ...unscored(`stopped, and was observed for ${text(gap.to - gap.from)} only`), value, details, evidence });
  }
  const reason = `stopped ${text(gap.from - start)} after it began and did not go on`;
  return windowScore({ ...base, verdict: 'fail', reason, value, details, flags: ['stopped'], evidence });
}

function quietAfter(scene: SceneView, view: TurnView, runs: readonly Segment[], maxGap: Samples, quiet: Samples): WindowScore {
  const lastIndex = runs.findIndex((run, i) => {
    const next = runs[i + 1];
    return next === undefined || next.from - run.to > maxGap;
  });
  const from = Math.min(runs[lastIndex]?.to ?? view.until, view.until) as RigPos;
  const window = { from, to: Math.min(shift(from, quiet), view.until) as RigPos };
  const base = { id: `${view.turn.id}/continue/quiet-after`, turn: view.turn.id, measure: 'continue', window } as const;
  if (from === view.until) return windowScore({ ...base, ...unscored('was still speaking when the window ended') });
  const next = runs[lastIndex + 1];
  if (next && next.from < window.to) {
    const reason = `spoke again ${text(next.from - from)} after its answer had ended`;
    return windowScore({
      ...base,
      verdict: 'fail',
      reason,
      details: { againMs: ms(next.from - from) },
      evidence: evidenceAround(next.from),
    });
  }
  const short = observedQuiet(from, view.until, shift(from, quiet));
  if (short !== undefined) return windowScore({ ...base, ...unscored(short), flags: [CUT_SHORT] });
  if (hidesSpeech(scene.speech, window))
    return windowScore({ ...base, ...unscored("part of the agent's audio was lost after its answer") });
  return windowScore({ ...base, verdict: 'pass', reason: 'nothing more came after its answer' });
}

function holesInReply(scene: SceneView, view: TurnView): WindowScore[] {
  const maxGap = replyLimits(view)?.maxGap;
  if (maxGap === undefined) return [];
  const { turn, place, until } = view;
  const window = { from: place.end, to: until };
  const base = { id: `${turn.id}/continue/reply`, turn: turn.id, measure: 'continue', window, limitMs: ms(maxGap) } as const;
  const reply = replyOf(scene, view);
  if (!reply) return [windowScore({ ...base, ...unscored('there was no reply') })];
  const runs = scene.speech.runs.filter((run) => run.from >= reply.from && run.from < until);
  const gap = longest(gapsOf(runs, until).filter((one) => one.next));
  return [judgeGap(scene, base, gap, maxGap, view)];
}
