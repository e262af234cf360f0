/** The points as rows of text: for the console and for the page. */
import type { MeanInterval } from '../../stats/bootstrap-t.js';
import type { RateInterval } from '../../stats/rate.js';
import { LIVE_EXCLUSIONS } from './outcome.js';
import type { LiveLatency, LivePoint, LiveRate } from './point.js';

export const POINT_COLUMNS = [
  'agent',
  'false cutoffs',
  '95%',
  'latency as heard',
  '95%',
  'calls cut off',
  'latency of the others',
] as const;

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const seconds = (value: number): string => `${Math.round(1000 * value)} ms`;

function between(interval: RateInterval | MeanInterval, text: (value: number) => string): string {
  return interval.kind === 'interval' ? `${text(interval.low)} to ${text(interval.high)}` : 'none';
}

const share = ({ hits, of, rate }: LiveRate): string => (rate === undefined ? 'none' : `${hits} of ${of}, ${percent(rate)}`);

function wait({ n, censored, meanS }: LiveLatency): string {
  if (meanS === undefined) return 'none';
  return `${seconds(meanS)} (n ${n}${censored === 0 ? '' : `, ${censored} without an answer`})`;
}

/** One row a point, in the order of POINT_COLUMNS. */
export function pointRow({ agent, cutoffs, latency, calls }: LivePoint, name = agent): string[] {
  return [
    name,
    share(cutoffs),
    between(cutoffs.interval, percent),
    wait(latency),
    between(latency.interval, seconds),
    share(calls.cutoffs),
    wait(calls.latency),
  ];
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What is in no figure, and how often; sessions that failed or were spoiled first. */
export function pointNotes({ agent, sessions, cutoffs, excluded, inWords }: LivePoint, name = agent): string[] {
  const { scored, agent_failure: failed, rig_invalid: spoiled, missing } = sessions;
  const counted = scored + failed;
  const bounds = cutoffs.bounds;
  return [
    ...(failed === 0 ? [] : [`${name}: failed in ${failed} of ${plural(counted, 'session')} that count`]),
    ...(spoiled === 0
      ? []
      : [
          `${name}: ${plural(spoiled, 'session')} spoiled by the rig, which count for nobody${
            bounds === undefined
              ? ''
              : `; with all of their pauses held or cut off the rate would be ${percent(bounds.lowest)} to ${percent(bounds.highest)}`
          }`,
        ]),
    ...(missing === 0 ? [] : [`${name}: ${plural(missing, 'session')} not finished`]),
    ...excluded.map(
      ({ span, why, count }) => `${name}: ${plural(count, span === 'hold' ? 'pause' : 'end')} left out: ${LIVE_EXCLUSIONS[why]}`,
    ),
    ...(inWords === 0 ? [] : [`${name}: ${plural(inWords, 'turn')} with an onset in the user's words, which belongs to no pause`]),
    ...(cutoffs.interval.kind === 'none' && cutoffs.of > 0 ? [`${name}: no interval: ${cutoffs.interval.reason}`] : []),
  ];
}
