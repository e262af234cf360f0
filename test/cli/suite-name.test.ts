import { describe, expect, it } from 'vitest';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { suiteFile } from '../../src/cli/paths.js';
import { loadSuites } from '../../src/cli/validate.js';

const quiet = { out: () => undefined, err: () => undefined, isTty: false, columns: 80 } as unknown as Parameters<typeof loadSuites>[2];

describe('a suite by its name', () => {
  it.each(['quickstart', 'cases'])('%s is the one that comes with turnrig', (name) => {
    expect(suiteFile(name)).toMatch(new RegExp(`scenarios/${name}\\.yaml$`));
  });
  it.each(['scenarios', 'no-such-suite', '../scenarios/cases', 'cases.yaml', './cases'])('%s is a path, or nothing', (given) => {
    expect(suiteFile(given)).toBe(given);
  });
  it('keeps the name as the file: a run folder does not tell where turnrig lies', async () => {
    expect((await loadSuites(['quickstart'], scenarioIo(), quiet))?.[0]?.file).toBe('quickstart');
  });
});
