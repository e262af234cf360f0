/** The rig's own measured error in words, beside the latencies that it is part of (design.md, rule 6). */
import type { Calibration } from '../calibration/model.js';
import type { LatencyBasis, RoundTrip } from '../recording/model.js';
import type { Measure } from '../score/model.js';

const ms = (value: number | undefined): string => (value === undefined ? 'unknown' : `${value.toFixed(1)} ms`);

/** "bias 0.3 ms, p95 1.2 ms, n = 12". */
export function errorWords({ biasMs, p95AbsErrorMs, n }: Pick<Calibration, 'biasMs' | 'p95AbsErrorMs' | 'n'>): string {
  return `bias ${ms(biasMs)}, p95 ${ms(p95AbsErrorMs)}, n = ${n}`;
}

export function roundTripWords({ medianMs, minMs, n }: RoundTrip): string {
  return `median ${ms(medianMs)}, least ${ms(minMs)}, n = ${n}`;
}

/** For the console: one line on the clock and one on the way to the server. */
export function latencyLines(latency: LatencyBasis | undefined): readonly string[] {
  if (latency === undefined) return [];
  const { calibration, roundTrip } = latency;
  return [
    ...(calibration === undefined ? [] : [`rig's own error: ${errorWords(calibration)}`]),
    ...(roundTrip === undefined ? [] : [`round trip to the room server, inside every wait: ${roundTripWords(roundTrip)}`]),
  ];
}

/** ", rig's own error p95 1.2 ms, round trip 38.0 ms" behind a latency; nothing behind other values, or where nothing is known. */
export function besideLatency(latency: LatencyBasis | undefined, measure: Measure): string {
  if (latency === undefined || !SHOWN_BESIDE.has(measure)) return '';
  const { calibration, roundTrip } = latency;
  const error = calibration?.p95AbsErrorMs;
  return [
    ...(error === undefined ? [] : [`rig's own error p95 ${ms(error)}`]),
    ...(roundTrip === undefined ? [] : [`round trip ${ms(roundTrip.medianMs)}`]),
  ]
    .map((text) => `, ${text}`)
    .join('');
}

/** Waits and stops: what a person reads as a latency. */
const SHOWN_BESIDE: ReadonlySet<Measure> = new Set<Measure>(['reply', 'yield', 'continue', 'new-initiation', 'response-presence']);
