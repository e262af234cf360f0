/** What the interactive page draws, as plain JSON. All times in seconds, rates as shares. */
import type { Difference, PointIntervals } from '../metrics/intervals.js';
import type { ModelComparison } from './models.js';

/** A policy on a model's frontier. */
export interface PagePoint {
  readonly latency: number;
  readonly cutoffs: number;
  readonly detected: number;
  readonly threshold: number;
  readonly delay: number;
  readonly timeout: number;
}

export interface PageModel {
  readonly name: string;
  /** Fastest first: for any budget the best policy is one of these. */
  readonly frontier: readonly PagePoint[];
}

/** A pause of the data set with the scores that every model gave over it. */
export interface PageSpan {
  readonly id: string;
  readonly index: number;
  readonly label: string;
  readonly duration: number;
  /** One curve a model, in the order of `models`: [silence, p]; p null for none. */
  readonly curves: readonly (readonly (readonly [number, number | null])[])[];
  /** When each model's policy at 5% cutoffs ends the turn; null for not within the pause. */
  readonly fires: readonly (number | null)[];
  /** WAV as base64, and where the pause begins in it. */
  readonly sound?: { readonly wav: string; readonly start: number } | undefined;
}

export interface PageInterval {
  readonly model: string;
  readonly cutoffs: readonly [number, number];
  readonly latency: readonly [number, number];
  readonly turns: number;
}

export interface PageDifference {
  readonly models: readonly [string, string];
  readonly cutoffs: readonly [value: number, low: number, high: number];
  readonly latency: readonly [value: number, low: number, high: number];
  readonly turns: number;
}

export interface PageLanguage {
  readonly code: string;
  readonly name: string;
  readonly models: readonly PageModel[];
  readonly vad: readonly { readonly latency: number; readonly cutoffs: number }[];
  /** Of the policies at 5% cutoffs. */
  readonly intervals: readonly PageInterval[];
  readonly differences: readonly PageDifference[];
  readonly spans: readonly PageSpan[];
}

export interface PageData {
  readonly title: string;
  readonly languages: readonly PageLanguage[];
}

export function pageModels({ models, frontier }: ModelComparison): PageModel[] {
  return models.map(({ name, tradeoff }) => ({
    name,
    frontier: (frontier.get(name) ?? []).map((row) => ({
      latency: tradeoff.meanLatency[row] ?? 0,
      cutoffs: tradeoff.cutoffRate[row] ?? 0,
      detected: tradeoff.detectRate[row] ?? 0,
      threshold: tradeoff.threshold[row] ?? 0,
      delay: tradeoff.actionDelay[row] ?? 0,
      timeout: tradeoff.timeout[row] ?? 0,
    })),
  }));
}

export function pageInterval(model: string, { cutoffRate, meanLatency, turns }: PointIntervals): PageInterval {
  return { model, cutoffs: [cutoffRate.low, cutoffRate.high], latency: [meanLatency.low, meanLatency.high], turns };
}

export function pageDifference(a: string, b: string, { cutoffRate, meanLatency, turns }: Difference): PageDifference {
  const triple = ({ value, interval }: Difference['cutoffRate']): readonly [number, number, number] => [value, interval.low, interval.high];
  return { models: [a, b], cutoffs: triple(cutoffRate), latency: triple(meanLatency), turns };
}
