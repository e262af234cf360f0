import { describe, expect, it } from 'vitest';
import { scenarioIo } from '../../simulator/scenario-io.js';
import { missingSuiteHint, suiteFile, suiteNames } from '../../src/cli/paths.js';
import { loadSuites } from '../../src/cli/validate.js';
import { turnrig } from './turnrig.js';

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

  it.each<[string, RegExp]>([
    [
      'quikstart',
      /^Check the path\. Did you mean the suite "quickstart", which comes with turnrig\? Suites by name: barge-in, cases, corrections, /,
    ],
    ['nothing-like-it', /^Check the path\. Suites by name: barge-in, cases, /],
    ['cases.yaml', /^Check the path\. Did you mean the suite "cases", which comes with turnrig\?$/],
    ['gone.yaml', /^Check the path\.$/],
  ])('%s is not there: the nearest suite is offered', async (given, hint) => {
    expect(missingSuiteHint(given, suiteNames())).toMatch(hint);
    const ran = await turnrig('validate', '--json', given);
    expect(ran.code).toBe(2);
    const [file] = JSON.parse(ran.out) as { problems: { message: string; hint: string }[] }[];
    expect(file?.problems).toEqual([
      expect.objectContaining({ message: 'the file does not exist', hint: expect.stringMatching(hint) as unknown }),
    ]);
  });

  it('run says the same', async () => {
    const ran = await turnrig('run', 'quikstart', '--agent', 'wait');
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('"quickstart"')]);
  });
});
