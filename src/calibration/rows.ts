/** Every observation as a line of its own, so that whoever doubts a figure can look at what it is made of. Pure. */
import type { Observation } from './observe.js';

/** The observations of one session of a condition. */
export interface ObservedSession {
  readonly condition: string;
  /** Number of the session within its condition. */
  readonly session: number;
  readonly waits: readonly Observation[];
  readonly onsets: readonly Observation[];
  readonly offsets: readonly Observation[];
  readonly stream: readonly Observation[];
}

/** JSON lines: one a true event, sessions by condition and number, within them by what was measured and in the order of time. */
export function observationRows(sessions: readonly ObservedSession[]): string {
  const rows = [...sessions]
    .sort((a, b) => (a.condition < b.condition ? -1 : a.condition > b.condition ? 1 : a.session - b.session))
    .flatMap(({ condition, session, waits, onsets, offsets, stream }) =>
      Object.entries({ wait: waits, onset: onsets, offset: offsets, 'stream-wait': stream }).flatMap(([of, observations]) =>
        observations.map((observation) => JSON.stringify({ condition, session, of, ...observation }, rounded)),
      ),
    );
  return rows.map((row) => `${row}\n`).join('');
}

/** To the microsecond. */
const rounded = (_key: string, value: unknown): unknown => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
