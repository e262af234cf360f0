/** Every cell of the suites of premature replies against three agents of known behaviour, in virtual time. */
import { expect, it } from 'vitest';
import { playCase } from '../cases/play.js';
import { AGENTS, told, wanted } from '../suites/agents.js';
import { judgedTurn, ownSuite, SUITES } from '../suites/own-suites.js';

it.each(SUITES)('%s: each cell as the agents are made', async (name) => {
  const suite = await ownSuite(name);
  for (const agent of Object.keys(AGENTS) as (keyof typeof AGENTS)[])
    for (const scene of suite.scenes) {
      const score = await playCase(suite, scene, AGENTS[agent]);
      expect(told(score, judgedTurn(scene).id), `${scene.id} ${agent}`).toEqual(wanted(scene, agent));
    }
});
