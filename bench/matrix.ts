/**
 * Is the scorer right? Every reference agent against every scene of a suite: the verdict that follows from the agent's own action log and
 * the schedule, by a module that shares no code with the scorer, held against the scorer's.
 *
 *   node dist/bench/matrix.js [--suite scenarios/cases.yaml] [--one-of-each] [--scene ID]... [--agent NAME]...
 *                                 in virtual time, every cell; one variant of each sweep with --one-of-each
 *   node dist/bench/matrix.js --live [--at-once 2] [--scene ID]... [--agent NAME]...
 *                                 30 cells and more in rooms of the embedded server
 *
 * Exit code 1 when a decided cell is wrong.
 */
import { parseArgs } from 'node:util';
import { mediaFirst } from '../simulator/priority.js';
import { startRoomServer } from '../simulator/server/start.js';
import { AGENTS } from '../test/verify/matrix/agents.js';
import { liveMatrix, LIVE_PAIRS } from '../test/verify/matrix/live.js';
import { loadCases, memoryMatrix, memoryStage, oneOfEach } from '../test/verify/matrix/memory.js';
import type { Cell } from '../test/verify/matrix/cell.js';
import { line, table } from '../test/verify/matrix/table.js';

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'scenarios/cases.yaml' },
    scene: { type: 'string', multiple: true, default: [] },
    agent: { type: 'string', multiple: true, default: [] },
    'one-of-each': { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
  },
});
const named = (wanted: readonly string[], ...names: readonly string[]): boolean =>
  wanted.length === 0 || names.some((name) => wanted.includes(name));

async function live(): Promise<Cell[]> {
  // As a media worker does: what else the machine does is not to make frames leave late.
  mediaFirst();
  const suite = await loadCases(values.suite);
  const pairs = LIVE_PAIRS.filter(({ scene, agent }) => named(values.scene, scene) && named(values.agent, agent));
  const server = await startRoomServer();
  try {
    return await liveMatrix(pairs, { access: server, suite, atOnce: Number(values['at-once']), each: (cell) => console.log(line(cell)) });
  } finally {
    await server.stop();
  }
}

async function memory(): Promise<Cell[]> {
  const suite = await loadCases(values.suite);
  const scenes = (values['one-of-each'] ? oneOfEach(suite.scenes) : suite.scenes).filter(({ id, scene }) => named(values.scene, id, scene));
  return memoryMatrix(
    await memoryStage(suite),
    scenes,
    AGENTS.filter(({ name }) => named(values.agent, name)),
    (cell) => console.log(line(cell)),
  );
}

const t0 = performance.now();
const cells = await (values.live ? live() : memory());
console.log(table(cells));
console.log(`in ${((performance.now() - t0) / 1000).toFixed(0)} s`);
process.exit(cells.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
