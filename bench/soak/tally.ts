/** What many rounds came to. Pure. */
import { quantile } from '../statistics.js';
import { STARVED, type RoundRecord } from './model.js';

/** A join that lost a handshake packet waits for a repetition after a second (facts.md), ms. */
const SLOW_JOIN = 900;

export interface SoakTally {
  readonly rounds: number;
  readonly joins: {
    readonly n: number;
    /** ms; null without a join. */
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly worst: number | null;
    /** How many took longer than 900 ms. */
    readonly slow: number;
  };
  readonly tracks: { readonly heard: number; readonly expected: number };
  /** Counts by kind. */
  readonly crashes: Readonly<Record<string, number>>;
  readonly troubles: Readonly<Record<string, number>>;
  /** Rounds whose client was starved, and what did not work in them: it counts for nobody. Their crashes do count. */
  readonly starved: { readonly rounds: number; readonly troubles: Readonly<Record<string, number>> };
  /** Of the server's longest-lived process: bytes after its first and its last round, and bytes a join in between; null where not told. */
  readonly memory: { readonly first: number; readonly last: number; readonly perJoin: number } | null;
}

/** Any order of rounds gives the same tally. */
export function tally(rounds: readonly RoundRecord[]): SoakTally {
  const joins = rounds.flatMap((round) => round.joins);
  const at = (share: number): number | null => (joins.length === 0 ? null : Math.round(quantile(joins, share)));
  return {
    rounds: rounds.length,
    joins: {
      n: joins.length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      worst: at(1),
      slow: joins.filter((ms) => ms > SLOW_JOIN).length,
    },
    tracks: { heard: sum(rounds.map(({ heard }) => heard)), expected: sum(rounds.map(({ expected }) => expected)) },
    crashes: countBy(rounds.flatMap(({ crashes }) => crashes)),
    troubles: countBy(rounds.filter((round) => !isStarved(round)).flatMap(({ troubles }) => troubles.map(kindOf))),
    starved: {
      rounds: rounds.filter(isStarved).length,
      troubles: countBy(rounds.filter(isStarved).flatMap(({ troubles }) => troubles.map(kindOf))),
    },
    memory: memoryOf(rounds),
  };
}

const isStarved = ({ stall }: RoundRecord): boolean => stall > STARVED;

/** No crash and no trouble. */
export function isClean(result: Pick<SoakTally, 'crashes' | 'troubles'>): boolean {
  return Object.keys(result.crashes).length === 0 && Object.keys(result.troubles).length === 0;
}

/** Messages that differ by a number, an id or an address only are of one kind. */
export function kindOf(message: string): string {
  return message
    .replace(/\b(?:wss?|https?):\/\/\S+/g, 'URL')
    .replace(/\b(?:PA|TR|RM|ND)_\w+/g, 'ID')
    .replace(/\d+/g, 'N')
    .slice(0, 120);
}

function memoryOf(rounds: readonly RoundRecord[]): SoakTally['memory'] {
  const instances = new Map<number, RoundRecord[]>();
  for (const round of rounds) instances.set(round.pid, [...(instances.get(round.pid) ?? []), round]);
  const longest = [...instances.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const told = longest
    .toSorted((a, b) => a.round - b.round)
    .flatMap(({ rss, joins }) => (rss === undefined ? [] : [{ rss, joins: joins.length }]));
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return null;
  const between = sum(told.slice(1).map((round) => round.joins));
  return { first: first.rss, last: last.rss, perJoin: between === 0 ? 0 : Math.round((last.rss - first.rss) / between) };
}

function countBy(kinds: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
