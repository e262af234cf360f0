/**
 * Whether what the rig spoiled fell on two agents, or two arms, so unequally that it may be why they differ (measurement.md, Outcomes:
 * "unequal between two arms, there is no verdict").
 *
 * Two conditions, both needed:
 *   1. The shares differ by more than chance: Fisher's exact test, two-sided, at 5%, Bonferroni's correction over the pairs. With few
 *      sessions it cannot reject, and need not: there the limit of 5% of all sessions leaves no room for more than one or two.
 *   2. The spoiled sessions could turn the verdict: the run would be `met` without them, or the worst-case bounds of the two overlap in
 *      some measure or in the agents' failures, so that which of them is better could come out the other way round. Where neither can
 *      happen, whatever the spoiled sessions hid, the verdict stands.
 */
import { fisherExact } from '../stats/fisher.js';
import { worstCase } from './bounds.js';
import type { RunSummary } from './model.js';

/** Error of the test of equal shares. */
export const UNEQUAL_ALPHA = 0.05;

/** Counts of what is compared, by name: decided and hit ones, and those that were spoiled. */
interface Counts {
  readonly hits: number;
  readonly counted: number;
  readonly spoiled: number;
}
interface Side {
  readonly name: string;
  readonly done: number;
  readonly rigInvalid: number;
  readonly rates: ReadonlyMap<string, Counts>;
}

/** What is read of a summary. */
export type SpoiledSides = Pick<RunSummary, 'outcomes' | 'measures' | 'arms'>;

/**
 * @param wouldBeMet whether the run is met as far as it was decided.
 * @returns the reason for there being no verdict, or undefined.
 */
export function unequallySpoiled(summary: SpoiledSides, wouldBeMet: boolean): string | undefined {
  return among('agents', agentsOf(summary), wouldBeMet) ?? among('arms', armsOf(summary), wouldBeMet);
}

function among(what: string, sides: readonly Side[], wouldBeMet: boolean): string | undefined {
  const pairs = sides.flatMap((a, i) => sides.slice(i + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    const p = fisherExact(a.rigInvalid, a.done, b.rigInvalid, b.done);
    if (p * pairs.length >= UNEQUAL_ALPHA) continue;
    const turned = wouldBeMet ? 'all being met' : turnable(a, b);
    if (turned === undefined) continue;
    const share = (side: Side): string => `${side.rigInvalid} of ${side.done} of ${side.name}`;
    return `the rig spoiled the ${what}' sessions unequally (${share(a)}, ${share(b)}; Fisher's exact test, p = ${p.toPrecision(2)}), which may have decided ${turned}`;
  }
  return undefined;
}

/** The first rate in which the spoiled sessions could turn round which of the two is better. */
function turnable(a: Side, b: Side): string | undefined {
  for (const [name, one] of a.rates) {
    const other = b.rates.get(name);
    if (other === undefined || one.spoiled + other.spoiled === 0 || nothingIn(one) || nothingIn(other)) continue;
    const [x, y] = [range(one), range(other)];
    if (x.lowest <= y.highest && y.lowest <= x.highest) return `which is better in ${name}`;
  }
  return undefined;
}

/** There is no rate that could be better or worse. */
const nothingIn = ({ counted, spoiled }: Counts): boolean => counted === 0 && spoiled === 0;

function range({ hits, counted, spoiled }: Counts): { readonly lowest: number; readonly highest: number } {
  return worstCase(hits, counted, spoiled) ?? { lowest: hits / counted, highest: hits / counted };
}

function agentsOf(summary: SpoiledSides): Side[] {
  return summary.outcomes.map(({ agent, scored, agentFailure, rigInvalid }) => ({
    name: agent,
    done: scored + agentFailure + rigInvalid,
    rigInvalid,
    rates: new Map([
      ['agent failures', { hits: agentFailure, counted: scored + agentFailure, spoiled: rigInvalid }],
      ...summary.measures
        .filter((row) => row.agent === agent)
        .map(({ measure, tally, bounds }): [string, Counts] => [
          measure,
          { hits: tally.pass, counted: tally.pass + tally.fail, spoiled: bounds?.spoiled ?? 0 },
        ]),
    ]),
  }));
}

/** Arms are compared by all their windows together. */
function armsOf(summary: SpoiledSides): Side[] {
  return (summary.arms ?? []).map(({ arm, done, rigInvalid, tally, spoiledWindows }) => ({
    name: arm,
    done,
    rigInvalid,
    rates: new Map([['expectations met', { hits: tally.pass, counted: tally.pass + tally.fail, spoiled: spoiledWindows }]]),
  }));
}
