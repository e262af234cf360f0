/** Two arms of scenes, repeat by repeat: what one arm adds to the other in the same repeat. Pure. */
import { pairDifferences, signFlip, type Pair } from '../../src/stats/sign-flip.js';

/** A scored session of a scene that stands in an arm. */
export interface ArmSession {
  readonly agent: string;
  readonly suite: string;
  readonly arm: string;
  readonly repeat: number;
  /** Wait for the reply, ms; undefined where none was measured (cut in, none came, not judged). */
  readonly waitMs: number | undefined;
  /** Whether the agent began in a pause or in the words; undefined where that was not decided. */
  readonly cutIn: boolean | undefined;
}

export interface ArmComparison {
  readonly agent: string;
  readonly suite: string;
  /** The difference is the second arm's value less the first one's. */
  readonly arms: readonly [string, string];
  readonly what: 'wait, ms' | 'cut in, share';
  /** Repeats that were scored in both arms, and those with a value in both. */
  readonly repeats: number;
  readonly pairs: number;
  readonly meanDifference?: number;
  /** Two-sided, by the sign-flip test over the repeats' differences (statistics.md, "Two arms"); not below `smallestPValue`. */
  readonly pValue?: number;
  readonly smallestPValue?: number;
}

const VALUES = [
  ['wait, ms', ({ waitMs }: ArmSession) => waitMs],
  ['cut in, share', ({ cutIn }: ArmSession) => (cutIn === undefined ? undefined : Number(cutIn))],
] as const;

/** Every agent's arms of every suite, each with each in the order in which they were played first. */
export function compareArms(sessions: readonly ArmSession[], seed = 1): ArmComparison[] {
  const groups = new Map<string, ArmSession[]>();
  for (const session of sessions) {
    const key = JSON.stringify([session.agent, session.suite]);
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  return [...groups.values()].flatMap((group) => {
    const arms = [...new Set(group.map(({ arm }) => arm))];
    return arms.flatMap((a, i) => arms.slice(i + 1).flatMap((b) => compare(group, [a, b], seed)));
  });
}

function compare(group: readonly ArmSession[], arms: readonly [string, string], seed: number): ArmComparison[] {
  const [first] = group;
  if (first === undefined) return [];
  const of = (arm: string, repeat: number): ArmSession[] => group.filter((one) => one.arm === arm && one.repeat === repeat);
  const repeats = [...new Set(group.map(({ repeat }) => repeat))].filter((repeat) => arms.every((arm) => of(arm, repeat).length > 0));
  return VALUES.map(([what, value]) => {
    const values = (arm: string, repeat: number): number[] =>
      of(arm, repeat).flatMap((session) => {
        const one = value(session);
        return one === undefined ? [] : [one];
      });
    const pairs = repeats.map((repeat): Pair => ({ pair: String(repeat), a: values(arms[0], repeat), b: values(arms[1], repeat) }));
    const differences = pairDifferences(pairs);
    const test = signFlip(differences, seed);
    const base = { agent: first.agent, suite: first.suite, arms, what, repeats: repeats.length, pairs: differences.length };
    if (test === undefined) return base;
    return { ...base, meanDifference: test.meanDifference, pValue: test.pValue, smallestPValue: test.smallestPValue };
  });
}
