/** What `turnrig sid score` prints: one JSON object, or a table for a person. */
import { table } from '../table.js';
import type { Figure, FigureInterval, Judged, Scope, SidScore } from '../../sid/model.js';

/** The shape in docs/sid.md. Absent values are null. */
export function sidJson(score: SidScore, options: { readonly items: boolean }): object {
  return {
    definition: score.definition,
    ...scopeJson(score.all),
    splits: Object.fromEntries(score.splits.map((one) => [one.split, scopeJson(one)])),
    ...(options.items ? { items: score.items.map(itemJson) } : {}),
  };
}

function scopeJson(scope: Scope): object {
  return {
    fir: scope.fir.value ?? null,
    irl: scope.irl.value ?? null,
    apt: scope.apt.value ?? null,
    counts: {
      clips: scope.clips,
      withBreak: scope.withBreak,
      withoutBreak: scope.withoutBreak,
      fir: { of: scope.fir.clips, falseAlarms: scope.fir.hits ?? 0 },
      irl: { of: scope.irl.clips },
      apt: { of: scope.apt.clips },
      cases: scope.cases,
    },
    intervals: { fir: intervalJson(scope.fir.interval), irl: intervalJson(scope.irl.interval), apt: intervalJson(scope.apt.interval) },
  };
}

function intervalJson(interval: FigureInterval): object {
  if (interval.kind === 'none') return { none: interval.reason };
  const { low, high, level, method, sparse } = interval;
  return { low, high, level, method, ...(sparse ? { sparse } : {}) };
}

function itemJson({ clip, prediction, case: found, penalty }: Judged): object {
  return { audio: clip.audio, split: clip.split, case: found, predicted: prediction.breakTime, true: clip.breakTime, penalty };
}

export function sidTable(score: SidScore): string {
  const rows = [
    ['', 'clips', 'FIR', '95%', 'of', 'IRL s', '95%', 'of', 'APT s', '95%'],
    ...[{ split: 'all', ...score.all }, ...score.splits].map((scope) => [
      scope.split,
      String(scope.clips),
      share(scope.fir),
      range(scope.fir, (x) => (100 * x).toFixed(1)),
      `${scope.fir.hits ?? 0}/${scope.fir.clips}`,
      seconds(scope.irl),
      range(scope.irl, (x) => x.toFixed(3)),
      String(scope.irl.clips),
      seconds(scope.apt),
      range(scope.apt, (x) => x.toFixed(3)),
    ]),
  ];
  const cases = Object.entries(score.all.cases).map(([name, n]) => `${n} ${name}`);
  return [`SID-bench, definition ${score.definition}`, table(rows), `cases: ${cases.join(', ')}`].join('\n');
}

const share = ({ value }: Figure): string => (value === undefined ? 'none' : `${(100 * value).toFixed(2)}%`);
const seconds = ({ value }: Figure): string => (value === undefined ? 'none' : value.toFixed(4));
const range = ({ interval }: Figure, show: (value: number) => string): string =>
  interval.kind === 'none' ? '-' : `${show(interval.low)} to ${show(interval.high)}`;
