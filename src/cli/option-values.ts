/** Values of options, as commander reads them: what is wrong is one clear message with the option's name. */
import { InvalidArgumentError } from 'commander';

/** Of an option that may be given more than once. */
export const list = (value: string, before: readonly string[]): readonly string[] => [...before, value];

/** A whole number between two bounds. */
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: string): number => {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!Number.isSafeInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`} is wanted.`);
    return number;
  };
