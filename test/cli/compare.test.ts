/** `turnrig compare` by the built binary, on runs in memory. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIXTURES, turnrig } from './turnrig.js';

const TINY = join(FIXTURES, 'tiny.yaml');
// A test starts processes that load models.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let [a, b, other] = ['', '', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnrig-compare-'));
  [a, b, other] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'other')];
  const play = (out: string, agent: string, ...more: string[]) => turnrig('run', TINY, '--memory', '--agent', agent, '--out', out, ...more);
  for (const [out, agent, ...more] of [
    [a, 'reference:answer-after=1500'],
    [b, 'reference:premature=400'],
    [other, 'reference:answer-after=1500', '--scene', 'whole', '--no-report'],
  ] as const)
    expect((await play(out, agent, ...more)).code, agent).toBeLessThanOrEqual(1);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('turnrig compare', () => {
  it('compares two runs, and its page leads into their reports', async () => {
    const ran = await turnrig('compare', a, b, '--out', join(folder, 'page'), '--json');
    expect(ran.code).toBe(0);
    const found = JSON.parse(ran.out) as {
      readonly version: number;
      readonly systems: readonly { readonly name: string; readonly outcomes: { readonly scored: number } }[];
      readonly verdict: { readonly may: boolean };
      readonly comparisons: readonly { readonly what: string; readonly a: string; readonly difference: number; readonly scenes: number }[];
      readonly page: string;
    };
    expect(found).toMatchObject({ version: 1, verdict: { may: true } });
    expect(found.systems.map(({ name, outcomes }) => [name, outcomes.scored])).toEqual([['answer-after=1500', 2], ['premature=400', 2]]); // prettier-ignore
    // It cuts into the one pause of two scenes.
    expect(found.comparisons.find(({ what }) => what === 'false-cutoff')).toMatchObject({ scenes: 2, difference: -0.5 });
    const index = await readFile(found.page, 'utf8');
    expect(JSON.parse(await readFile(join(folder, 'page/compare.json'), 'utf8'))).toMatchObject({ version: 1 });
    for (const [, to] of index.matchAll(/href="(cells\/[^"]+)"/g)) {
      const cell = await readFile(join(folder, 'page', to!), 'utf8');
      const reports = [...cell.matchAll(/href="([^"#]+)#[^"]*"/g)].map(([, way]) => way!);
      expect(reports.length).toBeGreaterThan(0);
      for (const way of reports) expect(existsSync(join(folder, 'page/cells', decodeURI(way))), way).toBe(true);
    }
  });

  it('prints a table, names systems by their labels, and writes its page beside the first run', async () => {
    const ran = await turnrig('compare', `old=${a}`, `new=${b}`);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/met of decided \(95% over scenes\) +old +new/);
    expect(ran.out).toMatch(/no cutting into a pause .*2 of 2/);
    expect(existsSync(join(folder, 'compare-old-new/index.html'))).toBe(true);
    const quiet = await turnrig('compare', a, b, '--no-page', '--out', join(folder, 'none'));
    expect([quiet.code, existsSync(join(folder, 'none'))]).toEqual([0, false]);
  });

  it('tells runs of one agent apart by their folders, and does not take one run for two', async () => {
    const twin = join(folder, 'sub/a');
    await cp(a, twin, { recursive: true });
    const manifest = await readFile(join(a, 'run.json'), 'utf8');
    await writeFile(join(twin, 'run.json'), manifest.replace(/"createdAt": "[^"]+"/, '"createdAt": "2026-01-01T00:00:00.000Z"'));
    const ran = await turnrig('compare', a, twin, '--no-page', '--json');
    expect(ran.code).toBe(0);
    const { systems } = JSON.parse(ran.out) as { readonly systems: readonly { readonly name: string }[] };
    expect(systems.map(({ name }) => name)).toEqual(['a/answer-after=1500', 'sub/a/answer-after=1500']);
    const [link, copied] = [join(folder, 'link'), join(folder, 'copied')];
    await symlink(a, link);
    await cp(a, copied, { recursive: true });
    for (const [args, message] of [
      [[a, link], /are the same run .*named twice[^]*report/],
      [[`x=${a}`, `y=${copied}`], /are the same run/],
      [[`x=${a}`, `x=${b}`], /two runs have the label x[^]*label of its own/],
    ] as const) {
      const refused = await turnrig('compare', ...args, '--no-page');
      expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(message)]);
    }
  });

  it('writes over nothing but an earlier comparison', async () => {
    const into = (out: string) => turnrig('compare', a, b, '--out', out);
    const refused = async (out: string, message: RegExp): Promise<void> => {
      const ran = await into(out);
      expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
    };
    const mine = join(folder, 'mine');
    await mkdir(mine);
    expect((await into(mine)).code).toBe(0);
    expect((await into(mine)).code).toBe(0);
    await writeFile(join(mine, 'notes.txt'), 'kept');
    await refused(mine, /not of a comparison \(notes\.txt\)[^]*--out/);
    await rm(join(mine, 'notes.txt'));
    await writeFile(join(mine, 'compare.json'), '{"version":1}');
    await refused(mine, /its compare\.json is not one of turnrig compare/);
    const site = join(folder, 'site');
    await mkdir(site);
    await writeFile(join(site, 'index.html'), 'kept');
    await refused(site, /cannot go there: .*site is not empty/);
    expect(await readFile(join(site, 'index.html'), 'utf8')).toBe('kept');
    await refused(join(site, 'index.html'), /is not a folder/);
    await refused(b, /is a run folder/);
    expect(existsSync(join(b, 'compare.json'))).toBe(false);
    await symlink(join(b, 'derived'), join(folder, 'a-link'));
    for (const out of [join(b, 'report', 'page'), join(folder, 'a-link', 'new')]) {
      await refused(out, /lies in the run folder .*b,/);
      expect(existsSync(out)).toBe(false);
    }
    await refused('', /--out is empty/);
  });

  it('refuses what cannot be compared, in one sentence with what to do', async () => {
    const refused = async (message: RegExp, ...args: readonly string[]): Promise<void> => {
      const ran = await turnrig('compare', ...args);
      expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
      expect(ran.err).not.toMatch(/\n\s+at .*[:(]/);
    };
    await refused(/only in .*a: tiny\/pause/, a, other);
    await refused(/play the same suites/, a, other);
    await refused(/two runs or more/, a);
    await refused(/named twice/, a, join(folder, 'page', '..', 'a'));
    await refused(/is not a run folder/, a, folder);
    const copy = join(folder, 'copy');
    await cp(b, copy, { recursive: true });
    const summary = join(copy, 'derived/summary.json');
    const stored = JSON.parse(await readFile(summary, 'utf8')) as Record<string, unknown>;
    await writeFile(summary, JSON.stringify({ ...stored, scorer: { version: 0, detector: 'silero', modelHash: '' } }));
    await refused(/scored by scorer version 0; this turnrig has version \d+[^]*turnrig score .*copy/, a, copy);
    await writeFile(summary, '{');
    await refused(/summary\.json is damaged/, a, copy);
    expect(existsSync(join(dirname(copy), 'compare-a-copy'))).toBe(false);
  });

  it('refuses scores that are damaged or not those that the summary counts, names the file, and says how to make it anew', async () => {
    const copy = join(folder, 'damaged');
    await cp(b, copy, { recursive: true });
    const [session = ''] = (await readdir(join(copy, 'sessions'))).sort();
    const scores = `sessions/${session}/derived/scores.json`;
    const refused = async (message: RegExp): Promise<void> => {
      const ran = await turnrig('compare', a, copy, '--no-page');
      expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(message)]);
      expect(ran.err).toMatch(/turnrig score (RUN makes it anew|.*damaged)/);
      expect(ran.err).not.toMatch(/report it|\n\s+at .*[:(]/);
    };
    type Json = Record<string, unknown>;
    const changed = async (file: string, change: (json: Json) => Json, message: RegExp): Promise<void> => {
      const before = await readFile(join(copy, file), 'utf8');
      await writeFile(join(copy, file), JSON.stringify(change(JSON.parse(before) as Json)));
      await refused(message);
      await writeFile(join(copy, file), before);
    };
    const summary = 'derived/summary.json';
    const outcomes = (more: Json) => (json: Json) => ({
      ...json,
      outcomes: (json['outcomes'] as Json[]).map((one) => ({ ...one, ...more })),
    });
    await changed(summary, (json) => ({ ...json, measures: 'x' }), /summary\.json is damaged at measures/);
    await changed(summary, (json) => ({ ...json, scorer: null }), /summary\.json is damaged at scorer/);
    await changed(summary, (json) => ({ ...json, outcomes: undefined }), /summary\.json is damaged at outcomes/);
    await changed(summary, outcomes({ scored: -5 }), /summary\.json is damaged at outcomes\.0\.scored/);
    await changed(summary, () => [] as unknown as Json, /summary\.json is damaged at its top/);
    await changed(scores, (json) => ({ ...json, windows: null }), /scores\.json is damaged at windows/);
    await changed(scores, () => ({}), /scores\.json is damaged at attempt/);
    await writeFile(join(copy, 'derived/words.json'), 'null');
    await refused(/words\.json is damaged/);
    await rm(join(copy, 'derived/words.json'));
    await changed(summary, outcomes({ scored: 3 }), /counts 3 scored, .* hold the scores of 2 scored/);
    await rm(join(copy, 'sessions', session), { recursive: true });
    await refused(/counts 2 scored, .* of premature=400, and its sessions hold the scores of 1 scored/);
    expect((await turnrig('score', copy)).code).toBeLessThanOrEqual(3);
    expect((await turnrig('compare', a, copy, '--no-page')).code).not.toBe(2);
  });
});
