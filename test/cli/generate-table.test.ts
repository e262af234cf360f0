import { describe, expect, it } from 'vitest';
import { formatGenerated, nextSteps, type GenerateReport } from '../../src/cli/generate/table.js';
import { diversityOf } from '../../src/generate/index.js';

const report = (...files: string[]): GenerateReport => ({
  generator: 'g',
  seed: 1,
  language: 'en',
  asked: 2,
  files,
  seconds: 0,
  diversity: diversityOf([], 1),
  givenUp: [],
});

describe('what generate prints', () => {
  it.each<[string[], RegExp]>([
    [[], /^0 of 2 pairs by g, seed 1, in [^:]+: no file was written$/m],
    [['out/g.yaml'], /: out\/g\.yaml$/m],
    [['out/g-001.yaml', 'out/g-002.yaml'], /: 2 files, out\/g-001\.yaml and on$/m],
  ])('of %j', (files, line) => expect(formatGenerated(report(...files))).toMatch(line));

  it.each<[string[], string]>([
    [['out/g.yaml'], 'out/g.yaml'],
    [['out/g-001.yaml', 'out/g-002.yaml'], 'out/g-*.yaml'],
    [["my out/it's.yaml"], `'my out/it'\\''s.yaml'`],
    [['a b/g-1000.yaml', 'a b/g-1001.yaml'], "'a b/g-'*.yaml"],
    [['-out/g.yaml'], './-out/g.yaml'],
  ])('the next commands take %j as a shell does', (files, word) => {
    expect(nextSteps(report(...files), 'flite')).toBe(`next: turnrig validate ${word}\n      turnrig run ${word} --agent name:YOUR-AGENT`);
  });

  it('names the speech server where one is asked, and nothing where nothing was made', () => {
    expect(nextSteps(report('g.yaml'), 'openai')).toContain('TURNRIG_TTS_URL');
    expect(nextSteps(report(), 'flite')).toBe('');
  });
});
