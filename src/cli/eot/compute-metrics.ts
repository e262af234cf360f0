/** `turnrig eot compute-metrics`: predictions in, trade-off, summary and intervals out. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { milliseconds, percent } from '../../eot/compare/format.js';
import { operatingPoints } from '../../eot/metrics/operating-points.js';
import type { Tradeoff } from '../../eot/metrics/tradeoff.js';
import { indentedJson } from '../../eot/python-json.js';
import { writeMetrics } from '../../../simulator/eot/metrics.js';
import { processConsole } from '../console.js';
import { float, holdOptions, type HoldOptions } from './options.js';

interface MetricsCommand extends HoldOptions {
  readonly predictions: string;
  readonly outputDir: string;
  readonly scorePoint?: number;
  readonly intervals: boolean;
  readonly json: boolean;
}

function pointLines(tradeoff: Tradeoff): string[] {
  return operatingPoints(tradeoff).map(({ budget, row }) => {
    const head = `at most ${percent(budget)} cut off:`;
    if (row === undefined) return `${head} no policy`;
    const at = (column: Float64Array): number => column[row] as number;
    return (
      `${head} ${milliseconds(at(tradeoff.meanLatency))} at ${percent(at(tradeoff.cutoffRate))}, detected ${percent(at(tradeoff.detectRate))}` +
      ` (threshold ${at(tradeoff.threshold)}, action delay ${at(tradeoff.actionDelay)} s, timeout ${at(tradeoff.timeout)} s)`
    );
  });
}

export function registerComputeMetrics(command: Command): void {
  command
    .requiredOption('--predictions <file>', 'predictions.parquet')
    .requiredOption('--output-dir <folder>', 'folder of the metrics')
    .option(
      '--score-point <seconds>',
      "silence after which the score counts; default: the manifest's, else the first crossing of a threshold",
      float,
    );
  holdOptions(command)
    .option('--no-intervals', 'without the bootstrap over turns: no intervals.json')
    .option('--json', 'print summary.json and intervals.json as one JSON object', false)
    .action(async (options: MetricsCommand) => {
      const console = processConsole();
      const { summary, intervals, tradeoff } = await writeMetrics({
        predictions: resolve(options.predictions),
        outputDir: resolve(options.outputDir),
        scorePoint: options.scorePoint,
        intervals: options.intervals,
        hold: { min: options.minHoldSpanDuration, max: options.maxHoldSpanDuration },
      });
      if (options.json) console.out(indentedJson({ summary, ...(intervals === undefined ? {} : { intervals }) }));
      else
        console.out(
          [`${tradeoff.holds} pauses, ${tradeoff.eots} ends of turn, ${tradeoff.rows} policies`, ...pointLines(tradeoff)].join('\n'),
        );
    });
}
