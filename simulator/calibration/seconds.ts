/** How a condition is sent, and how long a burst of it takes. Pure. */
import { LOSS_PERCENT, type ConditionName } from '../../src/calibration/conditions.js';
import { SENDERS, type SenderSettings } from '../../agent/reference/senders/condition.js';

/** Length of an answer, and the pause from its latest end to the next turn, ms. */
export const REPLY_MS = 600;
export const PAUSE_MS = 900;
/** The caller's turn, and the middle of the delays that are drawn, ms. */
const TURN_MS = 1_200;
const DELAY_MS = 1_000;

export function settingsOf(condition: ConditionName): SenderSettings {
  if (condition in SENDERS) return SENDERS[condition as keyof typeof SENDERS];
  // Without RED what is lost stays lost, which is what the intervals are to show.
  return LOSS_PERCENT[condition] !== undefined && condition !== 'loss-5-red' ? SENDERS['red-off'] : SENDERS['queue-0'];
}

/** So long a burst takes with the gap before it, seconds; for an estimate of the time left. */
export function secondsOf(condition: ConditionName): number {
  if (condition === 'answer') return (TURN_MS + DELAY_MS + REPLY_MS + PAUSE_MS) / 1000;
  const { breaks, queueMs } = settingsOf(condition);
  const hole = breaks.kind === 'starve' ? breaks.ms : breaks.kind === 'republish' ? 1_500 : 0;
  return (queueMs * 2 + 1_300 + hole) / 1000;
}
