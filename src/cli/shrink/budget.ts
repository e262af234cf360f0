/** `--budget`: "200" or "200 sessions" is so many sessions in all, "30m" or "30 minutes" so long for this call. */
import { InvalidArgumentError } from 'commander';

export type BudgetOption = { readonly sessions: number } | { readonly minutes: number };

export function budgetOf(value: string): BudgetOption {
  const [, digits, unit = ''] = /^(\d{1,6})\s*(m|min|minutes|sessions)?$/.exec(value.trim()) ?? [];
  const number = Number(digits);
  if (digits === undefined || number < 1) throw new InvalidArgumentError('so many sessions ("200") or minutes ("30m") are wanted, from 1.');
  return unit.startsWith('m') ? { minutes: number } : { sessions: number };
}
