/**
 * Several annotators of the same points (premature-reply.md, "Validation": one file each): Cohen's kappa for the label and for each reason, and every
 * point on which two of them differ, for arbitration. Cohen, "A coefficient of agreement for nominal scales" (1960).
 */
import { groupBy } from '../tabular/group-by.js';
import { isHeard, type DecisionPoint, type HeardPoint } from './model.js';

export interface Kappa {
  readonly n: number;
  /** How many both say the same of. */
  readonly agreed: number;
  /** 1 agree always, 0 as by chance; undefined where chance alone agrees always, or of nothing. */
  readonly kappa: number | undefined;
}

export interface PairAgreement {
  readonly annotators: readonly [string, string];
  /** Points that both have labelled. */
  readonly common: number;
  /** May reply, may not, nobody can tell: three categories. */
  readonly label: Kappa;
  /** All reasons as categories. */
  readonly reason: Kappa;
  /** One reason against all others. */
  readonly byReason: ReadonlyMap<string, Kappa>;
}

/** A point on which annotators differ. */
export interface Conflict {
  readonly callId: string;
  readonly decisionMs: number;
  readonly on: 'label' | 'reason';
  readonly said: readonly HeardPoint[];
}

export interface Agreement {
  readonly annotators: readonly string[];
  readonly pairs: readonly PairAgreement[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Drafts say nothing and are left out.
 *
 * @param given points of each annotator; a name is of the file, not of the column, because arbitrated rows bear the arbiter's.
 */
export function agreement(given: readonly { readonly annotator: string; readonly points: readonly DecisionPoint[] }[]): Agreement {
  const files = given.map(({ annotator, points }) => ({ annotator, points: points.filter(isHeard) }));
  const byFile = files.map(({ points }) => new Map(points.map((point) => [keyOf(point), point])));
  const pairs: PairAgreement[] = [];
  for (const [i, a] of byFile.entries()) {
    for (const [k, b] of byFile.entries()) {
      if (k <= i) continue;
      const both = [...a].flatMap(([key, point]): [HeardPoint, HeardPoint][] => {
        const other = b.get(key);
        return other === undefined ? [] : [[point, other]];
      });
      pairs.push(pairOf([files[i]?.annotator ?? '', files[k]?.annotator ?? ''], both));
    }
  }
  return { annotators: files.map(({ annotator }) => annotator), pairs, conflicts: conflictsOf(files.flatMap(({ points }) => points)) };
}

const keyOf = ({ callId, decisionMs }: DecisionPoint): string => JSON.stringify([callId, decisionMs]);

function pairOf(annotators: readonly [string, string], both: readonly (readonly [HeardPoint, HeardPoint])[]): PairAgreement {
  const kappaOf = (category: (point: HeardPoint) => string): Kappa => cohensKappa(both.map(([a, b]) => [category(a), category(b)]));
  const reasons = [...new Set(both.flatMap((pair) => pair.map(({ reason }) => reason)))].sort();
  return {
    annotators,
    common: both.length,
    label: kappaOf(({ canReply }) => String(canReply)),
    reason: kappaOf(({ reason }) => reason),
    byReason: new Map(reasons.map((one) => [one, kappaOf(({ reason }) => String(reason === one))])),
  };
}

/** (observed - chance) / (1 - chance), from whole counts. */
export function cohensKappa(pairs: readonly (readonly [string, string])[]): Kappa {
  const n = pairs.length;
  const count = (list: readonly string[]): Map<string, number> =>
    new Map([...groupBy(list, (one) => one)].map(([key, own]) => [key, own.length]));
  const [first, second] = [count(pairs.map(([a]) => a)), count(pairs.map(([, b]) => b))];
  const agreed = pairs.filter(([a, b]) => a === b).length;
  /** n squared times the chance of agreement. */
  const chance = [...first].reduce((sum, [category, times]) => sum + times * (second.get(category) ?? 0), 0);
  return { n, agreed, kappa: chance === n * n ? undefined : (n * agreed - chance) / (n * n - chance) };
}

function conflictsOf(points: readonly HeardPoint[]): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const said of groupBy(points, keyOf).values()) {
    const [first] = said;
    if (first === undefined) continue;
    const on = said.some(({ canReply }) => canReply !== first.canReply)
      ? 'label'
      : said.some(({ reason }) => reason !== first.reason)
        ? 'reason'
        : undefined;
    if (on !== undefined) conflicts.push({ callId: first.callId, decisionMs: first.decisionMs, on, said });
  }
  return conflicts.sort((a, b) => (a.callId < b.callId ? -1 : a.callId > b.callId ? 1 : a.decisionMs - b.decisionMs));
}
