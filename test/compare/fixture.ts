/** Systems of made-up runs, as `turnrig compare` reads them. */
import { SystemPlays } from '../../src/compare/system.js';
import type { SystemInput } from '../../src/compare/compare.js';
import { separate } from '../../src/score/counted.js';
import { SelectiveCounts } from '../../src/score/selective/counts.js';
import type { SelectiveSummary } from '../../src/score/selective/model.js';
import { placesOf } from '../../src/score/statistics/cluster-of.js';
import { summarise } from '../../src/score/summarise.js';
import { madeRun, type MadeScene } from '../score/selective-run.js';

export function systemOf(name: string, made: readonly MadeScene[], run = 0): SystemInput {
  const own = madeRun(made);
  const plays = new SystemPlays(name);
  const places = placesOf(own);
  const counts = new SelectiveCounts(own);
  for (const result of own.results) {
    const planned = own.plan.find(({ id }) => id === result.session);
    const scene = own.scenes.find(({ id }) => id === planned?.scene);
    const place = places.get(result.session);
    if (scene !== undefined && place !== undefined) plays.add(result, place, scene);
    counts.add(result);
  }
  const counted = counts.done();
  const selective = counted && separate<SelectiveSummary>(counted).value;
  return { plays, run, agent: 'a', summary: summarise(own, own.results), selective };
}
