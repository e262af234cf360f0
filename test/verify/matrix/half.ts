/** The matrix in two halves, for two workers: every scene of the suite `cases`, one variant of each sweep, against every reference agent. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AGENTS } from './agents.js';
import { loadCases, memoryMatrix, memoryStage, oneOfEach } from './memory.js';
import { table } from './table.js';

const CASES = fileURLToPath(new URL('../../../scenarios/cases.yaml', import.meta.url));

/** TURNRIG_PRINT=1 prints the table of cells. */
export function matrixTest(half: 0 | 1): void {
  it('the scorer says what the agents say of themselves', { timeout: 3_600_000 }, async () => {
    const suite = await loadCases(CASES);
    const scenes = oneOfEach(suite.scenes).filter((_, i) => i % 2 === half);
    const cells = await memoryMatrix(await memoryStage(suite), scenes, AGENTS);
    if (process.env['TURNRIG_PRINT'] !== undefined) console.log(table(cells));
    expect(cells.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
    expect(cells.filter(({ state }) => state === 'decided').length).toBeGreaterThanOrEqual(200);
  });
}
