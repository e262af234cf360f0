import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { calibrationSchema, mayJudgeLatency, readCalibration } from '../../src/calibration/model.js';
import { freshFolder } from '../../src/cli/calibrate/fresh-folder.js';
import { placeOf } from '../../src/cli/calibrate/place.js';
import { start, turnrig } from './turnrig.js';

const cache = mkdtempSync(join(tmpdir(), 'turnrig-cache-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));
const env = { TURNRIG_CACHE: cache };

test('a folder with the logs of a calibration that was broken off is refused, one with other files is not', async () => {
  const folder = mkdtempSync(join(cache, 'out-'));
  await freshFolder(join(folder, 'not-there'));
  writeFileSync(join(folder, 'notes.jsonl'), '');
  await freshFolder(folder);
  writeFileSync(join(folder, 'calibrate-0a1b-answer-0-caller.jsonl'), '');
  await expect(freshFolder(folder)).rejects.toMatchObject({ code: 'input', message: expect.stringContaining('calibrate-0a1b') as unknown });
});

describe('turnrig calibrate in memory', () => {
  test('measures the whole path against truth, prints it, and keeps it for runs', async () => {
    const ran = await start(['calibrate', '--memory', '--n', '12', '--conditions', 'answer,queue-0', '--json'], { env }).done;
    expect([ran.code, ran.err]).toEqual([0, '']);
    const calibration = calibrationSchema.parse(JSON.parse(ran.out));
    expect(calibration).toMatchObject({ of: 'waits', n: 12, missed: 0, transport: 'memory', server: 'none', audioStream: undefined });
    expect(Math.abs(calibration.biasMs ?? Infinity)).toBeLessThanOrEqual(2);
    expect(calibration.p95AbsErrorMs).toBeLessThanOrEqual(5);
    expect(calibration.conditions.map(({ name, n, verdict }) => [name, n, verdict])).toEqual([
      ['answer', 12, 'within'],
      ['queue-0', 0, 'unknown'],
    ]);
    expect(calibration.conditions[1]?.note).toContain('in memory');
    const [file = ''] = readdirSync(join(cache, 'calibration'));
    const stored = readCalibration(readFileSync(join(cache, 'calibration', file), 'utf8'));
    expect(stored).toEqual(calibration);
    expect(mayJudgeLatency(stored, Date.now(), placeOf('memory', 'none', '')).may).toBe(true);
  }, 120_000);

  test('keeps every observation where it is told to', async () => {
    const out = join(cache, 'evidence');
    const ran = await start(['calibrate', '--memory', '--n', '3', '--json', '--out', out], { env }).done;
    expect([ran.code, ran.err]).toEqual([0, '']);
    const rows = readFileSync(join(out, 'observations.jsonl'), 'utf8').trimEnd().split('\n');
    const read = rows.map((row) => JSON.parse(row) as { of: string; condition: string; kind: string });
    expect(read.map(({ of }) => of)).toEqual(['wait', 'onset', 'offset'].flatMap((of) => [of, of, of]));
    expect(read.every(({ condition, kind }) => condition === 'answer' && kind === 'measured')).toBe(true);
    const before = readFileSync(join(out, 'observations.jsonl'));
    const again = await start(['calibrate', '--memory', '--n', '3', '--seed', '2', '--out', out], { env }).done;
    expect([again.code, again.out]).toEqual([2, '']);
    expect(again.err).toMatch(/holds an earlier calibration already \([\w.-]+\.jsonl\)\n {2}Give each calibration a folder of its own/);
    expect(readFileSync(join(out, 'observations.jsonl'))).toEqual(before);
  }, 120_000);

  test('prints a table; a given delay is every turn’s', async () => {
    const ran = await start(['calibrate', '--memory', '--n', '3', '--delay', '500', '--seed', '7'], { env }).done;
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^Calibration, in memory/);
    expect(ran.out).toMatch(/answer +waits +3 /);
    expect(ran.err).toContain('about');
  }, 120_000);
});

test.each([
  [['--memory', '--out', ''], '--out is empty'],
  [['--memory', '--out', 'package.json'], 'is not a folder'],
  [['--conditions', 'queue-00'], 'Did you mean "queue-0"?'],
  [['--memory', '--loss', '1'], 'neither a server nor a network'],
  [['--server', 'livekit', '--loss', '1'], '--loss needs the embedded server'],
  [['--server', 'moon'], 'there are embedded, livekit, env'],
  [['--server', 'env'], 'LIVEKIT_URL'],
  [['--sessions', '5'], 'from 1 to 4'],
  [['--n', '0'], 'from 1 to'],
])('refuses %j', async (args, message) => {
  const ran = await turnrig('calibrate', ...args);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(message);
});
