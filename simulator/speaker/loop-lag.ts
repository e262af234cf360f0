/** How late the process's event loop runs: what stamps arrivals and feeds sources is late by as much. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SAMPLE_RATE } from '../../src/time/position.js';
import type { Samples } from '../../src/time/position.js';

/** The monitor's timer, ms. Node records the time between two firings, this interval included. */
const RESOLUTION_MS = 10;

export interface LoopLag {
  /** Samples; undefined before the first reading. */
  read(): { readonly p99: Samples | undefined; readonly max: Samples | undefined };
  stop(): void;
}

export function measureLoopLag(): LoopLag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const samples = (ns: number): Samples => Math.max(0, Math.round(((ns / 1e6 - RESOLUTION_MS) * SAMPLE_RATE) / 1000));
  return {
    read: () =>
      histogram.count === 0 ? { p99: undefined, max: undefined } : { p99: samples(histogram.percentile(99)), max: samples(histogram.max) },
    stop: () => {
      histogram.disable();
    },
  };
}
