/** Which turns of a call are played, which of them are judged, and what the agent knows of the rest. */
import { TurnrigError } from '../error.js';
import { EDGE_MS, MOST_PLAYED_MS } from './constants.js';
import type { ReplayTurn } from './turn.js';

/** How the dialogue before the judged turns reaches the agent: played to it, told as text, or not at all. */
export const HISTORY_MODES = ['live', 'text', 'none'] as const;
export type HistoryMode = (typeof HISTORY_MODES)[number];

export interface Chosen {
  /** In order of time. */
  readonly played: readonly ReplayTurn[];
  /** The played turns that are judged. */
  readonly judged: ReadonlySet<ReplayTurn>;
}

/**
 * @param wanted labels of turns, or their numbers from 1; empty: all.
 * @throws TurnrigError `input` for a turn that there is not, and for more than a session plays.
 */
export function chooseTurns(turns: readonly ReplayTurn[], wanted: readonly string[], history: HistoryMode): Chosen {
  const picked = wanted.map((one) => {
    const turn = turns.find(({ label }) => label === one) ?? (/^\d{1,6}$/.test(one) ? turns[Number(one) - 1] : undefined);
    if (turn !== undefined) return turn;
    const names = turns.slice(0, 12).map(({ label }) => label);
    throw new TurnrigError('input', `--turn ${one}: the call has no such turn`, {
      hint: `It has ${turns.length}, by number from 1 or by name: ${names.join(', ')}${turns.length > names.length ? ', …' : ''}.`,
    });
  });
  const judged = new Set(picked.length === 0 ? turns : picked);
  const last = turns.findLastIndex((turn) => judged.has(turn));
  const played = turns.filter((turn, i) => judged.has(turn) || (history === 'live' && i < last));
  const length = played.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs + 2 * EDGE_MS, 0);
  if (length > MOST_PLAYED_MS) {
    const all = `${played.length} turns with ${Math.round(length / 60_000)} minutes of the user's own time`;
    throw new TurnrigError(
      'input',
      `${all} are too much for a session: at most ${MOST_PLAYED_MS / 60_000} minutes are played in real time`,
      {
        hint: 'Choose the turns that matter by --turn (again for more). With --history none or text, what comes before them is not played.',
      },
    );
  }
  return { played, judged };
}
