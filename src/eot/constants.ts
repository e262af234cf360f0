/** Numbers of the benchmark's protocol (eot-bench.md). Seconds, unless a name says otherwise. */

/** Slack of comparisons between times of a data set. */
export const TIME_SLACK = 1e-6;
/** Slack of comparisons in the metrics. */
export const EPS = 1e-9;

export const MIN_SILENCE_SPAN = 0.1;
export const INFERENCE_INTERVAL = 0.1;
export const TRANSCRIPT_LAG = 0.5;
export const BATCH_SIZE = 128;
export const MIN_HOLD = 0.2;
export const MAX_HOLD = 5;

const steps = (count: number, at: (i: number) => number): readonly number[] => Array.from({ length: count }, (_, i) => at(i));

export const THRESHOLDS = steps(101, (i) => i / 100);
export const ACTION_DELAYS = steps(9, (i) => (i + 2) / 10);
export const TIMEOUTS = steps(6, (i) => (i + 2) / 2);
/** Shares of holds that may be cut off; operating points of summary.json. */
export const CUTOFF_BUDGETS = [0.02, 0.05, 0.1] as const;
/** The frontier's mean latency is taken over 0, 0.001, ... 0.1. */
export const FRONTIER_BUDGETS = steps(101, (i) => i / 1000);
export const REPORT_LATENCY_BUDGETS = [0.3, 0.6] as const;
export const REPORT_CUTOFF_BUDGETS = [0.05, 0.1] as const;
export const VAD_TABLE_STEP = 0.01;

/** What the reference writes into manifests; ours are meant to be read by it. */
export const HARNESS_VERSION = '0.1.0';
