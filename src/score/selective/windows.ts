/** A session's windows as selective participation counts them: what each request, silence and N4 came to. */
import { refOf, type WindowRef } from '../counted.js';
import type { Measure, SessionScore, Verdict, WindowScore } from '../model.js';

/** A T request; undefined verdicts were not scored at all. */
export interface RequestWindow {
  /** The windows that its verdicts are of. */
  readonly at: { readonly initiation: WindowRef; readonly presence: WindowRef; readonly accuracy: WindowRef };
  readonly initiation: Verdict;
  readonly presence: Verdict;
  readonly alreadySpeaking: boolean;
  /** Verdict of the judged answer; absent where nothing was judged. */
  readonly accuracy?: Verdict;
  /** Seconds from the first labelled turn's start to the request's end; absent where the request was not played. */
  readonly sinceStartS?: number;
  readonly blips: number;
}

export interface SilenceWindow {
  readonly at: WindowRef;
  readonly verdict: Verdict;
  /** Voiced time in the window; absent where it was not observed. It is there where only its words could not be judged. */
  readonly voicedMs?: number;
  readonly blips: number;
}

export interface ResolutionWindow {
  /** The yield's, which says why it left the funnel; and the diagnostic's. */
  readonly at: WindowRef;
  readonly responseAt: WindowRef;
  readonly verdict: Verdict;
  readonly response: Verdict;
  readonly voiced: boolean;
  readonly eligibleNew: boolean;
  readonly blips: number;
}

export interface SelectiveWindows {
  readonly requests: readonly RequestWindow[];
  readonly silences: readonly SilenceWindow[];
  readonly resolutions: readonly ResolutionWindow[];
}

/** The measure of judged answers, over the T with presence. */
const ACCURACY: Measure = 'answer-accuracy';

/** Undefined where a session has none of them: a scene of another protocol. */
export function selectiveWindows(session: Pick<SessionScore, 'attempt' | 'windows'>): SelectiveWindows | undefined {
  const { windows } = session;
  const of = (turn: string, measure: Measure): WindowScore | undefined =>
    windows.find((one) => one.turn === turn && one.measure === measure);
  const requests = windows
    .filter(({ measure }) => measure === 'new-initiation')
    .map((one): RequestWindow => {
      const { sinceStartMs, speakingAtEnd } = one.details;
      // Without a response there is nothing to be right: such a window is in no denominator.
      const answer = of(one.turn, ACCURACY);
      const accuracy = answer?.flags.includes('not-eligible') === true ? undefined : answer;
      const presence = of(one.turn, 'response-presence');
      return {
        at: {
          initiation: refOf(session, one),
          presence: refOf(session, presence ?? one),
          accuracy: refOf(session, answer ?? one),
        },
        initiation: one.verdict,
        presence: presence?.verdict ?? 'unscored',
        alreadySpeaking: speakingAtEnd === true,
        ...(accuracy === undefined ? {} : { accuracy: accuracy.verdict }),
        ...(typeof sinceStartMs === 'number' ? { sinceStartS: sinceStartMs / 1000 } : {}),
        blips: blipsOf(one),
      };
    });
  const resolutions = windows
    .filter(({ measure }) => measure === 'answer-window-yield')
    .map((one): ResolutionWindow => {
      const response = of(one.turn, 'window-response');
      return {
        at: refOf(session, one),
        responseAt: refOf(session, response ?? one),
        verdict: one.verdict,
        response: response?.verdict ?? 'unscored',
        voiced: one.details['windowResponse'] === true,
        eligibleNew: one.details['silentInQuestion'] === true && one.details['onsetInWindow'] === true,
        blips: blipsOf(one),
      };
    });
  if (requests.length === 0 && resolutions.length === 0) return undefined;
  const silences = windows
    .filter(({ measure }) => measure === 'silence')
    .map((one): SilenceWindow => {
      const { voicedMs, byDuration = one.verdict } = one.details;
      const observed = typeof voicedMs === 'number' && byDuration !== 'unscored';
      return { at: refOf(session, one), verdict: one.verdict, ...(observed ? { voicedMs } : {}), blips: blipsOf(one) };
    });
  return { requests, silences, resolutions };
}

function blipsOf({ details }: WindowScore): number {
  const { blips } = details;
  return typeof blips === 'number' ? blips : 0;
}
