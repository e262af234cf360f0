/** The CSV tables of a live run: its opportunities, and the frames that its agents published (shapes in docs/entry-yield.md). */
import { csvLine } from '../tabular/csv.js';
import { samplesToMs, type Samples } from '../time/position.js';
import type { SessionFrames } from './frames.js';
import { isDue } from './live.js';
import { isExcluded, LIVE_KINDS, type LiveFinding, type LiveOpportunity } from './live-model.js';

const EVENT_COLUMNS = [
  'agent',
  'session',
  'scene',
  'id',
  'task',
  'kind',
  'label',
  'anchor_s',
  'horizon_ms',
  'delay_ms',
  'plus_minus_ms',
  'score',
  'p_wearer_score',
  'excluded',
] as const;

/** A row an opportunity; of an excluded one only what it was and why. @param published scores by the agent's own frames */
export function liveEventsCsv(findings: readonly LiveFinding[], published: ReadonlyMap<LiveOpportunity, number>): string {
  const ms = (samples: Samples | undefined): string | undefined => (samples === undefined ? undefined : rounded(samplesToMs(samples)));
  const lines = findings.map((one) => {
    const base = [one.agent, one.session, one.scene, one.id];
    if (isExcluded(one)) return csvLine([...base, one.task, ...Array.from({ length: 8 }, () => undefined), one.why]);
    const label = isDue(one) ? 1 : 0;
    const times = [rounded(samplesToMs(one.at) / 1000), ms(one.horizon), ms(one.delay), ms(one.plusMinus)];
    return csvLine([...base, LIVE_KINDS[one.kind].task, one.kind, label, ...times, real(one.score), real(published.get(one)), undefined]);
  });
  return [csvLine(EVENT_COLUMNS), ...lines].join('');
}

/** For `entry-yield score --frames`, beside reviews.jsonl. */
export function liveFramesCsv(sessions: ReadonlyMap<string, SessionFrames>): string {
  const lines = [...sessions].flatMap(([session, { t, p }]) => Array.from(t, (time, i) => csvLine([session, rounded(time), real(p[i])])));
  return [csvLine(['session', 't', 'p_wearer']), ...lines].join('');
}

/** Whoever reads a table takes the type of a column from its cells: a real number has its point, also where all of them happen to be whole. */
function real(value: number | undefined): string | undefined {
  return value === undefined || !Number.isInteger(value) ? value?.toString() : value.toFixed(1);
}

const rounded = (value: number): string | undefined => real(Math.round(value * 1e6) / 1e6);
