import type { Rate } from '../../stats/rate.js';

/** To a millionth: thirds have no end in decimals, and stored scores shall not either. */
export function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** All figures of a rate. */
export function roundedRate(rate: Rate): Rate {
  const or = (value: number | undefined): number | undefined => (value === undefined ? undefined : round6(value));
  const { interval } = rate;
  return {
    ...rate,
    rate: or(rate.rate),
    icc: or(rate.icc),
    designEffect: or(rate.designEffect),
    effectiveN: or(rate.effectiveN),
    interval: interval.kind === 'none' ? interval : { ...interval, low: round6(interval.low), high: round6(interval.high) },
  };
}
