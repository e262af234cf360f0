/** Numbers and verdicts in words, the same in the console and on the page. */
import type { Bounds } from '../score/bounds.js';
import type { Measure, RunSummary, Tally, Value, Verdict } from '../score/model.js';
import { samplesToMs, type RigPos } from '../time/position.js';
import { joined, num, type Words } from './numbers.js';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: '✓ pass',
  fail: '✗ fail',
  'within-uncertainty': '≈ within uncertainty',
  unscored: '– unscored',
};

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  reply: 'reply after the turn',
  'false-cutoff': 'no cutting into a pause',
  'double-reply': 'one reply only',
  silence: 'silence kept',
  yield: 'yield to a barge-in',
  continue: 'goes on after a backchannel',
  greeting: 'greeting',
  'new-initiation': 'new reply to a request (T)',
  'response-presence': 'any reply to a request (T, coverage)',
  'answer-accuracy': 'right answer (T, of those answered)',
  'answer-window-yield': 'yield to the resolution (N4)',
  'window-response': 'speech in the answer window (N4, coverage)',
  probe: 'hears the speaker (probe, coverage)',
};

/** Measures that say what could be measured, never how able the agent is (selective-participation.md, "Coverage diagnostics"). */
export const COVERAGE: ReadonlySet<Measure> = new Set<Measure>(['response-presence', 'window-response', 'probe']);

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

/** "712 ± 4 ms", "> 4000 ms", "between 300 and 412 ms", "" for none. */
export function valueWords(value: Value): string {
  switch (value.kind) {
    case 'measured':
      return `${Math.round(value.ms)} ± ${value.plusMinusMs < 10 ? value.plusMinusMs.toFixed(1) : Math.round(value.plusMinusMs)} ms`;
    case 'censored':
      return `> ${ms(value.aboveMs)}`;
    case 'interval':
      return `between ${Math.round(value.fromMs)} and ${ms(value.toMs)}`;
    case 'none':
      return '';
  }
}

/** "7 of 9", with what could not be decided beside it: a rate is never without its counts. Places are below the tally's own. */
export function tallyWords({ pass, fail, withinUncertainty, unscored }: Tally): Words {
  const counted = pass + fail;
  const words = joined([
    counted > 0 ? [num(pass, '/pass', 'met'), ' of ', num(counted, ['/fail', '/pass'], 'decided')] : [],
    withinUncertainty > 0
      ? [num(withinUncertainty, '/withinUncertainty', 'within uncertainty', `${withinUncertainty} within uncertainty`)]
      : [],
    unscored > 0 ? [num(unscored, '/unscored', 'unscored', `${unscored} unscored`)] : [],
  ]);
  return words.length === 0 ? ['none'] : words;
}

/** "64 to 82% counting 2 spoiled": what a rate would be if all that the rig spoiled had failed, or passed. */
export function boundsWords({ lowest, highest, spoiled }: Bounds): Words {
  const percent = (share: number): number => Math.round(share * 100);
  const what = num(spoiled, '/spoiled', 'spoiled by the rig', `${spoiled} spoiled`);
  return [`${percent(lowest)} to ${percent(highest)}% counting `, what];
}

type Outcomes = RunSummary['outcomes'][number];

/** Agent failures over all sessions that count, "1 of 18 (6 to 15% counting 2 spoiled)". */
export function failureWords({ agentFailure, scored, failureBounds }: Outcomes): Words {
  const sessions = num(agentFailure + scored, ['/agentFailure', '/scored'], 'sessions that count');
  const rate = [num(agentFailure, '/agentFailure', 'agent failures'), ' of ', sessions];
  if (failureBounds === undefined) return rate;
  return [
    ...rate,
    ' (',
    ...boundsWords(failureBounds).map((one) => (typeof one === 'string' ? one : { ...one, at: ['/rigInvalid'] })),
    ')',
  ];
}

/** What the rig spoiled, "2 of 20 (10%), 3 attempts played again". */
export function spoiledWords({ scored, agentFailure, rigInvalid, replays }: Outcomes): Words {
  const done = scored + agentFailure + rigInvalid;
  const spoiled = num(rigInvalid, '/rigInvalid', 'sessions spoiled by the rig');
  const all = num(done, ['/rigInvalid', '/agentFailure', '/scored'], 'sessions that were played');
  const share: Words = rigInvalid === 0 ? ['0'] : [spoiled, ' of ', all, ` (${Math.round((rigInvalid / done) * 100)}%)`];
  return replays === undefined ? share : [...share, `, ${replays} ${replays === 1 ? 'attempt' : 'attempts'} played again`];
}

/** "95%" of 0.95. */
export function levelWords(level: number): string {
  return `${Math.round(1000 * level) / 10}%`;
}

/** A position as seconds of the session, "12.345 s". */
export function timeWords(at: RigPos): string {
  return `${(samplesToMs(at) / 1000).toFixed(3)} s`;
}

/** Names of a window's further figures; a name that is not here is shown as it is. */
const DETAIL_WORDS: Readonly<Record<string, string>> = {
  strongOnsetMs: 'onset at -22 dB',
  voicedMs: 'voiced',
  stopMs: 'stopped after',
  firstStopMs: 'first stopped after',
  restartMs: 'began again after',
  resumedMs: 'went on after',
  nearMissMs: 'missed the resume by',
  afterResumeMs: 'after the user went on',
  beforeEndMs: "before the turn's end",
  pauseMs: 'length of the pause',
  secondMs: 'second reply after',
  againMs: 'again after',
  gapMs: 'gap',
  kind: 'kind',
  pause: 'pause',
  bursts: 'bursts',
  blips: 'blips',
  speakingAtEnd: 'speaking at the end',
  firstBurstMs: 'first burst after',
  afterBurstMs: 'onset after the burst',
  previous: 'turn before',
  afterPreviousMs: 'after the end of the turn before',
  burstsAfter: 'bursts after it',
  blipsAfter: 'blips after it',
  heard: 'heard',
  byDuration: 'by duration alone',
  eligible: 'eligible',
  windowResponse: 'spoke in the answer window',
  silentInQuestion: 'silent during the question',
  onsetInWindow: 'onset in the window',
  speakingAtResolution: 'speaking at the resolution',
};

/** "onset at -22 dB 804 ms · pause 1": figures in ms unless their name says otherwise. */
export function detailWords(details: Readonly<Record<string, number | string | boolean>>): string {
  return Object.entries(details)
    .map(([name, value]) => {
      const words = DETAIL_WORDS[name] ?? name;
      if (typeof value === 'boolean') return value ? words : `not ${words}`;
      return `${words} ${typeof value === 'number' && name.endsWith('Ms') ? ms(value) : String(value)}`;
    })
    .join(' · ');
}
