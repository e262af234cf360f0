/** What `turnrig judge-check` prints: counts first, intervals beside them. */
import type { CheckDocument, CheckFigures, CheckRate } from '../../words/index.js';
import { table } from '../table.js';

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** "228 of 240, 95.0% (91.2 to 97.4%)". */
export function rateWords({ right, of, rate, low, high, note }: CheckRate): string {
  if (rate === undefined) return 'none';
  const interval = low === undefined || high === undefined ? '' : ` (${(100 * low).toFixed(1)} to ${percent(high)})`;
  return `${right} of ${of}, ${percent(rate)}${interval}${interval === '' && note !== undefined ? ` (${note})` : ''}`;
}

export function formatCheck({ judge, asr, set, answer, intrusion }: CheckDocument): string {
  const marked = judge.kind === 'heuristic' ? 'heuristic' : judge.name;
  const heard =
    asr === undefined
      ? "transcripts of the set's own"
      : `spoken by ${asr.voice}, heard by ${asr.name}: ${asr.wordErrors.errors} word errors in ${asr.wordErrors.words} words` +
        `${asr.wordErrors.rate === null ? '' : ` (${percent(asr.wordErrors.rate)})`}${asr.failed > 0 ? `, ${asr.failed} lines could not be heard` : ''}`;
  const rows = (
    [
      ['answers, held', answer.held],
      ['answers, open', answer.open],
      ['intrusions, held', intrusion.held],
      ['intrusions, open', intrusion.open],
    ] as const
  ).filter(([, { items }]) => items > 0);
  return [
    `judge ${marked} (${judge.version.slice(0, 12)}) on ${set.name}, ${set.items} items; ${heard}`,
    '',
    table([
      ['', 'agreement', 'sensitivity', 'specificity', 'empty', 'unusable', 'no verdict'],
      ...rows.map(([name, one]) => [
        name,
        rateWords(one.agreement),
        rateWords(one.sensitivity),
        rateWords(one.specificity),
        String(one.empty),
        String(one.unusable),
        String(one.failed),
      ]),
    ]),
    '',
    'sensitivity: passes of what is right; specificity: fails of what is wrong; 95% intervals over groups of items.',
    'held: wordings that no rule was made with. They are what accuracies are corrected by.',
    ...wrongWords('answers', answer.held),
    ...wrongWords('intrusions', intrusion.held),
  ].join('\n');
}

const items = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Why items have no verdict, one reason a line. */
export function failureLines({ failures }: CheckDocument): string[] {
  if (failures === undefined) return [];
  const { reasons, others } = failures;
  return [
    ...reasons.map(
      ({ of, reason, items: count }) => `no verdict for ${items(count)}, the ${of === 'asr' ? 'ASR' : 'judge'} failed: ${reason}`,
    ),
    ...(others > 0 ? [`no verdict for ${items(others)} more, for other reasons`] : []),
  ];
}

/** Of the held ones, by way of saying. */
function wrongWords(name: string, { wrong }: CheckFigures): string[] {
  if (wrong.length === 0) return [];
  const most = wrong
    .slice(0, 8)
    .map(({ way, passes, wrong: count, of }) => `${way} (${passes ? 'right' : 'wrong'} ones) ${count} of ${of}`);
  return [
    `judged wrongly, ${name}: ${most.join('; ')}${wrong.length > most.length ? `; and ${wrong.length - most.length} more ways` : ''}`,
  ];
}
