/** `turnrig calls spans FOLDER --predictions FILE`: policies on silences, VAD alone against VAD with the model. */
import type { Command } from 'commander';
import { cutoffRate, detectionRate, policyMetrics, type OperatingPoint, type PolicyResult } from '../../calls/policy-metrics.js';
import { policySpans, type PolicySpans } from '../../calls/policy-spans.js';
import { plain, processConsole, type Console } from '../console.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { table } from '../table.js';
import { soundFolder, soundPredictions } from './load.js';
import { countsJson, countsWords, rateJson, rateWords } from './rates.js';

interface SpansOptions {
  readonly predictions: string;
  readonly all: boolean;
  readonly json: boolean;
}

/** @returns 3 where there is no hold or no end to judge on. @throws TurnrigError for what is wrong with the files. */
export async function callSpans(dir: string, options: SpansOptions, console: Console): Promise<ExitCode> {
  const { tables, companion } = await soundFolder(dir, console);
  const { spans: filter, policies: grid } = companion;
  const spans = policySpans({ ...tables, predictions: await soundPredictions(options.predictions), filter, grid });
  const { model, vad, points } = policyMetrics(spans, grid);
  const { holds, ends, excluded } = spans;
  if (options.json)
    console.out(
      JSON.stringify(
        {
          holds: holds.length,
          ends: ends.length,
          excluded: countsJson(excluded),
          filter,
          policies: { model: model.length, vad: vad.length, stepMs: grid.stepMs },
          points: points.map(({ budget, model: m, vad: v }) => ({
            budget,
            model: m === undefined ? null : resultJson(m, spans),
            vad: v === undefined ? null : resultJson(v, spans),
          })),
          ...(options.all ? { model: model.map((one) => resultJson(one, spans)), vad: vad.map((one) => resultJson(one, spans)) } : {}),
        },
        null,
        2,
      ),
    );
  else {
    console.out(`${holds.length} holds, ${ends.length} ends of turn, ${model.length} policies, ${vad.length} of VAD alone`);
    const head = ['budget', 'policy', 'false cutoffs', 'detection', 'mean wait'];
    console.out(plain(table([head, ...points.flatMap((point) => pointRows(point, spans))])));
    for (const line of countsWords('excluded', excluded)) console.out(plain(line));
  }
  return holds.length === 0 || ends.length === 0 ? EXIT.undecided : EXIT.met;
}

function pointRows({ budget, model, vad }: OperatingPoint, spans: PolicySpans): string[][] {
  const name = budget.kind === 'wait' ? `mean wait at most ${budget.ms} ms` : `false cutoffs at most ${100 * budget.share}%`;
  return [resultRow(name, 'VAD + EOT', model, spans), resultRow('', 'VAD alone', vad, spans)];
}

function resultRow(budget: string, who: string, result: PolicyResult | undefined, spans: PolicySpans): string[] {
  if (result === undefined) return [budget, `${who}: none keeps it`, '-', '-', '-'];
  const { threshold, minWaitMs, timeoutMs, meanWaitMs } = result;
  const policy = threshold === undefined ? `${timeoutMs} ms` : `threshold ${threshold}, after ${minWaitMs} ms, timeout ${timeoutMs} ms`;
  const detected = detectionRate(result, spans);
  return [
    budget,
    `${who}: ${policy}`,
    rateWords(cutoffRate(result, spans)),
    detected === undefined ? '-' : rateWords(detected),
    meanWaitMs === undefined ? '-' : `${meanWaitMs.toFixed(0)} ms`,
  ];
}

function resultJson(result: PolicyResult, spans: PolicySpans): object {
  const { threshold = null, minWaitMs, timeoutMs, meanWaitMs = null } = result;
  const detected = detectionRate(result, spans);
  return {
    threshold,
    minWaitMs,
    timeoutMs,
    falseCutoff: rateJson(cutoffRate(result, spans)),
    detection: detected === undefined ? null : rateJson(detected),
    meanWaitMs,
  };
}

export function registerCallsSpans(command: Command): void {
  command
    .argument('<folder>', 'folder of labelled calls')
    .requiredOption('--predictions <file>', 'scores on a grid inside the silences: call_id, decision_ms, score')
    .option('--all', 'every policy, in the JSON object', false)
    .option('--json', 'print one JSON object (shape: docs/calls.md)', false)
    .action(async (dir: string, options: SpansOptions) => {
      process.exitCode = await callSpans(dir, options, processConsole());
    });
}
