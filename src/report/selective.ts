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
import { joined, num, textOf, type Words } from './numbers.js';
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

/** "0.417 (5 of 12)"; counts alone under ten, as the protocol has it. Places of numbers are below the rate's own. */
export function selectiveRate({ successes, windows, rate }: Pick<SelectiveRate, 'successes' | 'windows' | 'rate'>): Words {
  if (rate === undefined) return ['none'];
  const counts: Words = [num(successes, '/successes', 'met'), ' of ', num(windows, '/windows', 'decided')];
  return windows < FEWEST_FOR_RATE ? counts : [`${rate.toFixed(4)} (`, ...counts, ')'];
}

/** What stands below a rate: its interval, and what could not be decided. */
export function besideRate({ interval, clusters, windows, withinUncertainty, unscored }: SelectiveRate): Words {
  return joined([
    windows < FEWEST_FOR_RATE
      ? []
      : [`${interval.kind === 'interval' ? `${levelWords(interval.level)}: ` : ''}${intervalWords(interval, clusters)}`],
    withinUncertainty > 0
      ? [num(withinUncertainty, '/withinUncertainty', 'within uncertainty', `${withinUncertainty} within uncertainty`)]
      : [],
    unscored > 0 ? [num(unscored, '/unscored', 'unscored', `${unscored} unscored`)] : [],
  ]);
}

export const selectiveRateWords = (rate: Pick<SelectiveRate, 'successes' | 'windows' | 'rate'>): string => textOf(selectiveRate(rate));
export const besideRateWords = (rate: SelectiveRate): string => textOf(besideRate(rate));

/** Steps of the N4 funnel in their order, each among those of the one before but for the last two. */
export const FUNNEL_STEPS = [
  { key: 'windows', words: 'windows' },
  { key: 'voiced', words: 'voiced' },
  { key: 'eligibleNew', words: 'new after a silent question' },
  { key: 'atResolution', words: 'still speaking at the resolution' },
  { key: 'yielded', words: 'yielded' },
  { key: 'undecided', words: 'too close to call' },
  { key: 'unscored', words: 'unscored' },
] as const satisfies readonly { readonly key: keyof Funnel; readonly words: string }[];

/** "24 windows, 20 voiced, 18 new after a silent question, 12 still speaking at the resolution, 8 yielded". */
export function funnelWords(funnel: Funnel): string {
  const always = new Set<keyof Funnel>(['windows', 'voiced', 'eligibleNew', 'atResolution', 'yielded']);
  return FUNNEL_STEPS.filter(({ key }) => always.has(key) || funnel[key] > 0)
    .map(({ key, words }) => `${funnel[key]} ${words}`)
    .join(', ');
}

/** "presence 23 - new initiation 20 = 3 already speaking, of 24". */
export function identity({ presence, newInitiation, alreadySpeaking, requests, holds }: PresenceIdentity): Words {
  return [
    'presence ',
    num(presence, '/presence', 'response presence'),
    ' - new initiation ',
    num(newInitiation, '/newInitiation', 'new initiation'),
    holds ? ' = ' : ' is not the ',
    num(alreadySpeaking, '/alreadySpeaking', "speaking at the request's end", `${alreadySpeaking} already speaking`),
    ', of ',
    num(requests, '/requests', 'requests of which both are decided'),
    ...(holds ? [] : [': a fault of turnrig, please report it']),
  ];
}
export const identityWords = (one: PresenceIdentity): string => textOf(identity(one));

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
export function trend({ what, by, requests, rho, pValue, slope, low, high }: Trend): Words {
  const unit = by === 'turn' ? 'a turn' : 'a second';
  const points = (value: number): string => (100 * value).toFixed(by === 'turn' ? 1 : 2);
  const parts = [
    rho === undefined || pValue === undefined ? 'no rank correlation (nothing varies)' : `rho ${rho.toFixed(2)} (p = ${pValue.toFixed(3)})`,
    ...(slope === undefined ? [] : [`${points(slope)} points ${unit}`]),
    ...(low === undefined || high === undefined ? [] : [`${levelWords(LEVEL)}: ${points(low)} to ${points(high)}`]),
  ];
  return [
    `${TREND_WORDS[what]} by ${by === 'turn' ? 'turn of the request' : 'seconds before its end'}, `,
    num(requests, '/requests', 'requests', `${requests} requests`),
    `: ${parts.join(', ')}`,
  ];
}
export const trendWords = (one: Trend): string => textOf(trend(one));

/** "2 after requests, 1 in silence windows (in 3 windows)"; undefined where there were none. */
export function blips({ blips: found }: Pick<SelectiveScores, 'blips'>): Words | undefined {
  const rows = [
    [found.afterRequest, 'after requests'],
    [found.inSilence, 'in silence windows'],
    [found.inResolution, 'around resolutions'],
  ] as const;
  const words = rows.filter(([n]) => n > 0).map(([n, where]) => `${n} ${where}`);
  if (words.length === 0) return undefined;
  const { windows } = found;
  const where: Words =
    windows === undefined ? [] : [' (in ', num(windows, '/windows', 'with sounds under 120 ms', `${windows} windows`), ')'];
  return [words.join(', '), ...where];
}

/** "-3.1 to 6.0 points" of a difference of shares. */
export const pointsWords = ({ low, high }: { readonly low: number; readonly high: number }): string => {
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${(100 * value).toFixed(high - low < 0.1 ? 2 : 1)}`;
  return `${signed(low)} to ${signed(high)} points`;
};
