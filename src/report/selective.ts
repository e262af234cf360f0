/** Selective participation in words: the same in the console and on pages. */
import {
  FEWEST_FOR_RATE,
  type Funnel,
  type PresenceIdentity,
  type SelectiveRate,
  type SelectiveScores,
  type Trend,
} from '../score/selective/model.js';
import { LEVEL } from '../stats/interval.js';
import { intervalWords } from './statistics.js';
import { levelWords } from './words.js';

/** The four scores and the two diagnostics in the order of the paper's table; diagnostics carry `coverage`. */
export const SELECTIVE_ROWS = [
  { key: 'responsePresence', words: 'response presence (T)', coverage: true },
  { key: 'newInitiation', words: 'new initiation (T)', coverage: false },
  { key: 'answerAccuracy', words: 'right answers (T with a response)', coverage: false },
  { key: 'silence', words: 'silence maintained (N1, N2, N3)', coverage: false },
  { key: 'answerWindowYield', words: 'yield in the answer window (eligible N4)', coverage: false },
  { key: 'windowResponse', words: 'response in the answer window (N4)', coverage: true },
] as const;
export type SelectiveKey = (typeof SELECTIVE_ROWS)[number]['key'];

/** "0.417 (5 of 12)"; counts alone under ten, as the protocol has it. */
export function selectiveRateWords({ successes, windows, rate }: Pick<SelectiveRate, 'successes' | 'windows' | 'rate'>): string {
  if (rate === undefined) return 'none';
  const counts = `${successes} of ${windows}`;
  return windows < FEWEST_FOR_RATE ? counts : `${rate.toFixed(4)} (${counts})`;
}

/** What stands below a rate: its interval, and what could not be decided. */
export function besideRateWords({ interval, clusters, windows, withinUncertainty, unscored }: SelectiveRate): string {
  return [
    ...(windows < FEWEST_FOR_RATE
      ? []
      : [`${interval.kind === 'interval' ? `${levelWords(interval.level)}: ` : ''}${intervalWords(interval, clusters)}`]),
    ...(withinUncertainty > 0 ? [`${withinUncertainty} within uncertainty`] : []),
    ...(unscored > 0 ? [`${unscored} unscored`] : []),
  ].join(', ');
}

/** "24 windows, 20 voiced, 18 new after a silent question, 12 still speaking at the resolution, 8 yielded". */
export function funnelWords({ windows, voiced, eligibleNew, atResolution, yielded, undecided, unscored }: Funnel): string {
  return [
    `${windows} windows`,
    `${voiced} voiced`,
    `${eligibleNew} new after a silent question`,
    `${atResolution} still speaking at the resolution`,
    `${yielded} yielded`,
    ...(undecided > 0 ? [`${undecided} too close to call`] : []),
    ...(unscored > 0 ? [`${unscored} unscored`] : []),
  ].join(', ');
}

/** "presence 23 - new initiation 20 = 3 already speaking, of 24". */
export function identityWords({ presence, newInitiation, alreadySpeaking, requests, holds }: PresenceIdentity): string {
  const counts = `presence ${presence} - new initiation ${newInitiation}`;
  return holds
    ? `${counts} = ${alreadySpeaking} already speaking, of ${requests}`
    : `${counts} is not the ${alreadySpeaking} already speaking, of ${requests}: a fault of turnrig, please report it`;
}

/** "0 ms 80 of 96, 100 ms 81 of 96, ...". */
export function durationWords({ silenceByDuration }: Pick<SelectiveScores, 'silenceByDuration'>): string {
  return silenceByDuration.map(({ limitMs, pass, of }) => `${limitMs} ms ${pass} of ${of}`).join(', ');
}

const TREND_WORDS: Readonly<Record<Trend['what'], string>> = {
  'new-initiation': 'new initiation',
  'response-presence': 'response presence',
  'answer-accuracy': 'right answers',
};

/** "new initiation by turn: rho -0.12 (p = 0.310), -1.2 points a turn (95%: -3.0 to 0.5)". */
export function trendWords({ what, by, requests, rho, pValue, slope, low, high }: Trend): string {
  const unit = by === 'turn' ? 'a turn' : 'a second';
  const points = (value: number): string => (100 * value).toFixed(by === 'turn' ? 1 : 2);
  const parts = [
    rho === undefined || pValue === undefined ? 'no rank correlation (nothing varies)' : `rho ${rho.toFixed(2)} (p = ${pValue.toFixed(3)})`,
    ...(slope === undefined ? [] : [`${points(slope)} points ${unit}`]),
    ...(low === undefined || high === undefined ? [] : [`${levelWords(LEVEL)}: ${points(low)} to ${points(high)}`]),
  ];
  return `${TREND_WORDS[what]} by ${by === 'turn' ? 'turn of the request' : 'seconds before its end'}, ${requests} requests: ${parts.join(', ')}`;
}

/** "2 after requests, 1 in silence windows"; undefined where there were none. */
export function blipWords({ blips }: Pick<SelectiveScores, 'blips'>): string | undefined {
  const rows = [
    [blips.afterRequest, 'after requests'],
    [blips.inSilence, 'in silence windows'],
    [blips.inResolution, 'around resolutions'],
  ] as const;
  const found = rows.filter(([n]) => n > 0).map(([n, where]) => `${n} ${where}`);
  return found.length === 0 ? undefined : found.join(', ');
}

/** "-3.1 to 6.0 points" of a difference of shares. */
export const pointsWords = ({ low, high }: { readonly low: number; readonly high: number }): string => {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${(100 * value).toFixed(high - low < 0.1 ? 2 : 1)}`;
  return `${signed(low)} to ${signed(high)} points`;
};
