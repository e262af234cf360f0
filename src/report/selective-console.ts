/** Selective participation in the terminal: a column an agent and condition, then what stands behind the scores. */
import { LEVEL } from '../stats/interval.js';
import type { PairComparison, SelectiveScores, SelectiveSummary } from '../score/selective/model.js';
import { textOf } from './numbers.js';
import {
  besideRateWords,
  blips,
  durationWords,
  funnelWords,
  identityWords,
  pointsWords,
  SELECTIVE_ROWS,
  selectiveRateWords,
  trendWords,
} from './selective.js';
import { table } from './table.js';
import { levelWords } from './words.js';

/** Lines below the measures; none where no labelled scene was scored. */
export function selectiveLines(summary: SelectiveSummary | undefined): string[] {
  if (summary === undefined) return [];
  const { scores, pairs = [] } = summary;
  return [
    '',
    'selective participation, each with its own denominator (there is no total):',
    table([
      ['', ...scores.map(nameOf)],
      ...SELECTIVE_ROWS.flatMap(({ key, words, coverage }) => {
        const found = scores.map((one) => one[key]);
        if (found.every((rate) => rate === undefined)) return [];
        const beside = found.map((rate) => (rate === undefined ? '' : besideRateWords(rate)));
        return [
          [`  ${words}${coverage ? '*' : ''}`, ...found.map((rate) => (rate === undefined ? '-' : selectiveRateWords(rate)))],
          ...(beside.every((text) => text === '') ? [] : [['', ...beside]]),
        ];
      }),
    ]),
    '  * coverage: says what could be measured, not an ability',
    ...scores.flatMap(behind),
    ...(pairs.length === 0 ? [] : ['', 'explicit against implicit, any response over the pairs:', ...pairs.map(pairLine)]),
  ];
}

const nameOf = ({ agent, condition }: SelectiveScores): string => (condition === 'unpaired' ? agent : `${agent}, ${condition}`);

function behind(one: SelectiveScores): string[] {
  const sounds = blips(one);
  return [
    '',
    `  ${nameOf(one)}: ${one.sessions} sessions of ${one.scenes} scenes`,
    `    N4: ${funnelWords(one.funnel)}`,
    `    ${identityWords(one.identity)}`,
    ...(one.silenceByDuration.some(({ of }) => of > 0) ? [`    silence by duration alone: ${durationWords(one)}`] : []),
    ...(sounds === undefined ? [] : [`    sounds under 120 ms, which no score sees: ${textOf(sounds)}`]),
    ...one.trends.filter(({ by }) => by === 'turn').map((trend) => `    ${trendWords(trend)}`),
  ];
}

function pairLine({ agent, suite, pairs, of, onlyA, onlyB, pValue, interval, difference }: PairComparison): string {
  const counts = of.a.kind === 'met' && of.b.kind === 'met' ? `explicit ${of.a.met} of ${of.a.of}, implicit ${of.b.met} of ${of.b.of}` : '';
  const test = onlyA === undefined || onlyB === undefined ? 'sign-flip' : `McNemar, only explicit ${onlyA}, only implicit ${onlyB}`;
  const range =
    interval.kind === 'interval'
      ? `${levelWords(LEVEL)}: ${pointsWords(interval)}`
      : interval.kind === 'none'
        ? interval.reason
        : 'no interval';
  return `  ${agent}, ${suite}, ${pairs} pairs: ${counts}; implicit less explicit ${(100 * difference).toFixed(1)} points (${range}); p = ${pValue.toFixed(4)} (${test})`;
}
