/** Adds up what was played, and holds it against the truth. */
import type { CompiledScene } from '../../src/scenario/model.js';
import { separate } from '../../src/score/counted.js';
import { SelectiveCounts } from '../../src/score/selective/counts.js';
import type { SelectiveSummary } from '../../src/score/selective/model.js';
import { mcnemarExact } from '../../src/stats/mcnemar.js';
import { differences, RuleTruth } from './check.js';
import type { PlayedFile } from './file.js';
import { plannedSession } from './play.js';
import { RULES } from './truth.js';

export interface Verified {
  readonly summary: SelectiveSummary;
  /** One sentence a count that is not the truth. */
  readonly wrong: readonly string[];
  /** Counts that were held against the truth. */
  readonly sessions: number;
}

/** @param files in the order of their pairs. */
export function verified(files: readonly PlayedFile[]): Verified {
  const scenes: CompiledScene[] = files.flatMap((file) => file.scenes);
  const plan = RULES.flatMap((rule) => scenes.map((scene) => plannedSession(scene, rule)));
  const agents = RULES.map(({ name }) => ({ name, way: 'reference' as const, settings: {}, reported: {} }));
  const counts = new SelectiveCounts({ id: 'bench', plan, scenes, agents });
  const wrong: string[] = [];
  let sessions = 0;
  for (const { results } of files)
    for (const result of results) {
      sessions += 1;
      counts.add(result);
      if (result.outcome !== 'scored') wrong.push(`${result.session}: ${result.outcome}, ${result.reason}`);
    }
  const counted = counts.done();
  if (counted === undefined) throw new Error('no labelled scene was scored');
  const { value: summary } = separate<SelectiveSummary>(counted);
  for (const rule of RULES) {
    const truth = new RuleTruth(rule);
    for (const scene of scenes) truth.add(scene);
    for (const [condition, right] of Object.entries(truth.counts)) {
      const found = summary.scores.find((one) => one.agent === rule.name && one.condition === condition);
      if (found === undefined) wrong.push(`${rule.name}, ${condition}: no scores`);
      else wrong.push(...differences(found, right));
    }
    const { pairs, onlyExplicit, onlyImplicit } = truth.pairs;
    const found = summary.pairs?.find(({ agent }) => agent === rule.name);
    const p = Math.round(1e6 * mcnemarExact(onlyExplicit, onlyImplicit)) / 1e6;
    const own = [found?.pairs, found?.onlyA ?? 0, found?.onlyB ?? 0, found?.pValue].join(', ');
    const right = [pairs, onlyExplicit, onlyImplicit, p].join(', ');
    if (own !== right)
      wrong.push(`${rule.name}, explicit against implicit: pairs, only explicit, only implicit, p are ${own}, the truth ${right}`);
  }
  return { summary, wrong, sessions };
}
