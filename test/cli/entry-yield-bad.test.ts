/** `turnrig entry-yield score` on bad input, by the built command: one message that names place and rule, or an exclusion that is counted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { doubles, strings, table, type Column } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import { turnrig } from './turnrig.js';

// Each test starts the program, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'turnrig-entry-yield-bad-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ten seconds of ten frames each; the frames of `more` are put between, or changed. */
const rows = (edit: (i: number) => string | undefined = () => undefined): string =>
  `session,t,p_wearer\n${Array.from({ length: 101 }, (_, i) => `${edit(i) ?? `s1,${i / 10},0.5`}\n`).join('')}`;
const at =
  (place: number, line: string) =>
  (i: number): string | undefined =>
    i === place ? line : undefined;
const parquet = (columns: readonly (readonly [string, Column])[]): Uint8Array => writeTable(table(columns));
const times = Array.from({ length: 101 }, (_, i) => i / 10);
const WHOLE = parquet([
  ['session', strings(times.map(() => 's1'))],
  ['t', doubles(times)],
  ['p_wearer', doubles(times.map(() => 0.5))],
]);
const lines = (...events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const GOOD = [
  { session: 's1', id: 'a', kind: 'ENTRY_WEARER', release: 1, resolution: 2 },
  { session: 's1', id: 'b', kind: 'INT_YIELD', onset: 3, offset: 5 },
] as const;

interface Case {
  /** Of the reviews; good ones without it. */
  readonly reviews?: string | Uint8Array;
  readonly frames?: string | Uint8Array;
  /** Name of the frames' file. */
  readonly as?: string;
}

let made = 0;
async function score(given: Case, ...more: readonly string[]): Promise<Awaited<ReturnType<typeof turnrig>>> {
  const own = join(folder, String(made++));
  mkdirSync(own);
  const [reviews, frames] = [join(own, 'r.jsonl'), join(own, given.as ?? 'f.csv')];
  writeFileSync(reviews, given.reviews ?? lines(...GOOD));
  writeFileSync(frames, given.frames ?? rows());
  return await turnrig('entry-yield', 'score', '--reviews', reviews, '--frames', frames, ...more);
}

describe('refused, with place and rule', () => {
  it.each<[string, Case, string]>([
    ['no column of probabilities', { frames: 'session,t\ns1,0\n' }, 'f.csv:1:1: the table has no column p_wearer'],
    ['no column of times', { frames: 'session,p_wearer\ns1,0.5\n' }, 'f.csv:1:1: the table has no column t (seconds) or frame'],
    ['one column twice', { frames: 'session,t,p,p\ns1,0,0.5,0.1\n' }, 'f.csv:1:1: the table has two columns of the name p'],
    ['no column of a parquet', { as: 'f.parquet', frames: parquet([['t', doubles([0, 1])]]) }, 'the table has no column p_wearer'],
    ['a truncated parquet', { as: 'f.parquet', frames: WHOLE.subarray(0, 500) }, 'f.parquet cannot be read as parquet: it is not whole'],
    ['an empty parquet', { as: 'f.parquet', frames: '' }, 'f.parquet cannot be read as parquet: the file is empty'],
    ['an empty table', { frames: '' }, 'f.csv:1:1: the file is empty'],
    ['a header alone', { frames: 'session,t,p_wearer\n' }, 'f.csv:1:1: the table has no row'],
    ['NaN for a probability', { frames: rows(at(7, 's1,0.7,NaN')) }, 'f.csv:9:1: the probability NaN lies outside of 0 to 1'],
    ['a probability above 1', { frames: rows(at(7, 's1,0.7,1.0001')) }, 'f.csv:9:1: the probability 1.0001 lies outside of 0 to 1'],
    ['a probability below 0', { frames: rows(at(7, 's1,0.7,-0.1')) }, 'f.csv:9:1: the probability -0.1 lies outside of 0 to 1'],
    ['an infinite probability', { frames: rows(at(7, 's1,0.7,1e999')) }, 'f.csv:9:1: the probability Infinity lies outside of 0 to 1'],
    ['a time that is none', { frames: rows(at(7, 's1,soon,0.5')) }, 'f.csv:9:1: the time is no number'],
    [
      'rows out of order',
      { frames: rows(at(7, 's1,0.55,0.5')) },
      'f.csv:9:1: the time 0.55 comes after 0.6: every frame must be later than the one before it',
    ],
    ['a row twice', { frames: rows(at(7, 's1,0.6,0.5')) }, 'f.csv:9:1: the time 0.6 comes after 0.6'],
    ['a row of no session', { frames: rows(at(7, ',0.7,0.5')) }, 'f.csv:9:1: the row names no session'],
    ['a quote without an end', { frames: rows(at(7, '"s1,0.7,0.5')) }, 'f.csv:9:1: this is not valid CSV: a quoted cell does not end'],
    ['an id twice', { reviews: lines(...GOOD, GOOD[0]) }, 'r.jsonl:3:22: id stands in line 1 already, in the same session, not "a"'],
    [
      'two labels for one event',
      { reviews: lines(GOOD[0], { ...GOOD[0], kind: 'ENTRY_OTHER_TO_OTHER' }) },
      'r.jsonl:2:22: id stands in line 1 already',
    ],
    ['a label against the kind', { reviews: lines({ ...GOOD[0], label: 0 }) }, 'label must be 1 for ENTRY_WEARER, not 0'],
    ['no kind', { reviews: lines({ session: 's1', id: 'a' }) }, 'r.jsonl:1:1: kind is missing: it must be a text'],
    ['no outcome', { reviews: lines({ ...GOOD[0], resolution: undefined }) }, 'r.jsonl:1:1: resolution is missing: it must be a number'],
    ['NaN for a time', { reviews: '{"kind": "ENTRY_WEARER", "release": NaN, "resolution": 2}\n' }, 'r.jsonl:1:37: this is not valid JSON'],
    ['no object', { reviews: '[1]\n' }, 'r.jsonl:1:1: a line must be an object'],
    ['an empty file of reviews', { reviews: '' }, 'r.jsonl:1:1: the file is empty'],
    ['bytes that are no text', { reviews: Buffer.from([0xff, 0xfe, 0x0a]) }, 'r.jsonl:1:1: the line is not UTF-8 text'],
    ['competitors that are none', { reviews: lines({ ...GOOD[1], wearer_offset: 4, others: [{ onset: 3 }] }) }, 'others must be a list of'],
    [
      'frames of no session',
      { frames: rows().replaceAll('s1,', '').replace('session,', '') },
      'the reviews name sessions, and frames name none',
    ],
    ['reviews of no session', { reviews: lines({ ...GOOD[0], session: undefined }) }, 'the frames name sessions, and reviews name none'],
  ])('%s', async (_, given, message) => {
    const ran = await score(given);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain(message);
    expect(ran.err).not.toMatch(/^\s+at /m);
  });

  it('the frames of a session in two files that overlap', async () => {
    const [reviews, first, second] = ['r.jsonl', 'one.csv', 'two.csv'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(reviews, lines(...GOOD));
    writeFileSync(first, rows());
    writeFileSync(second, 'session,t,p_wearer\ns1,9.9,0.5\n');
    const ran = await turnrig('entry-yield', 'score', '--reviews', reviews, '--frames', first, second);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('two.csv:2:1: the time 9.9 comes after 10');
  });

  it.each([['nowhere.csv'], ['.']])('frames that cannot be read: %s', async (name) => {
    const ran = await score({}, '--frames', join(folder, name));
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain('cannot be read');
  });
});

describe('counted, with the reason', () => {
  it.each<[string, Case, string]>([
    ['a gap in the frames', { frames: rows((i) => (i >= 12 && i < 16 ? `s2,${i},0.5` : undefined)) }, 'gap'],
    ['a frame without a probability', { frames: rows(at(14, 's1,1.4,')) }, 'gap'],
    ['a row that is cut off', { frames: rows(at(14, 's1,1.4')) }, 'gap'],
    ['an event past the end', { reviews: lines(GOOD[1], { ...GOOD[0], release: 9.5, resolution: 30 }) }, 'past-the-end'],
    ['an event long after the end', { reviews: lines(GOOD[1], { ...GOOD[0], release: 100, resolution: 101 }) }, 'past-the-end'],
    ['an event before the start', { reviews: lines(GOOD[1], { ...GOOD[0], release: -3, resolution: 1 }) }, 'before-the-start'],
    ['an outcome before its beginning', { reviews: lines(GOOD[1], { ...GOOD[0], release: 3 }) }, 'after-outcome'],
    ['no release', { reviews: lines(GOOD[1], { ...GOOD[0], release: null }) }, 'no-release'],
    ['an event of another session', { reviews: lines(GOOD[1], { ...GOOD[0], session: 's9' }) }, 'no-session'],
  ])('%s', async (_, given, why) => {
    const ran = await score(given, '--json');
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(ran.out)).toMatchObject({
      entry: { reviews: 1, scored: 0, excluded: { [why]: 1 } },
      yield: { reviews: 1, scored: 1, excluded: {} },
      excluded: [{ why, count: 1 }],
    });
  });

  it('an unknown kind, and what the kind was meant to be', async () => {
    const reviews = lines(...GOOD, { ...GOOD[0], id: 'c', kind: 'ENTRY_WARER' });
    const json = await score({ reviews }, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ excluded: [{ why: 'unknown-kind', count: 1 }], entry: { scored: 1 } });
    expect((await score({ reviews })).out).toContain('excluded 1: its kind is none of the protocol (unknown-kind)');
  });

  it('nothing but exclusions decides nothing', async () => {
    const ran = await score({ reviews: lines({ ...GOOD[0], exclude: 'noise' }) });
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('excluded 1: the reviewer excludes it (by-reviewer)');
  });
});
