/** Options of `turnrig entry-yield` as values. */
import { InvalidArgumentError } from 'commander';
import { KIND_NAMES, isKind, type Kind } from '../../entry-yield/model.js';
import { suggest } from '../../scenario/nearest.js';

export function positive(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('a number above 0 is wanted.');
}

export function notNegative(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('a number from 0 is wanted.');
}

/** "0.8" or "0.8,0.9" */
export function recalls(value: string): number[] {
  const numbers = value.split(',').map(Number);
  if (numbers.every((one) => one > 0 && one <= 1)) return numbers;
  throw new InvalidArgumentError('recalls above 0 and up to 1 are wanted, for example 0.8 or 0.5,0.8.');
}

/** "MINE=INT_YIELD", collected. */
export function kindMap(value: string, before: ReadonlyMap<string, Kind> = new Map()): ReadonlyMap<string, Kind> {
  const at = value.lastIndexOf('=');
  const kind = value.slice(at + 1);
  if (at < 1) throw new InvalidArgumentError('YOURS=KIND is wanted, for example INT_SUCCESS=INT_YIELD.');
  if (!isKind(kind)) throw new InvalidArgumentError(`"${kind}" is no kind. ${suggest(kind, KIND_NAMES)}`);
  return new Map([...before, [value.slice(0, at), kind]]);
}
