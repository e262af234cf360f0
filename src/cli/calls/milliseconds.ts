import { TurnrigError } from '../../error.js';

/** Whole milliseconds of an option. @throws TurnrigError `input`. */
export function milliseconds(value: string, flag: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new TurnrigError('input', `${flag} must be whole milliseconds, not ${JSON.stringify(value.slice(0, 40))}`, {
    hint: `For example: ${flag} 5200`,
  });
}
