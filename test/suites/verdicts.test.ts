/**
 * The suites of premature replies in virtual time, against agents of known behaviour: what is told follows from how they are made. Every
 * scene is played beside the threshold of an agent that cuts in; all cells against all agents: npm run verify.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CompiledSuite } from '../../src/scenario/index.js';
import { summarise } from '../../src/score/summarise.js';
import type { SessionScore } from '../../src/score/model.js';
import { playCase } from '../cases/play.js';
import { AGENTS, told, wanted } from './agents.js';
import { judgedTurn, ownSuite, SUITES, sweptPause } from './own-suites.js';

// Sessions in virtual time take the processor for seconds, and it may be shared.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

/** The cells of each scene that say most: either side of the threshold, and what a patient or a silent agent finds hardest or easiest. */
const CELLS: Readonly<Record<keyof typeof AGENTS, (value: number | undefined) => boolean>> = {
  premature: (value) => value === undefined || value === 700 || value === 1000,
  patient: (value) => value === 2000,
  silent: (value) => value === 0,
};

describe.each(SUITES)('%s', (name) => {
  let suite: CompiledSuite;
  beforeAll(async () => {
    suite = await ownSuite(name);
  });

  it.each(Object.keys(AGENTS) as (keyof typeof AGENTS)[])('%s', async (agent) => {
    const cells = suite.scenes.filter((scene) => CELLS[agent](sweptPause(scene)));
    expect(cells.length).toBeGreaterThanOrEqual(4);
    for (const scene of cells)
      expect(told(await playCase(suite, scene, AGENTS[agent]), judgedTurn(scene).id), `${scene.id} ${agent}`).toEqual(wanted(scene, agent));
  });
});

it('the curve of a sweep jumps at the threshold', async () => {
  const suite = await ownSuite('phone-numbers');
  const scenes = suite.scenes.filter(({ scene }) => scene === 'zh-mobile');
  const plan = scenes.map(({ id }, i) => ({ id, suite: suite.name, scene: id, agent: 'a', repeat: 1, block: 0, seed: i }));
  const scores: SessionScore[] = [];
  for (const scene of scenes) scores.push({ ...(await playCase(suite, scene, AGENTS.premature)), session: scene.id });
  const { variants = [] } = summarise({ id: 'r', plan, scenes }, scores);
  const cut = variants.map(({ values, measures }) => [values['pause'], measures.find(({ measure }) => measure === 'false-cutoff')?.failed]);
  expect(cut).toEqual([[0, 0], [300, 0], [500, 0], [700, 0], [1000, 1], [1500, 1], [2000, 1]]); // prettier-ignore
});
