/** `turnrig entry-yield score` as a user runs it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { doubles, strings, table } from '../../src/eot/parquet/table.js';
import { writeTable } from '../../src/eot/parquet/write.js';
import type { OpportunityVectors } from '../entry-yield/vectors.js';
import { jsonl } from '../sid/vectors.js';
import { turnrig } from './turnrig.js';

// Each test starts the program several times, and the processor may be shared.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'turnrig-entry-yield-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const vectors = JSON.parse(
  readFileSync(fileURLToPath(new URL('../vectors/statistics/easycom_opportunity.json', import.meta.url)), 'utf8'),
) as OpportunityVectors;
const framesCsv = (session: string): string =>
  `session,t,p_wearer\n${vectors.t.map((t, i) => `${session},${t},${vectors.p_wearer[i]}\n`).join('')}`;
const reviews = (session: string): Uint8Array => jsonl([...vectors.entry, ...vectors.yield].map((event) => ({ ...event, session })));

describe('turnrig entry-yield score', () => {
  const [reviewFile, frameFile] = [file('reviews.jsonl', reviews('s1')), file('frames.csv', framesCsv('s1'))];
  const args = ['--reviews', reviewFile, '--frames', frameFile];

  it('writes summary, metrics and events', async () => {
    const out = join(folder, 'out');
    const ran = await turnrig('entry-yield', 'score', ...args, '--json', '--out', out);
    expect(ran).toMatchObject({ code: 0, err: '' });
    const summary = JSON.parse(ran.out) as { entry: { ap: number } };
    expect(summary).toMatchObject({
      reading: 'half-open',
      entry: { positives: 24, negatives: 45, reviews: 69, scored: 69, coverage: 1 },
      yield: { positives: 15, negatives: 62, excluded: { 'no-frame': 26 } },
      sessions: [{ session: 's1', frames: 2400, framesPerSecond: 10, gaps: 0 }],
    });
    expect(summary.entry.ap).toBeCloseTo(vectors.entry_result_halfopen.ap, 9);
    expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toEqual(summary);
    expect(readFileSync(join(out, 'metrics.csv'), 'utf8')).toMatch(/^task,reading,ap,.*\nentry,half-open,0\.6634/);
    const events = readFileSync(join(out, 'events.csv'), 'utf8').trimEnd().split('\n');
    expect(events).toHaveLength(1 + 172);
    expect(events[1]).toMatch(/^s1,line-1,entry,ENTRY_OTHER_MIDTURN_PAUSE,0,2\.3,2\.6,2\.3,2\.6,4\.3,2\.5,,3,0\.500674,/);
    expect(events.filter((line) => line.includes(',no-frame,'))).toHaveLength(26);
    const closed = await turnrig('entry-yield', 'score', ...args, '--json', '--reading', 'closed');
    expect((JSON.parse(closed.out) as { entry: { ap: number } }).entry.ap).toBeCloseTo(vectors.entry_result_closed.ap, 9);
    expect((await turnrig('entry-yield', 'score', ...args)).out).toContain('excluded 26: no frame lies in its window (no-frame)');
  });

  it('gives operating points only with a disjoint calibration set', async () => {
    const alone = await turnrig('entry-yield', 'score', ...args, '--operating-points', '0.8');
    expect(alone).toMatchObject({ code: 2 });
    expect(alone.err).toContain('operating points are refused without a calibration set');
    const same = ['--calibration-reviews', reviewFile, '--calibration-frames', frameFile];
    const shared = await turnrig('entry-yield', 'score', ...args, '--operating-points', '0.8', ...same);
    expect(shared).toMatchObject({ code: 2 });
    expect(shared.err).toContain('shares sessions with the test set: s1');
    const other = ['--calibration-reviews', file('cr.jsonl', reviews('s4')), '--calibration-frames', file('cf.csv', framesCsv('s4'))];
    const ran = await turnrig('entry-yield', 'score', ...args, '--operating-points', '0.8', ...other, '--json');
    expect(ran.code).toBe(0);
    expect((JSON.parse(ran.out) as { operatingPoints: object[] }).operatingPoints).toMatchObject([
      { task: 'entry', recall: 0.8, truePositives: { count: 20, of: 24 } },
      { task: 'yield', recall: 0.8, truePositives: { count: 12, of: 15 } },
    ]);
  });

  it('names row and rule of what is wrong', async () => {
    const frames = file('bad.csv', 't,p_wearer\n0,0.5\n0.1,1.5\n0.1,x\n0.05,0.5\n0.2,\n0.3,0.5\n0.3,0.5\n');
    const events = file(
      'bad.jsonl',
      jsonl([
        { kind: 'ENTRY_WEARER', release: 0, resolution: 'x' },
        { kind: 'INT_YIELD', label: 0, onset: 0, offset: 1 },
      ]),
    );
    const ran = await turnrig('entry-yield', 'score', '--reviews', events, '--frames', frames);
    expect(ran.code).toBe(2);
    for (const told of [
      'bad.csv:3:1: the probability 1.5 lies outside of 0 to 1',
      'bad.csv:4:1: the probability NaN lies outside of 0 to 1',
      'bad.csv:8:1: the time 0.3 comes after 0.3: every frame must be later than the one before it',
      'bad.jsonl:1:49: resolution must be a number, not "x"',
      'bad.jsonl:2:29: label must be 1 for INT_YIELD, not 0',
    ])
      expect(ran.err).toContain(told);
    const columns = await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', file('c.csv', 'frame,prob\n1,0.5\n'));
    expect(columns.err).toContain('the table has no column p_wearer');
    expect(columns.err).toContain('nothing says how many a second');
  });

  it('does not mix sessions', async () => {
    const unnamed = file('unnamed.csv', framesCsv('s1').replaceAll('s1,', '').replace('session,', ''));
    const ran = await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', unnamed);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.err).toContain('the reviews name sessions, and frames name none');
    expect(await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', `s1=${unnamed}`)).toMatchObject({ code: 0 });
    const none = await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', `s2=${unnamed}`);
    expect(none).toMatchObject({ code: 3 });
    expect(none.out).toContain('excluded 172: no frames of its session');
  });

  it('counts frames where the table does', async () => {
    const counted = file('counted.csv', `frame,p\n${vectors.p_wearer.map((p, i) => `${i},${p}\n`).join('')}`);
    const ran = await turnrig(
      'entry-yield',
      'score',
      '--reviews',
      file('r0.jsonl', jsonl(vectors.entry)),
      '--frames',
      counted,
      '--fps',
      '10',
      '--json',
    );
    expect((JSON.parse(ran.out) as { entry: { ap: number } }).entry.ap).toBeCloseTo(vectors.entry_result_halfopen.ap, 9);
  });

  it('a frame without a probability is a gap', async () => {
    const frames = file('holes.csv', framesCsv('s1').replace('s1,2.4,0', 's1,2.4,\n#').replace(/\n#.*/, ''));
    const ran = await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', frames, '--json');
    expect(JSON.parse(ran.out)).toMatchObject({ missingFrames: 1, entry: { scored: 68, excluded: { gap: 1 } }, sessions: [{ gaps: 1 }] });
  });

  it('reads parquet', async () => {
    const parquet = file(
      'frames.parquet',
      writeTable(
        table([
          ['session', strings(vectors.t.map(() => 's1'))],
          ['t', doubles(vectors.t)],
          ['p_wearer', doubles(vectors.p_wearer)],
          ['note', strings(vectors.t.map(() => 'x'))],
        ]),
      ),
    );
    const csv = await turnrig('entry-yield', 'score', ...args, '--json');
    expect(await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', parquet, '--json')).toEqual(csv);
    const cut = file('cut.parquet', readFileSync(parquet).subarray(0, 1000));
    const broken = await turnrig('entry-yield', 'score', '--reviews', reviewFile, '--frames', cut);
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.err).toContain('cut.parquet cannot be read as parquet');
  });

  it("reads EasyCom's own annotation, as candidates", async () => {
    mkdirSync(join(folder, 'Speech_Transcriptions/Session_1'), { recursive: true });
    const said = (by: number, from: number, to: number): object => ({
      Start_Frame: 1 + from * 20,
      End_Frame: 1 + to * 20,
      Participant_ID: by,
      Transcription: 'the soup then',
      Target_of_Speech: 'Group',
    });
    file('Speech_Transcriptions/Session_1/00-00-000.json', JSON.stringify([said(1, 1, 3), said(2, 3.5, 6), said(3, 5, 8)]));
    const easycom = ['--easycom', join(folder, 'Speech_Transcriptions'), '--frames', file('e.csv', framesCsv('Session_1'))];
    const unread = await turnrig('entry-yield', 'score', ...easycom, '--json');
    expect(unread).toMatchObject({ code: 3 });
    expect(JSON.parse(unread.out)).toMatchObject({ entry: { excluded: { provisional: 1 } } });
    const out = join(folder, 'easycom-out');
    const ran = await turnrig('entry-yield', 'score', ...easycom, '--json', '--allow-provisional', '--out', out);
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.out)).toMatchObject({ entry: { positives: 1, negatives: 0 }, yield: { positives: 1, negatives: 0 } });
    const candidates = readFileSync(join(out, 'candidates.jsonl'), 'utf8').replaceAll('"provisional":true', '"provisional":false');
    const reviewed = await turnrig('entry-yield', 'score', '--reviews', file('reviewed.jsonl', candidates), ...easycom.slice(2), '--json');
    expect(JSON.parse(reviewed.out)).toMatchObject({ yield: { positives: 1 } });
    const neither = await turnrig('entry-yield', 'score', ...easycom.slice(2));
    expect(neither.err).toContain('either --reviews or --easycom');
  });
});
