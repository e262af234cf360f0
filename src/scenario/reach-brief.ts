/** What a planned run can show, on one line before it starts; the whole sentences are in `turnrig plan`, the report and --json. */
import type { PrimaryReach } from './primary-reach.js';
import type { Reach } from './reach.js';

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/**
 * "what this run can show, 9 times in 10: yield of barge-in missed 10% -> 32%, premature replies 10% -> 34%, median wait by 190 ms".
 * Undefined where nothing can be said: no turn expects a reply and no suite declares a measure.
 */
export function reachBrief(primary: readonly PrimaryReach[], reach: Reach | undefined): string | undefined {
  const power = reach?.power ?? primary[0]?.power;
  if (power === undefined) return undefined;
  const waits = primary.some(({ measure }) => measure === 'wait');
  const seen = [
    ...primary.flatMap(primaryBrief),
    ...(reach === undefined || reach.premature === null || primary.some(({ measure }) => measure === 'false-cutoff')
      ? []
      : [`premature replies ${percent(reach.assumed.premature)} -> ${percent(reach.assumed.premature + reach.premature)}`]),
    ...(reach === undefined || reach.waitMs === null || waits ? [] : [`median wait by ${reach.waitMs} ms`]),
  ];
  const shown = seen.length === 0 ? 'no difference between agents' : seen.join(', ');
  const counts =
    reach === undefined || reach.missingForIntervals === 0 ? '' : `; counts only, ${reach.missingForIntervals} scenes short of intervals`;
  return `what this run can show, ${Math.round(10 * power)} times in 10: ${shown}${counts} (more: turnrig plan)`;
}

function primaryBrief({ suite, measure, assumed, change }: PrimaryReach): string[] {
  if (change === null) return [];
  if (measure === 'wait') return [`median wait of ${suite} by ${change} ms`];
  const from = assumed.failing ?? 0;
  return [`${measure} of ${suite} missed ${percent(from)} -> ${percent(from + change)}`];
}
