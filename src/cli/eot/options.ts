/** Options that the benchmark's commands share. */
import { InvalidArgumentError, type Command } from 'commander';
import { MAX_HOLD, MIN_HOLD } from '../../eot/constants.js';

/** A finite number, as Python's float reads it. */
export function float(value: string): number {
  const parsed = Number(value);
  if (value.trim() === '' || !Number.isFinite(parsed)) throw new InvalidArgumentError('a number is wanted.');
  return parsed;
}

export function floatFrom(least: number, most = Infinity): (value: string) => number {
  return (value) => {
    const parsed = float(value);
    if (parsed < least || parsed > most)
      throw new InvalidArgumentError(most === Infinity ? `it must be ${least} or more.` : `it must be from ${least} to ${most}.`);
    return parsed;
  };
}

export function positiveInteger(value: string): number {
  const parsed = float(value);
  if (!Number.isInteger(parsed) || parsed <= 0) throw new InvalidArgumentError('a whole number above 0 is wanted.');
  return parsed;
}

export function positive(value: string): number {
  const parsed = float(value);
  if (parsed <= 0) throw new InvalidArgumentError('a number above 0 is wanted.');
  return parsed;
}

export interface HoldOptions {
  readonly minHoldSpanDuration: number;
  readonly maxHoldSpanDuration: number;
}

/** --min-hold-span-duration and --max-hold-span-duration, seconds. */
export function holdOptions(command: Command): Command {
  return command
    .option('--min-hold-span-duration <seconds>', 'shorter pauses do not count', float, MIN_HOLD)
    .option('--max-hold-span-duration <seconds>', 'longer pauses do not count', float, MAX_HOLD);
}
