/** Rates of labelled calls for people and programs. */
import type { CountedRate } from '../../calls/counted-rate.js';

/** "66.7% (2 of 3, 20.8 to 93.9)"; without the last where there is no interval. */
export function rateWords({ count, of, rate, interval }: CountedRate): string {
  if (rate === undefined) return `none (0 of ${of})`;
  const percent = (value: number): string => (100 * value).toFixed(1);
  const range = interval === undefined ? '' : `, ${percent(interval.low)} to ${percent(interval.high)}`;
  return `${percent(rate)}% (${count} of ${of}${range})`;
}

/** Absent values are null. */
export function rateJson({ count, of, rate, interval }: CountedRate): object {
  return { count, of, rate: rate ?? null, low: interval?.low ?? null, high: interval?.high ?? null };
}

export const countsJson = (counts: ReadonlyMap<string, number>): object => Object.fromEntries(counts);
export const countsWords = (what: string, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].map(([reason, count]) => `${what} ${count}: ${reason}`);
