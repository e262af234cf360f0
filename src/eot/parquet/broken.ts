import { TurnrigError, messageOf } from '../../error.js';

/** Whatever a damaged file makes a reader throw becomes one sentence. */
export function brokenParquet(name: string, cause: unknown, why = messageOf(cause)): TurnrigError {
  return new TurnrigError('input', `${name} cannot be read as parquet: ${why}`, {
    hint: 'Is it whole? A parquet file begins and ends with PAR1.',
    cause,
  });
}
