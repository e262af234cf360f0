/** Which conditions a calibration has, by name: what `--conditions` takes. The senders' own are agent/reference/senders/condition.ts. */

/** Conditions that are more than a sender. */
export const SPECIAL = ['answer', 'cue', 'rig-stall', 'loss-1', 'loss-5', 'loss-5-red'] as const;

/** Continuous senders. */
export const CONTINUOUS = [
  'queue-0',
  'queue-200',
  'queue-1000',
  'dtx',
  'red-off',
  'dtx-red-off',
  'packet-10',
  'packet-20',
  'packet-60',
  'low-delay',
] as const;
/** Senders that break placement. */
export const BROKEN = ['starve-60', 'starve-100', 'starve-400', 'starve-3000', 'stop-restart', 'clear-queue', 'republish'] as const;

export const CONDITIONS = ['answer', 'cue', ...CONTINUOUS, ...BROKEN, 'rig-stall', 'loss-1', 'loss-5', 'loss-5-red'] as const;
export type ConditionName = (typeof CONDITIONS)[number];

/** What a short calibration measures: what latency verdicts are made of. */
export const QUICK: readonly ConditionName[] = ['answer'];
/** What is measured when nothing is named: the answers, the cue, one sender of each kind. `all` is the whole grid. */
export const USUAL: readonly ConditionName[] = ['answer', 'cue', 'queue-0', 'queue-200', 'dtx', 'starve-400', 'stop-restart'];

/** Packets that are dropped on purpose, percent. Only the embedded server can. */
export const LOSS_PERCENT: Readonly<Partial<Record<ConditionName, number>>> = { 'loss-1': 1, 'loss-5': 5, 'loss-5-red': 5 };
