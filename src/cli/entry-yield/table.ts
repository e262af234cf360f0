/** The score for a person. */
import type { EntryYieldScore } from '../../entry-yield/summary.js';
import { TASKS } from '../../entry-yield/model.js';
import type { Rate } from '../../stats/rate.js';
import { table } from '../table.js';

/** What the source recorded over EasyCom's sessions 1 to 3 (entry-yield.md, Output): provisional labels of a language model. */
const RECORDED = 'recorded baseline (EgoSpeak, EasyCom sessions 1-3, provisional labels): ENTRY AP 52.487%, YIELD AP 20.135%';

export function scoreTable(score: EntryYieldScore): string {
  const rows = TASKS.map((task) => {
    const one = score.tasks[task];
    const counts = [one.positives, one.negatives, one.reviews - one.scored].map(String);
    return [task.toUpperCase(), percent(one.ap), ...counts, percent(one.prevalence), percent(one.coverage)];
  });
  const { ap, backchannels } = score.backchannel;
  return [
    table([['', 'AP', 'positive', 'negative', 'excluded', 'prevalence', 'coverage'], ...rows]),
    ...(backchannels === 0
      ? []
      : [`ENTRY against the wearer's backchannels (diagnostic): AP ${percent(ap)}, ${backchannels} backchannels`]),
    ...score.exclusions.map(({ count, rule, why }) => `excluded ${count}: ${rule} (${why})`),
    ...score.operatingPoints.map(
      ({ task, recall, threshold, truePositives, falsePositives }) =>
        `${task.toUpperCase()} at recall ${percent(recall)} of the calibration set: threshold ${threshold?.toFixed(6) ?? 'none'}, recall ${rateText(truePositives)}, false positives ${rateText(falsePositives)}`,
    ),
    `ENTRY read ${score.reading}; ${RECORDED}`,
  ].join('\n');
}

const percent = (value: number | undefined): string => (value === undefined ? 'none' : `${(100 * value).toFixed(3)}%`);
const rateText = ({ rate, successes, windows }: Rate): string => `${percent(rate)} (${successes} of ${windows})`;
