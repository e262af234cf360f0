/** `turnrig calls points FOLDER [--predictions FILE]`. */
import type { Command } from 'commander';
import { joinPoints } from '../../calls/join.js';
import { DEFAULT_THRESHOLD, pointMetrics, type PointMetrics } from '../../calls/point-metrics.js';
import { plain, processConsole, type Console } from '../console.js';
import { floatFrom } from '../eot/options.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table } from '../table.js';
import { isDraft, soundFolder, soundPredictions } from './load.js';
import { countsJson, countsWords, rateJson, rateWords } from './rates.js';

interface PointsOptions {
  readonly predictions?: string;
  readonly threshold: number;
  readonly json: boolean;
}

/** @returns 3 where predictions are given and no point counts. @throws TurnrigError for what is wrong with the files. */
export async function callPoints(dir: string, options: PointsOptions, console: Console): Promise<ExitCode> {
  const { threshold } = options;
  const folder = await soundFolder(dir, console);
  const { points, spans } = folder.tables;
  const joined = joinPoints(points, spans);
  const metrics =
    options.predictions === undefined
      ? undefined
      : pointMetrics({ points, predictions: await soundPredictions(options.predictions), isDraft: isDraft(folder), threshold });
  if (options.json) {
    const rows = joined.map(({ point, span, spans: holding, silenceMs }) => ({
      callId: point.callId,
      decisionMs: point.decisionMs,
      canReply: point.canReply ?? null,
      reason: point.reason ?? null,
      span: span === undefined ? null : { turnId: span.turnId, spanIndex: span.spanIndex, label: span.label ?? null },
      spans: holding,
      silenceMs: silenceMs ?? null,
    }));
    console.out(JSON.stringify({ points: rows, ...(metrics === undefined ? {} : { metrics: metricsJson(metrics, threshold) }) }, null, 2));
  } else if (metrics === undefined) {
    const cell = (value: string | number | undefined): string => (value === undefined ? '-' : String(value));
    const head = ['call', 'decision ms', 'may reply', 'reason', 'silence', 'so far ms'];
    const rows = joined.map(({ point, span, silenceMs }) => [
      point.callId,
      String(point.decisionMs),
      point.canReply === undefined ? '-' : point.canReply ? '1' : '0',
      point.reason ?? 'a draft',
      span === undefined ? '-' : `${span.turnId}/${span.spanIndex} ${span.label ?? 'without a label'}`,
      cell(silenceMs),
    ]);
    console.out(plain(table([head, ...rows])));
  } else console.out(plain(metricsText(metrics)));
  return metrics?.counted === 0 ? EXIT.undecided : EXIT.met;
}

function metricsJson({ accuracy, detection, falseAllow, falseBlock, excluded, ...counts }: PointMetrics, threshold: number): object {
  return {
    ...counts,
    threshold,
    accuracy: rateJson(accuracy),
    detection: rateJson(detection),
    falseAllow: rateJson(falseAllow),
    falseBlock: rateJson(falseBlock),
    excluded: countsJson(excluded),
  };
}

function metricsText({ points, counted, accuracy, detection, falseAllow, falseBlock, excluded, strayPredictions }: PointMetrics): string {
  return [
    `${counted} of ${points} points count`,
    table([
      ['accuracy', rateWords(accuracy)],
      ['detection (allowed where it may reply)', rateWords(detection)],
      ['false allow (allowed where it may not)', rateWords(falseAllow)],
      ['false block (blocked where it may)', rateWords(falseBlock)],
    ]),
    ...countsWords('excluded', excluded),
    ...(strayPredictions === 0 ? [] : [`predictions at no point: ${strayPredictions}`]),
  ].join('\n');
}

export function registerCallsPoints(command: Command): void {
  command
    .argument('<folder>', 'folder of labelled calls')
    .option('--predictions <file>', 'CSV or JSON lines: call_id, decision_ms, allow or score')
    .option('--threshold <share>', 'a score not below it lets the bot reply', floatFrom(0, 1), DEFAULT_THRESHOLD)
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (dir: string, options: PointsOptions) => {
      process.exitCode = await callPoints(dir, options, processConsole());
    });
}
