import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scoresFromEvents } from '../../src/eot/adapter.js';
import { HOLD_RANGE } from '../../src/eot/metrics/span-table.js';
import { readTableFile } from '../../simulator/eot/files.js';
import { metricsOf } from '../../simulator/eot/metrics.js';
import { FAULTY, optionsOf, predict, rowsOf, usePlace } from './predict-support.js';

usePlace();

describe('predict-streaming', { timeout: 120_000 }, () => {
  it('turns events into scores on the grid, and keeps them', async () => {
    const options = optionsOf('stream');
    await expect(predict(`${FAULTY}:Turns`, options)).rejects.toThrow('cannot hear c');
    const { written } = await predict(`${FAULTY}:Turns`, options, { skipErrors: true });
    const english = written.find((path) => path.includes('/en/'))!;
    expect((await readdir(english)).sort()).toEqual([
      'events.parquet',
      'manifest.json',
      'predictions.parquet',
      'skipped.parquet',
      'summary.json',
    ]);
    expect((await rowsOf(english)).slice(0, 5)).toEqual([
      'a 0 0.5 0 hold',
      'a 0 0.6 0 hold',
      'a 0 0.7 0 hold',
      'a 0 0.8 0.75 hold',
      'a 0 0.9 0.75 hold',
    ]);
    const skipped = await readTableFile(join(english, 'skipped.parquet'));
    expect([skipped.columns.get('id')!.values, skipped.columns.get('reason')!.values]).toEqual([['c'], ['error: Error: cannot hear c']]);
    expect(JSON.parse(await readFile(join(english, 'summary.json'), 'utf8'))).toMatchObject({
      streaming: true,
      n_dataset_rows: 3,
      n_scored_turns: 2,
      n_skipped_turns: 1,
      skip_errors: true,
    });
    const metrics = { predictions: join(english, 'predictions.parquet'), outputDir: '', scorePoint: undefined, hold: HOLD_RANGE };
    expect((await metricsOf(metrics)).tradeoff.holds).toBe(2);
    // Without the record of what was skipped a smaller denominator is refused.
    await rm(join(english, 'skipped.parquet'));
    await expect(metricsOf(metrics)).rejects.toThrow('the predictions leave out 2 of 6 spans of the span set: c/0, c/2');
  });
  it('takes the last event at or before, inside the span, afresh in each', () => {
    const turn = {
      id: 't',
      silenceSpans: [
        { start: 1, end: 1.3 },
        { start: 2, end: 2.3 },
      ],
    };
    const events = [
      { timestamp: 2.1, p: 0.4 },
      { timestamp: 0.9, p: 0.9 },
      { timestamp: 1.1000005, p: 0.6 },
      { timestamp: 1.1, p: 0.5 },
      { timestamp: 1.5, p: 1 },
    ];
    expect(scoresFromEvents(turn, events, { step: 0.1, minSilenceSpan: 0.1 }).map(({ pEot }) => pEot)).toEqual([
      0, 0.6, 0.6, 0.6, 0, 0.4, 0.4, 0.4,
    ]);
    expect(() => scoresFromEvents(turn, [{ timestamp: 1, p: -1 }], { step: 0.1, minSilenceSpan: 0.1 })).toThrow(
      "the adapter gave -1 for turn 't', span 0 at 1 s",
    );
  });
  it('hears silence with the VAD', async () => {
    const { written } = await predict('vad', optionsOf('vad', { limit: 1 }));
    const rows = await rowsOf(written[0]!);
    const scores = rows.filter((row) => row.startsWith('a 1')).map((row) => Number(row.split(' ')[3]));
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(scores.at(-1)).toBeGreaterThan(0.8);
  });
});
