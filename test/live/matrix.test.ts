/**
 * Some cells of the matrix (test/verify/matrix) in rooms of the embedded server: what an agent's own log says is what the scorer says.
 * `npm run bench -- matrix --live` plays 30.
 *
 * A slow machine spoils cells and makes none wrong, so nothing is asked of how many are decided; and no session outlasts its own bounds
 * (simulator/patience.ts), so that the test's is beyond the sum of theirs.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startRoomServer } from '../../simulator/server/start.js';
import { liveMatrix, type Pair } from '../verify/matrix/live.js';
import { loadCases } from '../verify/matrix/memory.js';
import { table } from '../verify/matrix/table.js';

const CASES = fileURLToPath(new URL('../../scenarios/cases.yaml', import.meta.url));
/** Short scenes; each fault beside an agent that has not got it, and both ways of dying. */
const PAIRS: readonly Pair[] = [
  { scene: 'c05', agent: 'answer-after' },
  { scene: 'c05', agent: 'premature,pause=620,speak=700' },
  { scene: 'c16', agent: 'double' },
  { scene: 'c16', agent: 'dies' },
  { scene: 'c16', agent: 'dies,how=track' },
];
const MINUTES = 60_000;

test('the scorer says in rooms what the agents say of themselves', { timeout: 60 * MINUTES }, async () => {
  const suite = await loadCases(CASES);
  const server = await startRoomServer();
  try {
    const cells = await liveMatrix(PAIRS, { access: server, suite, atOnce: 2 });
    expect(cells.map(({ scene, agent }) => ({ scene, agent }))).toEqual(PAIRS);
    expect(
      cells.filter(({ wrong }) => wrong.length > 0),
      table(cells),
    ).toEqual([]);
  } finally {
    await server.stop();
  }
});
