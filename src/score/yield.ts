/**
 * yield: the turn cuts into the agent's speech. Silent within the limit, counted from the turn's first voiced sample, and not back
 * during `quiet` after it stopped (live cases C12, C13, C14).
 *
 * The stop is the first end of a run after which the agent keeps quiet; a pause for breath, or a stop after which it goes on over the
 * user, is none. Where a reply to the turn is expected, the quiet ends with the turn's voiced end. Bursts and blips after the first stop
 * are counted and flagged (live case C13).
 */
import { rigPos, shift, type RigPos, type Samples } from '../time/position.js';
import type { Segment } from '../vad/model.js';
import { SHORTEST_REPLY } from './constants.js';
import { overlaps, together, type SceneView, type TurnView } from './input.js';
import type { WindowScore } from './model.js';
import { text } from './reply.js';
import { hidesSpeech } from './speech.js';
import { evidenceAround, keeps, lengthFrom, ms, unscored, valueOf, windowScore } from './values.js';

/** Flag of a window whose quiet was not observed to its end. */
export const CUT_SHORT = 'quiet-cut-short';

/**
 * One rule for every quiet that is asked for (`yield`, `continue` with `quiet_after`): a quiet that was not observed to its end is not
 * known to have been kept. @returns why, or undefined when it was observed
 */
export function observedQuiet(from: RigPos, until: RigPos, to: RigPos): string | undefined {
  return to <= until ? undefined : `quiet was observed for ${text(Math.max(0, until - from))} of ${text(to - from)} only`;
}

export const NO_OVERLAP = 'no overlap achieved: the agent was not surely speaking when the turn began';

export function scoreYield(scene: SceneView, view: TurnView): WindowScore[] {
  const { turn, place, until } = view;
  const { expect } = turn;
  if (expect.kind !== 'yield') return [];
  const { start } = place;
  const base = {
    id: `${turn.id}/yield`,
    turn: turn.id,
    measure: 'yield',
    window: { from: start, to: until },
    limitMs: ms(expect.within),
  } as const;
  if (!overlaps(scene, view)) {
    return [windowScore({ ...base, ...unscored(NO_OVERLAP), flags: ['no-overlap'] })];
  }
  const runs = scene.speech.runs.filter((run) => run.to > start && run.from < until);
  const quietTo = (stop: RigPos): RigPos => {
    const end = shift(stop, expect.quiet);
    return (expect.reply ?? expect.mayReply) ? rigPos(Math.min(place.end, end)) : end;
  };
  const [firstStop, ...after] = runs;
  // In a bridged pause all through the window.
  if (!firstStop) return [windowScore({ ...base, ...unscored('no end of the speech was found') })];
  const stopIndex = runs.findIndex((run, i) => {
    const next = runs[i + 1];
    return next === undefined || next.from >= quietTo(run.to);
  });
  const stop = runs[stopIndex] ?? firstStop;
  const next = runs[stopIndex + 1];
  const details = detailsOf(scene, view, firstStop, after);
  if (stop.to >= until) return [goesOn(view, expect.within, base, details)];
  const plusMinus = together(place.plusMinus, stop.toPlusMinus);
  const length = lengthFrom(start, stop.to, plusMinus, stop.toIn);
  let verdict = keeps(length, expect.within);
  const quiet = quietTo(stop.to);
  if (verdict === 'pass' && next && next.from < quiet + together(stop.toPlusMinus, next.fromPlusMinus)) verdict = 'within-uncertainty';
  const back = stop === firstStop ? undefined : runs[1];
  const found = { ...base, value: valueOf(length, stop.toIn !== undefined), details, evidence: evidenceAround(start, stop.to) };
  if (verdict === 'pass' && hidesSpeech(scene.speech, { from: stop.to, to: quiet })) {
    return [windowScore({ ...found, ...unscored("part of the agent's audio was lost where it should have been quiet") })];
  }
  const reason =
    verdict === 'fail' && back
      ? `stopped after ${text(firstStop.to - start)} but was back after ${text(back.from - start)}; silent for good after ${text(length.at)}`
      : `silent ${text(length.at)} after the turn began, the limit is ${text(expect.within)}`;
  const restarted = next !== undefined && next.from < place.end;
  const seen = observedQuiet(stop.to, until, quiet);
  const flags = [
    ...(restarted ? ['restart-over-user'] : []),
    ...(quiet > until ? [CUT_SHORT] : []),
    ...(details['burstsAfter'] === 0 ? [] : ['bursts-after']),
    ...(details['blipsAfter'] === 0 ? [] : ['blips-after']),
    ...(stop.toIn ? ['in-hole'] : []),
  ];
  if (verdict === 'pass' && seen !== undefined) return [windowScore({ ...found, ...unscored(`silent in time, but ${seen}`), flags })];
  return [windowScore({ ...found, verdict, reason, flags })];
}

function goesOn(
  view: TurnView,
  within: Samples,
  base: Pick<WindowScore, 'id' | 'turn' | 'measure' | 'window' | 'limitMs'>,
  details: WindowScore['details'],
): WindowScore {
  const { start, plusMinus } = view.place;
  const observed = view.until - start;
  const value = { kind: 'censored', aboveMs: ms(observed) } as const;
  const evidence = evidenceAround(start, view.until);
  if (observed - plusMinus <= within)
    return windowScore({ ...base, ...unscored('the window ended before the limit'), value, details, evidence });
  return windowScore({
    ...base,
    verdict: 'fail',
    reason: `did not stop in the ${text(observed)} that were observed`,
    value,
    details,
    evidence,
  });
}

/** Times from the turn's first voiced sample: the first stop, the first restart, and the short bursts and blips after the stop. */
function detailsOf(scene: SceneView, view: TurnView, firstStop: Segment, after: readonly Segment[]): Record<string, number> {
  const { start } = view.place;
  const [restart] = after;
  const bursts = after.filter((run) => run.to - run.from < SHORTEST_REPLY).length;
  const blips = scene.speech.blips.filter((blip) => blip.from >= firstStop.to && blip.from < view.until).length;
  return {
    firstStopMs: ms(firstStop.to - start),
    ...(restart ? { restartMs: ms(restart.from - start) } : {}),
    burstsAfter: bursts,
    blipsAfter: blips,
  };
}
