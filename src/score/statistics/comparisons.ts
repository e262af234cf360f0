/**
 * What is compared in a run: two agents on the same scenes, and two arms of a suite on the same agent (statistics.md). A suite's declared
 * primary measure is one claim, corrected by Holm only for how many pairs of agents or arms it is made of; all other rows are corrected by
 * Holm over everything that is compared in the suite.
 */
import type { PrimaryMeasure } from '../../scenario/model.js';
import { LEVEL } from '../../stats/interval.js';
import { holm } from '../../stats/multiplicity.js';
import { pairsMissing } from '../../stats/power.js';
import { MEASURES } from '../model.js';
import type { WithWindows } from '../counted.js';
import { isDiagnostic } from '../diagnostics.js';
import { compareRow, type ComparedRow, type CountedUnit, type SidePlay } from './compare.js';
import type { ArmComparison, Compared, Comparison } from './model.js';
import type { Play } from './plays.js';
import { round6 } from './rounding.js';

/** What sides are compared in: no diagnostic is an ability. */
export const COMPARED: readonly Compared[] = [...MEASURES.filter((measure) => !isDiagnostic(measure)), 'wait'];

export interface ComparedRun {
  readonly agents: readonly string[];
  readonly suites: readonly string[];
  readonly primaries: ReadonlyMap<string, PrimaryMeasure>;
  readonly plays: readonly Play[];
}

export interface AllComparisons {
  readonly agents: readonly WithWindows<Comparison>[];
  readonly arms: readonly WithWindows<ArmComparison>[];
}

export function comparisons({ agents, suites, primaries, plays }: ComparedRun): AllComparisons {
  const found = suites.map((suite) => {
    const own = plays.filter(({ place }) => place.suite === suite);
    const all = [...ofAgents(suite, agents, own), ...ofArms(suite, agents, own)];
    return corrected(all, primaries.get(suite));
  });
  return {
    agents: found.flat().flatMap((one) => (one.agent === undefined ? [one] : [])),
    arms: found.flat().flatMap((one) => (one.agent === undefined ? [] : [{ ...one, agent: one.agent }])),
  };
}

export type Corrected = Omit<Row, 'differences'> & Pick<Comparison, 'adjusted' | 'primary' | 'more'>;
export type Row = ComparedRow & { readonly suite: string; readonly a: string; readonly b: string; readonly agent?: string };

function ofAgents(suite: string, agents: readonly string[], plays: readonly Play[]): Row[] {
  const side = (name: string): SidePlay[] =>
    plays
      .filter(({ agent }) => agent === name)
      .map((at) => ({ scene: at.place.cluster, play: JSON.stringify([at.place.scene, at.place.repeat]), at }));
  const sides = new Map(agents.map((agent) => [agent, side(agent)]));
  return pairs(agents).flatMap(([a, b]) => rows(sides.get(a), sides.get(b), 'windows').map((row) => ({ suite, a, b, ...row })));
}

/** Every agent's arms, each with each in the order in which they were played first. */
function ofArms(suite: string, agents: readonly string[], plays: readonly Play[]): Row[] {
  return agents.flatMap((agent) => {
    const sides = new Map<string, SidePlay[]>();
    for (const at of plays) {
      const { inArm, repeat } = at.place;
      if (at.agent !== agent || inArm === undefined) continue;
      const play = { scene: inArm.match, play: JSON.stringify([inArm.match, repeat]), at };
      const before = sides.get(inArm.arm);
      if (before === undefined) sides.set(inArm.arm, [play]);
      else before.push(play);
    }
    return pairs([...sides.keys()]).flatMap(([a, b]) =>
      rows(sides.get(a), sides.get(b), 'sessions').map((row) => ({ suite, a, b, agent, ...row })),
    );
  });
}

const pairs = (names: readonly string[]): (readonly [string, string])[] =>
  names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));

const rows = (a: readonly SidePlay[] = [], b: readonly SidePlay[] = [], counted: CountedUnit): ComparedRow[] =>
  COMPARED.flatMap((what) => compareRow(a, b, what, counted) ?? []);

/** The rows with their adjusted p, the primary measure's first. */
export function corrected(all: readonly Row[], primary: PrimaryMeasure | undefined): Corrected[] {
  const claims = all.filter(({ what }) => what === primary);
  const others = all.filter(({ what }) => what !== primary);
  const overAll = holm(all.map(({ pValue }) => pValue));
  const overClaims = holm(claims.map(({ pValue }) => pValue));
  return [
    ...claims.map((row, i) => withAdjusted(row, overClaims[i] ?? 1, true)),
    ...others.map((row) => withAdjusted(row, overAll[all.indexOf(row)] ?? 1, false)),
  ];
}

function withAdjusted({ differences, ...row }: Row, p: number, primary: boolean): Corrected {
  const missing = p <= 1 - LEVEL ? undefined : pairsMissing(differences);
  return { ...row, adjusted: round6(p), ...(primary ? { primary: true } : {}), ...(missing === undefined ? {} : { more: missing }) };
}
