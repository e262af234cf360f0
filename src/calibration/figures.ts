/** From observations to the figures that are printed. Pure. */
import type { ErrorFigures } from './model.js';
import type { Observation } from './observe.js';

/** Nearest-rank quantile; undefined of nothing. */
export function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

/** To the microsecond, so that a file has no tails of digits. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
const rounded = (value: number | undefined): number | undefined => (value === undefined ? undefined : round(value));

export function figuresOf(observations: readonly Observation[]): ErrorFigures {
  const errors = observations.flatMap((one) => (one.kind === 'measured' ? [one.errorMs] : []));
  const stated = observations.flatMap((one) => (one.kind === 'measured' || one.kind === 'censored' ? [one] : []));
  const absolute = errors.map(Math.abs);
  return {
    n: errors.length,
    biasMs: errors.length === 0 ? undefined : round(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    p95AbsErrorMs: rounded(quantile(absolute, 0.95)),
    maxAbsErrorMs: rounded(quantile(absolute, 1)),
    coverage: stated.length === 0 ? undefined : round(stated.filter(({ covered }) => covered).length / stated.length),
    plusMinusMs: rounded(
      quantile(
        stated.map(({ plusMinusMs }) => plusMinusMs),
        0.5,
      ),
    ),
    censored: observations.filter(({ kind }) => kind === 'censored').length,
    missed: observations.filter(({ kind }) => kind === 'missed').length,
  };
}

/** The widest half-width of the truth among what was measured, ms. */
export function truthPlusMinusMs(observations: readonly Observation[]): number {
  return round(observations.reduce((worst, one) => ('truthMs' in one ? Math.max(worst, one.truthMs) : worst), 0));
}
