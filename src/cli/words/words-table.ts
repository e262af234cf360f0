/** What a run's words come to, for a person: as judged, and with the judge's own errors taken out. */
import type { WordsMeasure, WordsSummary } from '../../words/index.js';
import { table } from '../table.js';

const NAMES: Readonly<Record<WordsMeasure['measure'], string>> = { 'answer-accuracy': 'right answers', silence: 'silence kept' };
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

export function formatWords({ asr, judge, checked, agents }: WordsSummary): string {
  const marked = judge.kind === 'heuristic' ? 'heuristic judge' : `judge ${judge.name}`;
  const errors =
    checked === undefined
      ? ''
      : `; judge's errors from ${checked.set}${checked.asr === '' ? ', without those of the ASR' : `, heard by ${checked.asr}`}`;
  const rows = agents.flatMap(({ agent, measures }) =>
    measures.map((one) => [`${agent}, ${NAMES[one.measure]}`, uncorrected(one), corrected(one), rest(one)]),
  );
  return [`words: ${marked}, heard by ${asr.name}${errors}`, table([['', 'as judged', "without the judge's errors", ''], ...rows])].join(
    '\n',
  );
}

function uncorrected({ uncorrected: rate }: WordsMeasure): string {
  if (rate.rate === undefined) return 'none';
  const { interval } = rate;
  const around = interval.kind === 'none' ? '' : ` (${(100 * interval.low).toFixed(1)} to ${percent(interval.high)})`;
  return `${rate.successes} of ${rate.windows}, ${percent(rate.rate)}${around}`;
}

function corrected({ corrected: found }: WordsMeasure): string {
  if (found.kind === 'none') return found.reason;
  return `${percent(found.rate)} (${(100 * found.low).toFixed(1)} to ${percent(found.high)})`;
}

function rest({ silent, empty, unusable, notJudged }: WordsMeasure): string {
  return [
    ...(silent > 0 ? [`${silent} silent`] : []),
    ...(empty > 0 ? [`${empty} empty transcripts`] : []),
    ...(unusable > 0 ? [`${unusable} unusable verdicts`] : []),
    ...(notJudged > 0 ? [`${notJudged} unscored: not judged`] : []),
  ].join(', ');
}
