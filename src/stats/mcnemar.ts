/** McNemar's exact test: two answers to each of the same questions, one window a pair (statistics.md). Pairs with repeats: sign-flip.ts. */
import { binomialCdf } from './binomial.js';

export interface McNemar {
  /** Exact, two-sided: the discordant pairs are a fair coin if both are alike. */
  readonly pValue: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** All pairs. */
  readonly pairs: number;
}

export interface BooleanPair {
  readonly pair: string;
  readonly a: boolean;
  readonly b: boolean;
}

/** From the counts of pairs in which only the one or only the other is true. */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  return Math.min(1, 2 * binomialCdf(Math.min(onlyA, onlyB), onlyA + onlyB, 0.5));
}

/** Refused where a pair comes twice: its repeats are not independent. */
export function mcnemar(pairs: readonly BooleanPair[]): McNemar | { readonly refused: string } {
  const seen = new Set<string>();
  for (const { pair } of pairs) {
    if (seen.has(pair)) return { refused: `the pair ${pair} has more than one window: repeats want the sign-flip test on differences` };
    seen.add(pair);
  }
  const onlyA = pairs.filter(({ a, b }) => a && !b).length;
  const onlyB = pairs.filter(({ a, b }) => b && !a).length;
  return { pValue: mcnemarExact(onlyA, onlyB), onlyA, onlyB, pairs: pairs.length };
}
