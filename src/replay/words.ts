/** A replay's result as a person reads it on a terminal. */
import type { Look } from '../stats/sequential.js';
import type { PairInterval, PairResult } from './pair.js';
import type { AgentResult, ReplayRate, ReplayResult, TurnResult } from './result.js';
import type { ReplayPlan } from './plan.js';

/** How the sequential test of one agent ended. */
export interface Sequential {
  readonly agent: string;
  readonly looks: readonly Look[];
}

const percent = (share: number): string => `${Math.round(1000 * share) / 10}%`;
export const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(1000 * share) / 10}`;

/** "3 of 10 (30%, 95% interval 10.8 to 60.3%)". */
export function rateWords({ count, of, rate, low, high }: ReplayRate): string {
  if (rate === null) return `${count} of ${of}`;
  if (low === null || high === null) return `${count} of ${of} (${percent(rate)})`;
  return `${count} of ${of} (${percent(rate)}, 95% interval ${percent(low)} to ${percent(high)})`;
}

const counted = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;

/** What the replay is of, in sentences. */
export function aboutWords(plan: ReplayPlan): string[] {
  const { recording, labels, history, turns, windowMs } = plan;
  const judged = turns.filter(({ judged: is }) => is).length;
  const before =
    history === 'text'
      ? `the agent is told ${plan.messages.length} messages of the dialogue before`
      : history === 'none'
        ? 'the agent knows nothing of the dialogue before'
        : 'what comes before is played to the agent, which answers by itself';
  return [
    `${counted(turns.length, 'turn')} of ${labels?.call ?? recording.name} (channel ${recording.user} of ${recording.name}), ${labels === undefined ? 'found by VAD' : 'as labelled'}; ${judged} judged; ${before}.`,
    `A premature reply is an onset of the agent between a turn's first voiced sample and its last; the next turn comes when the agent has been silent for as long as in the recording, or after ${windowMs} ms without a reply.`,
    ...plan.notes.map((note) => `Note: ${note}.`),
  ];
}

export function resultLines(plan: ReplayPlan, result: ReplayResult, sequential: readonly Sequential[]): string[] {
  const lines: string[] = [];
  for (const one of result.agents) {
    lines.push(...agentLines(one));
    const looks = sequential.find(({ agent }) => agent === one.agent)?.looks.at(-1);
    if (plan.sequential !== undefined && looks !== undefined) lines.push(`  ${sequentialWords(plan.sequential, looks)}`);
  }
  if (result.pair !== null) lines.push(...pairLines(result.pair));
  return lines;
}

function agentLines(one: AgentResult): string[] {
  const { agent, wrong, reproduced, agentFailures, rigInvalid, missing, unclear, neverSpoke } = one;
  const apart = [
    ...(agentFailures > 0 ? [`the agent failed in ${agentFailures}`] : []),
    ...(unclear.length > 0 ? [`${unclear.length} could not be told`] : []),
    ...(rigInvalid > 0 ? [`${rigInvalid} spoiled by the rig count for nobody`] : []),
    ...(missing > 0 ? [`${missing} not played`] : []),
    ...(neverSpoke > 0 ? [`it never spoke in ${neverSpoke}`] : []),
  ];
  return [
    `${agent}: reproduced in ${rateWords(reproduced)}${apart.length === 0 ? '' : `; ${apart.join('; ')}`}`,
    ...(agentFailures > 0 ? [`  cut in or failed: ${rateWords(wrong)}`] : []),
    ...one.turns.map((turn) => `  ${turnWords(turn)}`),
  ];
}

export function turnWords({ label, cut, holds, kinds, nearMisses, waits }: TurnResult): string {
  const where = holds
    .filter(({ count }) => count > 0)
    .map(({ hold, count, of, fromMs, toMs }) => `hold ${hold} (${toMs - fromMs} ms) ${count} of ${of}`);
  const kindWords = [
    ...(kinds.burst > 0 ? [counted(kinds.burst, 'burst')] : []),
    ...(kinds.blip > 0 ? [`${counted(kinds.blip, 'blip')} apart`] : []),
    ...(nearMisses > 0 ? [counted(nearMisses, 'near miss', 'near misses')] : []),
  ];
  const details = [...where, ...kindWords];
  return `${label}: cut in ${cut.count} of ${cut.of}${details.length === 0 ? '' : `, ${details.join(', ')}`}; ${waitWords(waits)}`;
}

export function waitWords({ answered, censored, median }: TurnResult['waits']): string {
  const middle = median === null ? '' : `, median wait ${median.kind === 'above' ? '> ' : ''}${Math.round(median.ms)} ms`;
  return `${answered} replied${censored > 0 ? `, ${censored} had no reply` : ''}${middle}`;
}

export function sequentialWords({ limit, level, maximum }: NonNullable<ReplayPlan['sequential']>, { n, decision, interval }: Look): string {
  const found =
    decision === 'undecided' ? `not decided after ${n} of at most ${maximum}` : `surely ${decision} ${percent(limit)} after ${n}`;
  const error = percent(1 - level);
  return `${found} (sequential test, wrong in at most ${error} however often it looks; the rate is in ${percent(interval.low)} to ${percent(interval.high)})`;
}

export function pairLines({
  a,
  b,
  pairs,
  wrongA,
  wrongB,
  onlyA,
  onlyB,
  difference,
  interval,
  pValue,
  more,
  turnShare,
  turns,
}: PairResult): string[] {
  if (difference === null) return [`${a} and ${b}: no block could be told of both`];
  const counts = `went wrong in ${wrongB} and ${wrongA} of ${pairs} blocks; only ${a} in ${onlyA}, only ${b} in ${onlyB}`;
  if (pValue === null)
    return [`${b} less ${a}: ${points(difference)} points (${counts}); no interval and no test, since the results said when to stop`];
  const share =
    turnShare === null
      ? []
      : [
          `  share of judged turns cut into, over ${turnShare.blocks} blocks: ${points(turnShare.difference)} points${rangeWords(turnShare.interval)} (signs permuted, p = ${turnShare.pValue})`,
        ];
  const single = turns
    .filter((turn) => turn.onlyA + turn.onlyB > 0)
    .map((turn) => `  ${turn.label}: only ${a} in ${turn.onlyA}, only ${b} in ${turn.onlyB} of ${turn.pairs} blocks (p = ${turn.pValue}, by Holm ${turn.adjusted})`); // prettier-ignore
  return [
    `${b} less ${a}: ${points(difference)} points${rangeWords(interval)} (${counts}; McNemar's exact test p = ${pValue})`,
    ...share,
    ...single,
    more === null
      ? '  more than 100,000 repeats are needed to tell 5 points apart'
      : more === 0
        ? '  enough repeats to tell 5 points apart'
        : `  about ${more} more repeats of each to tell 5 points apart (nine times in ten)`,
  ];
}

const rangeWords = (interval: PairInterval | null): string =>
  interval === null
    ? ', no interval below 10 blocks or where all differ alike'
    : `, 95% interval ${points(interval.low)} to ${points(interval.high)}`;
