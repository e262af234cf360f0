/** What `analyze` said of a made call, turn by turn. */
import type { TurnRow } from '../../../src/analysis/rows.js';
import { WRONG_FROM_MS } from '../compare.js';
import type { TrueTurn } from './acts.js';

export interface Checked {
  readonly act: string;
  readonly wrong: string | undefined;
  /** Found minus true, ms. */
  readonly onsetMs: number | undefined;
  readonly stopMs: number | undefined;
}

/** One a true turn, and one for each turn that is none. */
export function check(turns: readonly TrueTurn[], rows: readonly TurnRow[]): Checked[] {
  const used = new Set<TurnRow>();
  const checked = turns.map((turn): Checked => {
    const row = rows.find((one) => !used.has(one) && one.startMs < turn.endMs && one.endMs > turn.startMs);
    if (row === undefined) return { act: turn.act, wrong: 'no turn found', onsetMs: undefined, stopMs: undefined };
    used.add(row);
    const onsetMs = difference(turn.kind === 'respond' ? row.responseDelay?.ms : undefined, turn.delayMs);
    const stopMs = difference(row.stop?.ms, turn.stopMs);
    const problems = [
      ...(row.kind === turn.kind ? [] : [`kind ${row.kind}, not ${turn.kind}`]),
      ...(row.verdict === (turn.passes ? 'pass' : 'fail') ? [] : [`verdict ${row.verdict}`]),
      ...off('delay', turn.delayMs, onsetMs),
      ...off('stop', turn.stopMs, stopMs),
      ...(Math.abs(row.startMs - turn.startMs) > WRONG_FROM_MS ? [`starts ${(row.startMs - turn.startMs).toFixed(0)} ms off`] : []),
      ...(Math.abs(row.endMs - turn.endMs) > WRONG_FROM_MS && turn.kind === 'respond'
        ? [`ends ${(row.endMs - turn.endMs).toFixed(0)} ms off`]
        : []),
    ];
    return {
      act: turn.act,
      wrong: problems.length === 0 ? undefined : `${problems.join(', ')} (${row.kind} at ${row.startMs.toFixed(0)}: ${row.reason})`,
      onsetMs,
      stopMs,
    };
  });
  const extra = rows.filter((row) => !used.has(row));
  return [
    ...checked,
    ...extra.map(({ kind, startMs, endMs, reason }) => ({
      act: 'none',
      wrong: `a turn that is none: ${kind} at ${startMs.toFixed(0)} to ${endMs.toFixed(0)} (${reason})`,
      onsetMs: undefined,
      stopMs: undefined,
    })),
  ];
}

const difference = (value: number | undefined, truth: number | undefined): number | undefined =>
  value === undefined || truth === undefined ? undefined : value - truth;

function off(what: string, truth: number | undefined, error: number | undefined): string[] {
  if (truth === undefined) return [];
  if (error === undefined) return [`no ${what}`];
  return Math.abs(error) > WRONG_FROM_MS ? [`${what} off by ${error.toFixed(0)} ms`] : [];
}
